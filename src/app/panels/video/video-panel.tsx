import { ToolPanel } from '../../tool/tool-view.tsx'
import { videoTool } from '../../tool/tools.ts'
import { video } from './form/video.tsx'

const own = { [videoTool.id]: video }

/** Videos, generated as jobs. */
export const VideoPanel = () => <ToolPanel panel="video" own={own} />
