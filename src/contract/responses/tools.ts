import * as z from 'zod/mini'
import { recordOf, textOf } from '../core/loose-json.ts'

const isNamed = (value: unknown): boolean => textOf(recordOf(value).name) !== undefined

/** Where the name of a function tool is missing: flat as in Responses, or nested as in chat completions. */
function missingName(tool: Readonly<Record<string, unknown>>): string[] | undefined {
  if (tool.type !== 'function') return undefined
  if ('function' in tool) return isNamed(tool.function) || isNamed(tool) ? undefined : ['function', 'name']
  return isNamed(tool) ? undefined : ['name']
}

/**
 * One tool definition, open but for what makes it a tool: a type and, for a function, a name.
 * Shapes: `{ type: 'function', name, parameters }` or, as in chat completions, `{ type: 'function', function: { name, … } }`.
 */
export const Tool = z.looseObject({ type: z.string().check(z.minLength(1)) }).check(
  z.check((tool) => {
    const path = missingName(tool.value)
    if (path) tool.issues.push({ code: 'custom', input: tool.value, path, message: 'A function tool needs a name.' })
  }),
)
