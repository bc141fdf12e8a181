import { Grid2x2, Mountain, Sticker } from 'lucide-react'
import { ExampleCards } from '../../tool/example-cards.tsx'
import { PromptRow } from '../../tool/rows/prompt-row.tsx'
import { ToolView } from '../../tool/tool-view.tsx'
import { generateTool } from '../../tool/tools.ts'
import { checkerboard } from '../../view/media/mask-style.ts'
import { ImageSizeRow, pictureRules } from './image-rows.tsx'

const rows = { prompt: PromptRow, size: ImageSizeRow }

/** Pictures from words. */
export const GenerateTool = () => (
  <ToolView
    tool={generateTool}
    rules={pictureRules}
    rows={rows}
    empty={(tryOut) => (
      <div className="mx-auto grid w-full max-w-5xl gap-4 py-[8vh]">
        <h2 className="font-semibold text-base">Describe an image, or start with an example</h2>
        <ExampleCards examples={examples} onTry={({ prompt, settings }) => tryOut({ prompt, ...settings })} />
      </div>
    )}
  />
)

const tile = 'rounded-[3px] border border-cable bg-cable/12'

const examples = [
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
] as const
