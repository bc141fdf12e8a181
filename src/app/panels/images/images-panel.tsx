import { Grid2x2, Mountain, Sticker } from 'lucide-react'
import { PromptRow } from '../../tool/shared-rows.tsx'
import { type ToolExample, ToolExamples } from '../../tool/tool-examples.tsx'
import { type OwnParts, ToolPanel } from '../../tool/tool-view.tsx'
import { editTool, generateTool } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'
import { checkerboard } from '../../view/media/mask-style.ts'
import { ImageSizeRow, pictureRules } from './image-rows.tsx'

const tile = 'rounded-[3px] border border-cable bg-cable/12'

const examples: readonly ToolExample[] = [
  {
    icon: Mountain,
    title: 'A wide image',
    prompt: 'A harbour at dusk, calm water, mountains behind, warm light',
    settings: { size: '1536x1024', quality: 'medium' },
    says: '1536 × 1024, medium',
    drawing: <span className={`aspect-[3/2] h-24 ${tile}`} />,
  },
  {
    icon: Grid2x2,
    title: 'Four variations',
    prompt: 'A small red sailing boat on still water, poster, flat shapes',
    settings: { size: '1024x1024', n: 4, quality: 'low' },
    says: '4 images, 1024 × 1024, low',
    drawing: (
      <span className="grid grid-cols-2 gap-1">
        {[1, 2, 3, 4].map((n) => (
          <span key={n} className={`size-12 ${tile}`} />
        ))}
      </span>
    ),
  },
  {
    icon: Sticker,
    title: 'Transparent background',
    prompt: 'A fox, sticker with a bold outline',
    settings: { size: '1024x1024', background: 'transparent', output_format: 'png', quality: 'low' },
    says: 'transparent PNG, low',
    drawing: <span style={{ background: checkerboard }} className={`size-24 ${tile}`} />,
  },
]

const generate: OwnParts = {
  rules: pictureRules,
  rows: { prompt: PromptRow, size: ImageSizeRow },
  empty: (state) => (
    <ToolExamples state={state} heading="Describe an image, or start with an example" examples={examples} />
  ),
}

const own = { [generateTool.id]: generate }
const views = { [editTool.id]: retriable(async () => (await import('./edit/edit-tool.tsx')).EditTool) }

export const ImagesPanel = () => <ToolPanel panel="images" own={own} views={views} />
