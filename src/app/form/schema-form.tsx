import { ChevronRight } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { shortly } from '../ui/format.ts'
import type { FieldDescription } from './describe.ts'
import { FieldRow } from './field-row.tsx'
import { isUnsupported } from './judge.ts'
import { sayInList } from './remarks.ts'
import { isSent, valueAt } from './request-draft.ts'
import { ReservedNotes } from './request-notes.tsx'
import type { RequestForm } from './use-request-form.ts'

interface SchemaFormProps {
  readonly form: RequestForm
  /** The fields to draw, where a panel draws the others itself; all of them when left out. */
  readonly fields?: readonly FieldDescription[]
}

/** A control for every field. Advanced ones are drawn on demand, so that their controls are not loaded with the first page. */
export const SchemaForm = memo(function SchemaForm({ form, fields = form.fields }: SchemaFormProps) {
  const unsupported = fields.filter(({ path }) => isUnsupported(form.rules, path))
  const taken = fields.filter((field) => !unsupported.includes(field))
  const plain = taken.filter(({ advanced }) => !advanced)
  const advanced = taken.filter((field) => field.advanced)
  const paths = new Set(form.fields.map(({ path }) => path))
  const [isDrawn, setIsDrawn] = useState(false)
  const isAsked = form.advanced === 'shown' || advanced.some(({ path }) => path === form.wanted?.path)
  if (isAsked && !isDrawn) setIsDrawn(true)
  const elsewhere = Object.entries(form.errors).filter(([path]) => !paths.has(path))
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {plain.map((field) => (
        <FieldRow key={field.path} form={form} field={field} />
      ))}
      {advanced.length > 0 && (
        <details
          className="group border-line border-t pt-3"
          open={form.advanced === 'shown'}
          onToggle={({ currentTarget }) => form.setAdvanced(currentTarget.open ? 'shown' : 'folded')}
        >
          <summary className="flex min-h-8 items-center gap-3 rounded-md font-medium text-sm text-soft hover:text-ink coarse:min-h-11">
            <ChevronRight size={16} className="-mr-1.5 transition-transform duration-120 group-open:rotate-90" />
            More parameters
            <span className="ml-auto font-normal text-faint text-xs">{tally(form, advanced)}</span>
          </summary>
          <div className="flex flex-col gap-5 pt-4">
            {isDrawn && advanced.map((field) => <FieldRow key={field.path} form={form} field={field} />)}
          </div>
        </details>
      )}
      {unsupported.length > 0 && <Unsupported draft={form.draft} fields={unsupported} />}
      <div className="flex flex-col gap-2 border-line border-t pt-3 text-faint text-xs">
        {elsewhere.map(([path, error]) => (
          <p key={path} role="alert" className="text-danger">
            {sayInList(path || 'Request JSON', error)}
          </p>
        ))}
        {form.extras.length > 0 && <p className="break-words">Also sent: {form.extras.join(', ')}</p>}
        <ReservedNotes form={form} />
        <ResetAll form={form} />
      </div>
    </div>
  )
})

/** The fields that the model does not take, in one line. What is set in them stays, and is sent again to a model that takes it. */
function Unsupported({ draft, fields }: Pick<RequestForm, 'draft' | 'fields'>) {
  const kept = fields.filter(({ path }) => isSent(draft, path)).length
  return (
    <details className="group border-line border-t pt-3 text-faint text-xs">
      <summary className="flex min-h-8 items-center gap-3 rounded-md hover:text-ink coarse:min-h-11">
        <ChevronRight size={16} className="-mr-1.5 shrink-0 transition-transform duration-120 group-open:rotate-90" />
        {fields.length} not supported by this model{kept > 0 && ` · ${kept} set, not sent`}
      </summary>
      <ul className="flex flex-col gap-1 pt-1 pl-5.5">
        {fields.map(({ path, title }) => (
          <li key={path} className="break-words">
            {title}
            {isSent(draft, path) && (
              <span className="text-soft"> · kept, not sent: {shortly(JSON.stringify(valueAt(draft, path)), 100)}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

const quietLook = 'rounded-md py-1 forced-colors:px-2 text-soft text-sm hover:text-ink coarse:min-h-11'

function ResetAll({ form }: { readonly form: RequestForm }) {
  const reset = useRef<HTMLButtonElement>(null)
  const undo = () => {
    reset.current?.focus()
    form.undoReset()
  }
  return (
    <div className="flex gap-5">
      <button ref={reset} type="button" className={quietLook} onClick={form.reset}>
        Reset all
      </button>
      {form.undo === 'ready' && (
        <button type="button" className={`${quietLook} underline underline-offset-2`} onClick={undo}>
          Undo
        </button>
      )}
    </div>
  )
}

/** What the fold hides: `2 in request, 1 to fix`. */
function tally({ request, errors }: RequestForm, fields: readonly FieldDescription[]): string {
  const sent = fields.filter(({ path }) => isSent(request, path) && ownOf(errors, path) === undefined).length
  const wrong = fields.filter(({ path }) => ownOf(errors, path) !== undefined).length
  return `${sent} in request${wrong > 0 ? `, ${wrong} to fix` : ''}`
}
