import { useRef } from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { controlText } from '../form/controls/control.ts'
import type { FieldDescription } from '../form/describe.ts'
import { FieldRow } from '../form/field-row.tsx'
import { useEntry } from '../form/form-state.ts'
import { readText } from '../form/form-values.ts'
import { ruleFor } from '../form/judge.ts'
import type { RequestForm } from '../form/use-request-form.ts'
import { firstField } from '../ui/keys/first-field.ts'
import { mainField, type OwnRows } from './tool-form.tsx'
import type { Tool } from './tools.ts'

interface MainFieldProps {
  readonly tool: Tool
  readonly form: RequestForm
  readonly rows?: OwnRows | undefined
}

/** The main field beside the run button of a phone's stage, in place of its row in the form. Renders nothing for a tool without one, and for one that is off. */
export function MainField({ tool, form, rows }: MainFieldProps) {
  const field = mainField(form, tool)
  if (!field || ruleFor(form.rules, field.path)?.kind === 'off') return null
  const Row = ownOf(rows, field.path) ?? FieldRow
  return field.file ? (
    // At 200 % zoom of a small window, the results keep half of what is left.
    <div {...firstField} className="-m-1 max-h-[36dvh] overflow-y-auto p-1 [@media(max-height:30rem)]:max-h-24">
      <Row form={form} field={field} />
    </div>
  ) : (
    <PromptBox form={form} field={field} />
  )
}

function PromptBox({ form, field: { path, title, placeholder } }: { form: RequestForm; field: FieldDescription }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const { value, raw } = useEntry(form.state, path, () => box.current?.focus())
  const error = ownOf(form.errors, path)
  return (
    <textarea
      {...firstField}
      ref={box}
      rows={1}
      dir="auto"
      aria-label={title}
      aria-invalid={error !== undefined || undefined}
      aria-description={error}
      placeholder={placeholder ?? title}
      value={controlText(value, raw)}
      onChange={({ target }) => form.enter(path, target.value, readText(target.value))}
      className="unkerned field-sizing-content block max-h-[min(24dvh,7.5rem)] min-h-11 w-full resize-none rounded-md border border-line bg-raised px-3 py-2.5 text-base leading-5 aria-invalid:border-danger"
    />
  )
}
