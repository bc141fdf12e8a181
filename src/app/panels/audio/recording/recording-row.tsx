import { TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { priceOf } from '#contract/models/prices.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { useFieldTray } from '../../../tool/file-fields.tsx'
import type { Tool } from '../../../tool/tools.ts'
import { useSoundFacts } from '../../../view/media/sound/sound-facts.ts'
import { amountWords, limitNote, type UsualLimit } from './recording-amount.ts'

interface RecordingRowProps {
  readonly tool: Tool
  readonly form: RequestForm
  readonly field: FieldDescription
  readonly usual: UsualLimit
  /** How many calls a press sends. */
  readonly calls?: number
}

const never = () => () => {}

/** The recording of a request: its length and what that costs, the limit, and what happens to a video. */
export function RecordingRow({ tool, form, field, usual, calls = 1 }: RecordingRowProps) {
  const tray = useFieldTray(tool, field)
  const files = useSyncExternalStore(tray?.subscribe ?? never, () => tray?.state().files)
  const file = form.draft[field.path] === undefined ? undefined : files?.at(-1)
  const facts = useSoundFacts(file?.blob, file?.type)
  const { data } = useModels()
  const model = String(form.draft.model ?? '')
  const card = data?.cards.find(({ id }) => id === model)
  const seconds = facts?.seconds
  const limit = limitNote({ bytes: file?.blob.size ?? 0, seconds }, card?.limits, usual)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <FieldRow form={form} field={field} />
      {seconds !== undefined && (
        <p className="text-soft text-xs tabular-nums">{amountWords(seconds, calls, priceOf(model, card))}</p>
      )}
      {limit && (
        <p
          role={limit.isExceeded ? 'status' : undefined}
          className={`flex gap-2 text-xs ${limit.isExceeded ? 'text-warning' : 'text-faint'}`}
        >
          {limit.isExceeded && (
            <TriangleAlert size={14} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0" />
          )}
          {limit.isExceeded && 'Above the limit. '}
          {limit.words}
        </p>
      )}
      {facts?.isVideo && <p className="text-soft text-xs">This is a video. The result is audio only.</p>}
    </div>
  )
}
