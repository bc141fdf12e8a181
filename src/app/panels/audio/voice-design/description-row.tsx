import { X } from 'lucide-react'
import { Suspense } from 'react'
import type { FieldDescription } from '../../../form/describe.ts'
import { FieldRow } from '../../../form/field-row.tsx'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { refined } from '../../../tool/voices/refined.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { grouped } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { retriable } from '../../../ui/retriable.tsx'

const WordDiff = retriable(async () => (await import('./word-diff.tsx')).WordDiff)

interface RowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

interface CountedRowProps extends RowProps {
  readonly least?: number
  readonly most: number
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : 0)

/** A text with its length in code points and the limits of most providers. */
function CountedRow({ form, field, least = 0, most }: CountedRowProps) {
  const length = lengthOf(form.draft[field.path])
  const isOff = form.rules?.fields[field.path]?.kind === 'off'
  const isOutside = length > 0 && (length < least || length > most)
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      {!isOff && (
        <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
          <span>
            {isOutside && `Most providers take ${least > 0 ? `${least} to ` : 'up to '}${grouped(most)} characters.`}
          </span>
          <span className={`shrink-0 tabular-nums ${isOutside ? 'text-warning' : ''}`}>
            {grouped(length)} / {grouped(most)}
            <span className="sr-only"> characters</span>
          </span>
        </p>
      )}
    </div>
  )
}

/** The text that the previews speak; hidden while the model writes it and none was typed. */
export function PreviewTextRow(props: RowProps) {
  const { form, field } = props
  const isIdle = form.rules?.fields[field.path]?.kind === 'off' && form.draft[field.path] === undefined
  return isIdle ? null : <CountedRow {...props} least={100} most={1_000} />
}

/** The description of a voice; while an earlier one is refined, with what was changed in it. */
export function DescriptionRow(props: RowProps) {
  const base = usePageState(refined)
  const value = props.form.draft[props.field.path]
  return (
    <div className="grid grid-cols-1 gap-2">
      <CountedRow {...props} least={20} most={1_000} />
      {base !== undefined && (
        <section
          aria-label="Changes to the earlier description"
          className="rounded-md border border-line px-3 py-2 text-xs"
        >
          <div className="flex items-center justify-between gap-2 text-faint">
            <h3>Changes to the earlier description</h3>
            <IconButton
              name="Stop comparing"
              className="-mr-2 size-6!"
              icon={<X size={14} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => refined.set(undefined)}
            />
          </div>
          {base === value ? (
            <p className="text-soft">None yet. Edit the description, then design again.</p>
          ) : (
            <Suspense>
              <WordDiff before={base} after={typeof value === 'string' ? value : ''} />
            </Suspense>
          )}
        </section>
      )}
    </div>
  )
}
