import { TriangleAlert } from 'lucide-react'
import { ownOf } from '#contract/core/loose-json.ts'
import { FieldRow, type FieldRowProps } from '../../../form/field-row.tsx'
import { useFieldFiles } from '../../../tool/file-fields.tsx'
import { useModelCard } from '../../../tool/models/model-facts.ts'
import { useSoundFacts } from '../../../view/media/sound/load-sound-facts.ts'
import { amountWords, limitNote, type UsualLimit } from './recording-amount.ts'

interface RecordingRowProps extends FieldRowProps {
  readonly usual: UsualLimit
  readonly calls?: number
}

export function RecordingRow({ form, field, usual, calls = 1 }: RecordingRowProps) {
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
