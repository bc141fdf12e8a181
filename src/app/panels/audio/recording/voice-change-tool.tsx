import { AudioVoiceChangeRequest } from '#contract/audio/voices.ts'
import { fields } from '#contract/core/field.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { type Call, useSeveral } from '../../../tool/several/use-several.tsx'
import { ToolView } from '../../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../../tool/tools.ts'
import type { ToolState } from '../../../tool/use-tool.ts'
import { VoiceSettingsRow } from '../../../tool/voices/voice-settings-row.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import { SeveralVoicesRow } from '../speech/more-voices-row.tsx'
import { keptVoices, requestsByVoice } from '../speech/speech-calls.ts'
import { NoRecording } from './no-recording.tsx'
import { RecordingRow } from './recording-row.tsx'

interface RowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** The voices that a press changes the recording to beside the form's. */
const moreTargets = keptVoices('patchbay.change-voices')

const usual = { seconds: 300, bytes: 50_000_000, words: 'ElevenLabs accepts up to 5 minutes and 50 MB.' }

function FileRow(props: RowProps) {
  const tool = toolFor(useTools(), 'audio.voice-change')
  const calls = changeCalls(props.form.draft, usePageState(moreTargets)).length
  return tool && <RecordingRow {...props} {...{ tool, usual, calls }} />
}

const TargetRow = (props: RowProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <SeveralVoicesRow {...props} more={moreTargets} legend="Same recording, also to" link="More voices" />
    <p className="text-faint text-xs">Use another person’s voice only with their permission.</p>
  </div>
)

const rows = { file: FileRow, voice: TargetRow, voice_settings: VoiceSettingsRow }

const facts = fields.get(AudioVoiceChangeRequest.shape.file)?.file
const empty = { facts, heading: 'Add a recording to hear it in another voice' }

const useChangePress = (state: ToolState) => {
  const voices = usePageState(moreTargets)
  return useSeveral(state, (request) => changeCalls(request, voices))
}

/** One call a voice. */
const changeCalls = (request: JsonRecord, voices: readonly string[]): readonly Call[] =>
  requestsByVoice(request, voices).map(({ voice = 'no voice', request }) => ({ name: voice, request }))

/** Voice change: one recording in one voice or several. */
export function VoiceChangeTool() {
  const tool = toolFor(useTools(), 'audio.voice-change')
  return (
    tool && (
      <ToolView
        tool={tool}
        rows={rows}
        usePress={useChangePress}
        empty={() => <NoRecording tool={tool} {...empty} />}
      />
    )
  )
}
