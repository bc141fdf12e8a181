import { ToolPanel } from '../../tool/tool-panel.tsx'
import { videoTool } from '../../tool/tools.ts'
import { VideoTool } from './form/video-tool.tsx'

const views = { [videoTool.id]: VideoTool }

/** Videos, which are made as jobs. */
export const VideoPanel = () => <ToolPanel panel="video" views={views} />
