import { useMemo } from 'react'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import { fields } from '#contract/core/field.ts'
import { nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { ToolView } from '../../../tool/tool-view.tsx'
import { toolFor, useTools } from '../../../tool/tools.ts'
import { languageName } from '../../../view/language-name.ts'
import { usualLanguages } from '../dubbing/languages.ts'
import { NoRecording } from '../recording/no-recording.tsx'
import { SpeakersRow } from './speakers-row.tsx'
import { TimestampsRow } from './timestamps-row.tsx'

interface RowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** A language by its name, or any code. */
function LanguageRow({ form, field }: RowProps) {
  const { data } = useModels()
  const card = data?.cards.find(({ id }) => id === form.draft.model)
  const codes = nonBlankListOf(recordOf(card?.raw).supported_languages) ?? usualLanguages
  const options = useMemo(
    () => ({ [field.path]: codes.map((value) => ({ value, label: languageName(value), note: value })) }),
    [field, codes],
  )
  const open = useMemo((): FieldDescription => ({ ...field, control: 'model', placeholder: 'Detected' }), [field])
  return <FieldRow form={{ ...form, options }} field={open} />
}

/** The recording comes first: the prompt only helps to read it. The names of known speakers are in the row of their samples. */
const rows = {
  file: FieldRow,
  language: LanguageRow,
  prompt: FieldRow,
  response_format: FieldRow,
  timestamp_granularities: TimestampsRow,
  known_speaker_references: SpeakersRow,
  known_speaker_names: () => null,
}

const facts = fields.get(AudioTranscriptionsRequest.shape.file)?.file
const heading = 'Add a recording to transcribe'

export function TranscriptionTool() {
  const tool = toolFor(useTools(), 'audio.transcriptions')
  return (
    tool && (
      <ToolView
        tool={tool}
        rows={rows}
        empty={(tryOut) => (
          <NoRecording {...{ tool, facts, heading }} atOnce={{ tryOut, says: 'transcribed at once' }} />
        )}
      />
    )
  )
}
