import { RotateCcw, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { controls, isGroup } from './controls/controls.ts'
import type { FieldDescription } from './describe.ts'
import { isSent, valueAt } from './draft.ts'
import { sayAtField } from './errors-of.ts'
import { focusControl } from './focus-control.ts'
import { ruleFor, underRule } from './judge.ts'
import type { RequestForm } from './use-request-form.ts'

/** One field: its title, what becomes of it, its control, and all there is to say about it. */
export function FieldRow({ form, field }: { readonly form: RequestForm; readonly field: FieldDescription }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const labelId = `${id}-label`
  const aboutId = `${id}-about`
  const { path, title, help } = field
  const rule = ruleFor(form.rules, path)
  const isOff = rule?.kind === 'off'
  const error = form.errors[path]
  const value = valueAt(form.draft, path)
  const Control = controls[field.control]
  const Title = isGroup(field) ? 'span' : 'label'
  const reset = () => {
    flushSync(() => form.resetField(field))
    focusControl(box.current)
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-3">
        <Title
          id={labelId}
          {...(Title === 'label' && { htmlFor: id })}
          className={`font-medium text-sm ${isOff ? 'text-faint' : 'text-ink'}`}
        >
          {title}
        </Title>
        <span className="flex min-w-0 items-center gap-1 text-faint text-xs">
          <span className="truncate">{isOff ? 'off' : stateOf(form, field)}</span>
          {isResettable(form, field) && (
            <button
              type="button"
              aria-label={`Reset ${title}`}
              title="Reset"
              className="-my-1 -mr-1.5 flex size-6 items-center justify-center rounded-md text-faint hover:text-ink coarse:-my-3 coarse:-mr-3 coarse:size-11"
              onClick={reset}
            >
              <RotateCcw aria-hidden size={14} strokeWidth={1.5} />
            </button>
          )}
        </span>
      </div>
      <div ref={box} className="min-w-0 outline-none">
        <Control
          field={underRule(field, rule)}
          id={id}
          labelId={labelId}
          describedBy={aboutId}
          value={value}
          entry={form.entries[path]?.raw}
          invalid={error !== undefined}
          placed={form.placed}
          disabled={isOff}
          options={form.options[path] ?? []}
          set={(next) => form.set(path, next)}
          enter={(raw, reading) => form.enter(path, raw, reading)}
        />
      </div>
      <div id={aboutId} className="flex flex-col gap-1 text-faint text-xs empty:hidden">
        {isOff ? <p>Off: {rule.why}</p> : help && <p>{help}</p>}
        {isOff && value !== undefined && <p className="text-soft">Its value stays here and is not sent.</p>}
        {form.notes[path] && <p className="text-soft">{form.notes[path]}</p>}
        {error && (
          <p role="alert" className="flex gap-1.5 text-danger">
            <TriangleAlert aria-hidden size={14} strokeWidth={1.5} className="mt-0.5 shrink-0" />
            {sayAtField(path, error)}
          </p>
        )}
      </div>
    </div>
  )
}

/** What is sent of a field, in a word; with its value where the control shows it less plainly. */
function stateOf(form: RequestForm, { path, control }: FieldDescription): string {
  if (form.entries[path]?.problem !== undefined) return 'not readable'
  const value = valueAt(form.request, path)
  if (value === undefined) return 'not sent'
  if (form.errors[path] !== undefined) return 'cannot be sent'
  return (control === 'select' || control === 'switch') && typeof value !== 'object' ? `sent: ${value}` : 'sent'
}

function isResettable({ draft, entries, start }: RequestForm, { path, required }: FieldDescription): boolean {
  if (entries[path]?.problem !== undefined) return true
  return isSent(draft, path) && !(required && valueAt(draft, path) === valueAt(start, path))
}
