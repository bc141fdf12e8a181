import { ToolExamples } from '../../tool/examples/tool-examples.tsx'
import { PromptRow } from '../../tool/shared-rows.tsx'
import { type OwnParts, ToolPanel } from '../../tool/tool-view.tsx'
import { editTool, generateTool } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'
import { ImageSizeRow, pictureRules } from './image-rows.tsx'

const generate: OwnParts = {
  rules: pictureRules,
  rows: { prompt: PromptRow, size: ImageSizeRow },
  empty: (state) => <ToolExamples state={state} heading="Describe an image, or start with an example" />,
}

const own = { [generateTool.id]: generate }
const views = { [editTool.id]: retriable(async () => (await import('./edit/edit-tool.tsx')).EditTool) }

export const ImagesPanel = () => <ToolPanel panel="images" own={own} views={views} />
