import { ToolView } from '../../../tool/tool-view.tsx'
import { videoTool } from '../../../tool/tools.ts'

/** Videos from words, and from a first frame. */
export const VideoTool = () => <ToolView tool={videoTool} />
