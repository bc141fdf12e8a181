import { Captions } from 'lucide-react'
import { timesFor } from '#contract/audio/transcriptions.ts'
import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { isOpen } from '../../../run/life/states.ts'
import { showsAnything } from '../../../run/result.ts'
import { useModelCard } from '../../../tool/model-card.ts'
import { isTimed } from '../../../tool/results/transcript/text/transcript.ts'
import { useTranscript } from '../../../tool/results/transcript/use-transcript.ts'
import type { UseMoreItems } from '../../../tool/run-actions.tsx'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { LanguageRow } from '../language-row.tsx'
import { NoRecording } from '../recording/no-recording.tsx'
import { usualLanguages } from '../usual-languages.ts'
import { SpeakersRow } from './speakers-row.tsx'
import { TimestampsRow } from './timestamps-row.tsx'

function SpokenRow(props: FieldRowProps) {
  const card = useModelCard(props.form.draft.model)
  return <LanguageRow {...props} codes={nonBlankListOf(recordOf(card?.raw).supported_languages) ?? usualLanguages} />
}

const usual = {}

/** For a transcript without times, where the model has a format with them; a stream has none in most. */
const useTimesItem: UseMoreItems = (run, state) => {
  const card = useModelCard(run.model)
  const transcript = useTranscript(run)
  const times = card && timesFor(card)
  if (!times || isOpen(run.status) || !showsAnything(run.result) || (transcript && isTimed(transcript))) return []
  const onSelect = () => state.current.sending.againWith(run, { ...times, stream: undefined })
  return [{ name: 'Run again with times', icon: <Captions size={16} />, onSelect }]
}

export const transcription: OwnParts = {
  useUsual: (card) => (card && timesFor(card)) ?? usual,
  useMoreItems: useTimesItem,
  // The recording comes first: the prompt only helps to read it. The names of known speakers are in the row of their samples.
  rows: {
    file: FieldRow,
    language: SpokenRow,
    prompt: FieldRow,
    response_format: FieldRow,
    timestamp_granularities: TimestampsRow,
    known_speaker_references: SpeakersRow,
    known_speaker_names: () => null,
  },
  empty: (state) => <NoRecording state={state} heading="Add a recording to transcribe" atOnce="transcribed at once" />,
}
