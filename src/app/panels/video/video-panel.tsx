import { FieldRow, type FieldRowProps } from '../../form/field-row.tsx'
import { ToolExamples } from '../../tool/examples/tool-examples.tsx'
import { PromptRow, SizeRow } from '../../tool/shared-rows.tsx'
import { type OwnParts, ToolPanel } from '../../tool/tool-view.tsx'
import { videoTool } from '../../tool/tools.ts'
import { FirstFrameRow } from './form/first-frame-row.tsx'
import { VideoStage } from './stage/video-stage.tsx'

/** The lengths are all that the route makes, so no other is offered. */
const LengthRow = ({ form, field }: FieldRowProps) => <FieldRow form={form} field={{ ...field, closed: true }} />

/** Videos from words, and from a first frame. */
const video: OwnParts = {
  // They follow the model in this order.
  rows: { prompt: PromptRow, size: SizeRow, seconds: LengthRow, input_reference: FirstFrameRow },
  stage: VideoStage,
  empty: (state) => <ToolExamples state={state} heading="Describe a video, or start with an example" />,
}

const own = { [videoTool.id]: video }

export const VideoPanel = () => <ToolPanel panel="video" own={own} />
