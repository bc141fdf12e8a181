import { AudioVoiceIsolationRequest } from '#contract/audio/voices.ts'
import { fields } from '#contract/core/field.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { ToolView } from '../../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../../tool/tools.ts'
import { NoRecording } from './no-recording.tsx'
import { RecordingRow } from './recording-row.tsx'

const usual = { seconds: 3600, bytes: 500_000_000, words: 'ElevenLabs accepts up to 1 hour and 500 MB.' }

interface RowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

function FileRow(props: RowProps) {
  const tool = toolFor(useTools(), 'audio.voice-isolation')
  return tool && <RecordingRow {...props} {...{ tool, usual }} />
}

const rows = { file: FileRow }

const facts = fields.get(AudioVoiceIsolationRequest.shape.file)?.file
const empty = { facts, heading: 'Add a recording to keep only the voice' }

/** Voice isolation. */
export function VoiceIsolationTool() {
  const tool = toolFor(useTools(), 'audio.voice-isolation')
  return tool && <ToolView tool={tool} rows={rows} empty={() => <NoRecording tool={tool} {...empty} />} />
}
