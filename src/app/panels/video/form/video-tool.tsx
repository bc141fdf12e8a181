import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { PromptRow } from '../../../tool/rows/prompt-row.tsx'
import { SizeRow } from '../../../tool/rows/size-row.tsx'
import { ToolView } from '../../../tool/tool-view.tsx'
import { videoTool } from '../../../tool/tools.ts'
import { VideoStage } from '../stage/video-stage.tsx'
import { FirstFrameRow } from './first-frame-row.tsx'
import { VideoExamples } from './video-examples.tsx'

/** The rows of the form, which follow the model in this order. */
const rows = { prompt: PromptRow, size: SizeRow, seconds: LengthRow, input_reference: FirstFrameRow }

/** Videos from words, and from a first frame. */
export const VideoTool = () => (
  <ToolView tool={videoTool} rows={rows} stage={VideoStage} empty={(tryOut) => <VideoExamples tryOut={tryOut} />} />
)

/** The lengths are all that the route makes, so no other is offered. */
function LengthRow({ form, field }: { readonly form: RequestForm; readonly field: FieldDescription }) {
  return <FieldRow form={form} field={{ ...field, closed: true }} />
}
