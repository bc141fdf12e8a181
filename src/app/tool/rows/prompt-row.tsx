import type { FieldDescription } from '../../form/describe.ts'
import { FieldRow } from '../../form/field-row.tsx'
import type { RequestForm } from '../../form/use-request-form.ts'

interface PromptRowProps {
  readonly form: RequestForm
  readonly field: FieldDescription
}

/** What providers of this convention take of a prompt. The interface names no limit, so a longer one is sent all the same. */
const usualLimit = 32_000

const whole = (count: number) => count.toLocaleString('en')

/** The prompt with its length, in characters as they are counted on a wire: code points. */
export function PromptRow({ form, field: { help, ...field } }: PromptRowProps) {
  const { prompt } = form.draft
  const length = typeof prompt === 'string' ? [...prompt].length : 0
  const isLong = length > usualLimit
  return (
    <div className="grid grid-cols-1 gap-1">
      <FieldRow form={form} field={field} />
      <p className="flex items-baseline justify-between gap-3 text-faint text-xs">
        <span>{isLong ? `Most providers accept up to ${whole(usualLimit)} characters.` : help}</span>
        <span className={`shrink-0 tabular-nums ${isLong ? 'text-warning' : ''}`}>
          {whole(length)} / {whole(usualLimit)}
          <span className="sr-only"> characters</span>
        </span>
      </p>
    </div>
  )
}
