import { TriangleAlert } from 'lucide-react'
import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { type Call, useBatch } from '../../../tool/use-batch.tsx'
import { VoiceSettingsRow } from '../../../tool/voices/voice-settings-row.tsx'
import { usePageState } from '../../../ui/page-state.ts'
import { useSoundFacts } from '../../../view/media/sound/load-sound-facts.ts'
import { SeveralVoicesRow } from '../speech/several-voices-row.tsx'
import { keptVoices, requestsByVoice } from '../speech/speech-calls.ts'
import { NoRecording } from './no-recording.tsx'
import { amountWords, limitNote, type UsualLimit } from './recording-amount.ts'

interface RecordingRowProps extends FieldRowProps {
  readonly usual: UsualLimit
  readonly calls?: number
}

function RecordingRow({ form, field, usual, calls = 1 }: RecordingRowProps) {
  const { files } = useFieldFiles(field)
  const file = ownOf(form.draft, field.path) === undefined ? undefined : files.at(-1)
  const facts = useSoundFacts(file?.blob, file?.type)
  const model = String(form.draft.model ?? '')
  const card = useModelCard(model)
  const seconds = facts?.seconds
  const limit = limitNote({ bytes: file?.blob.size ?? 0, seconds }, card?.limits, usual)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <FieldRow form={form} field={field} />
      {seconds !== undefined && (
        <p className="text-soft text-xs tabular-nums">{amountWords(seconds, calls, card?.price)}</p>
      )}
      {limit && (
        <p
          role={limit.isExceeded ? 'status' : undefined}
          className={`flex gap-2 text-xs ${limit.isExceeded ? 'text-warning' : 'text-faint'}`}
        >
          {limit.isExceeded && <TriangleAlert size={14} className="mt-0.5 shrink-0" />}
          {limit.isExceeded && 'Above the limit. '}
          {limit.words}
        </p>
      )}
      {facts?.isVideo && <p className="text-soft text-xs">This is a video. The result is audio only.</p>}
    </div>
  )
}

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
