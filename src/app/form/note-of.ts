import { isRecord } from '#contract/core/loose-json.ts'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'
import type { FieldDescription } from './describe.ts'
import { valueAt } from './request-draft.ts'

/** What is unusual about a value that is sent as it is: schemas are open. Undefined where there is nothing to say. */
export function noteOf(
  field: FieldDescription,
  value: unknown,
  options: readonly ComboboxOption[],
): string | undefined {
  const what = unusual(field, value, options)
  return what?.endsWith(';') || what?.endsWith(',') ? `${what} sent as it is.` : what
}

function unusual(field: FieldDescription, value: unknown, options: readonly ComboboxOption[]): string | undefined {
  const { closed, path, range, suggestions } = field
  if (value === undefined || value === '' || closed) return undefined
  if (value === null) return 'null,'
  if (options.length > 0) {
    if (options.some((option) => option.value === value)) return undefined
    return path === 'model' ? 'Not in this router’s list.' : 'Not a listed value;'
  }
  if (range && typeof value === 'number' && (value < range[0] || value > range[1])) {
    return `Outside ${range[0]}–${range[1]};`
  }
  const twice = repeatedFunction(value)
  if (twice !== undefined) return `Duplicate function name “${twice}”;`
  if (suggestions.length === 0) return undefined
  return suggestions.some((known) => known === value) ? undefined : 'Not a listed value;'
}

/** The first name that two function tools of a list share: a call could mean either. */
function repeatedFunction(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const names = value.flatMap((tool) => (isRecord(tool) && tool.type === 'function' ? functionName(tool) : []))
  return names.find((name, index) => names.indexOf(name) !== index)
}

/** Flat as in Responses, or nested as in chat completions. */
function functionName(tool: Readonly<Record<string, unknown>>): string[] {
  const name = valueAt(tool, 'function.name') ?? tool.name
  return typeof name === 'string' ? [name] : []
}
