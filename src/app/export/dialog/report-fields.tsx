import { useId } from 'react'
import type { ReportOptions } from '../report/report.ts'

interface ReportFieldsProps {
  readonly options: ReportOptions
  readonly onChange: (options: ReportOptions) => void
}

const forms = [
  ['short', 'Short', 'Prompts, results, verdicts'],
  ['full', 'Full', 'Also requests, reasoning, previews'],
] as const

/** Title and form of a report. */
export function ReportFields({ options, onChange }: ReportFieldsProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-2 px-2 pb-3">
      <legend className="sr-only">Report</legend>
      <label className="grid min-w-0 flex-1 basis-40 gap-1 text-soft text-xs">
        Title
        <input
          value={options.title}
          maxLength={200}
          onChange={(event) => onChange({ ...options, title: event.target.value })}
          className="h-9 min-w-0 rounded-md border border-line bg-ground px-2 text-ink text-sm coarse:h-11"
        />
      </label>
      {forms.map(([form, title, help]) => (
        <label key={form} title={help} className="flex min-h-9 items-center gap-1.5 text-sm coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="accent-cable"
            checked={options.form === form}
            onChange={() => onChange({ ...options, form })}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
