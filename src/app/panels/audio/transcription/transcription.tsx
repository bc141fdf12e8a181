import { Captions } from 'lucide-react'
import { useId, useRef } from 'react'
import { timesFor } from '#contract/audio/transcriptions.ts'
import { listOf, nonBlankListOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps, focusControl } from '../../../form/field-row.tsx'
import { useEntry } from '../../../form/form-state.ts'
import { isOpen } from '../../../run/life/states.ts'
import { showsAnything } from '../../../run/result.ts'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import type { UseMoreItems } from '../../../tool/result-actions.tsx'
import { isTimed } from '../../../tool/results/transcript/text/transcript.ts'
import { useTranscript } from '../../../tool/results/transcript/use-transcript.ts'
import type { OwnParts } from '../../../tool/tool-view.tsx'
import { Tick } from '../../../ui/choice.tsx'
import { LanguageRow } from '../language-row.tsx'
import { NoRecording } from '../recording/no-recording.tsx'
import { usualLanguages } from '../usual-languages.ts'
import { SpeakersRow } from './speakers-row.tsx'

const kinds = [
  ['word', 'Words'],
  ['segment', 'Segments'],
] as const

/** What gets times. Only one response format has them: a tick sets it, which is said. */
function TimestampsRow({ form, field }: FieldRowProps) {
  const id = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  useEntry(form.state, field.path, () => focusControl(box.current))
  const { response_format: format } = form.draft
  const rule = form.rules?.fields.response_format
  const isOffered = rule?.kind !== 'listed' || rule.values.includes('verbose_json')
  const isVerbose = format === 'verbose_json'
  const chosen = listOf(ownOf(form.draft, field.path))
  const error = ownOf(form.errors, field.path)
  const tick = (kind: string, isOn: boolean) => {
    const next = [...chosen.filter((one) => one !== kind), ...(isOn ? [kind] : [])]
    const { [field.path]: _, ...others } = form.draft
    form.replace({
      ...others,
      ...(isOn && { response_format: 'verbose_json' }),
      ...(next.length > 0 && { [field.path]: next }),
    })
  }
  return (
    <fieldset
      ref={box}
      aria-describedby={id}
      disabled={!isOffered && chosen.length === 0}
      className="grid min-w-0 gap-1.5"
    >
      <legend className="mb-2 font-medium text-sm">{field.title}</legend>
      <div className="flex flex-wrap gap-x-4">
        {kinds.map(([kind, title]) => (
          <Tick key={kind} isOn={chosen.includes(kind)} onChange={(isOn) => tick(kind, isOn)}>
            {title}
          </Tick>
        ))}
      </div>
      <p id={id} role="status" className="text-faint text-xs">
        {!isOffered
          ? 'This model does not list verbose_json, the only format with timestamps.'
          : chosen.length === 0
            ? 'Sets the response format to verbose_json, the only one with timestamps.'
            : isVerbose
              ? 'Sent with the response format verbose_json.'
              : `Not sent: only verbose_json has timestamps, not ${format ?? 'the default format'}.`}
      </p>
      {error && (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}

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
