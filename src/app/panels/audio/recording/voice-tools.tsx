import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { FieldRowProps } from '../../../form/field-row.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { type Call, useBatch } from '../../../tool/use-batch.tsx'
import { VoiceSettingsRow } from '../../../tool/voices/voice-settings-row.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import { SeveralVoicesRow } from '../speech/several-voices-row.tsx'
import { keptVoices, requestsByVoice } from '../speech/speech-calls.ts'
import { NoRecording } from './no-recording.tsx'
import { RecordingRow } from './recording-row.tsx'

/** The voices that a press changes the recording to beside the form's. */
const moreTargets = keptVoices('patchbay.change-voices')

function useChangeCalls(): (request: JsonRecord) => readonly Call[] {
  const voices = usePageState(moreTargets)
  return (request) =>
    requestsByVoice(request, voices).map(({ voice = 'no voice', request }) => ({ name: voice, request }))
}

const changeLimit = { seconds: 300, bytes: 50 * 2 ** 20, words: 'ElevenLabs accepts up to 5 minutes and 50 MB.' }

function FileRow(props: FieldRowProps) {
  const callsOf = useChangeCalls()
  return <RecordingRow {...props} usual={changeLimit} calls={callsOf(props.form.draft).length} />
}

const TargetRow = (props: FieldRowProps) => (
  <div className="grid grid-cols-1 gap-1.5">
    <SeveralVoicesRow {...props} more={moreTargets} legend="Same recording, also to" link="More voices" />
    <p className="text-faint text-xs">Use another person’s voice only with their permission.</p>
  </div>
)

export const voiceChange: OwnParts = {
  rows: { file: FileRow, voice: TargetRow, voice_settings: VoiceSettingsRow },
  usePress: (state) => useBatch(state, useChangeCalls()),
  empty: (state) => <NoRecording state={state} heading="Add a recording to hear it in another voice" />,
}

const isolationLimit = { seconds: 3600, bytes: 500 * 2 ** 20, words: 'ElevenLabs accepts up to 1 hour and 500 MB.' }

export const voiceIsolation: OwnParts = {
  rows: { file: (props) => <RecordingRow {...props} usual={isolationLimit} /> },
  empty: (state) => <NoRecording state={state} heading="Add a recording to keep only the voice" />,
}
