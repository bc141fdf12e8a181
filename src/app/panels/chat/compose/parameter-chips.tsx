import { X } from 'lucide-react'
import { ownOf } from '#contract/core/loose-json.ts'
import { isSame } from '../../../form/form-values.ts'
import { valueAt } from '../../../form/request-draft.ts'
import type { RequestForm } from '../../../form/use-request-form.ts'
import { counted, shortly } from '../../../ui/format.ts'
import { useIsFormAway } from '../../../ui/on-stage.ts'
import { focusMessage } from './message-box.tsx'

/** The parameters that the next message is sent with: the model, and what differs from a new form. For where the form is not on the screen. */
export function ParameterChips({ form }: { readonly form: RequestForm }) {
  const set = form.fields.filter(({ path }) => {
    const value = valueAt(form.request, path)
    return value !== undefined && (path === 'model' || !isSame(value, valueAt(form.start, path)))
  })
  const isPhone = useIsFormAway()
  // A phone has no room to spare for the model alone.
  if (set.length === 0 || (isPhone && set.every(({ path }) => path === 'model'))) return null
  return (
    <ul aria-label="Parameters that are set" className="-m-1 flex gap-1.5 p-1 max-md:overflow-x-auto md:flex-wrap">
      {set.map((field) => {
        const { path, title, required } = field
        const isWrong = ownOf(form.errors, path) !== undefined
        return (
          <li
            key={path}
            className={`flex max-w-full shrink-0 items-center rounded-md border text-xs ${isWrong ? 'border-danger' : 'border-line'}`}
          >
            <button
              type="button"
              title={`Edit ${title}`}
              onClick={() => form.state.boxes.show(path)}
              className="flex min-h-7 min-w-0 items-center gap-1.5 rounded-md px-2 text-soft hover:text-ink coarse:min-h-11"
            >
              <span className="shrink-0 text-faint">{title}</span>
              <span dir="auto" className="truncate">
                {valueWords(valueAt(form.request, path))}
              </span>
            </button>
            {!required && (
              <button
                type="button"
                aria-label={`Remove ${title}`}
                title="Remove"
                onClick={() => {
                  form.resetField(field)
                  focusMessage()
                }}
                className="grid size-7 shrink-0 place-items-center rounded-md text-faint hover:text-ink coarse:size-11"
              >
                <X size={14} />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export function valueWords(value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, 'item')
  return shortly(typeof value === 'string' ? value : JSON.stringify(value), 40)
}
