import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { useModelCard } from '../../../tool/model-card.ts'
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

export const transcription: OwnParts = {
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
