import { ToolPanel } from '../../tool/tool-panel.tsx'
import { editTool, generateTool } from '../../tool/tools.ts'
import { retriable } from '../../ui/retriable.tsx'
import { generate } from './generate.tsx'

const own = { [generateTool.id]: generate }
const views = { [editTool.id]: retriable(async () => (await import('./edit/edit-tool.tsx')).EditTool) }

/** Pictures from words, and pictures from pictures. */
export const ImagesPanel = () => <ToolPanel panel="images" own={own} views={views} />
