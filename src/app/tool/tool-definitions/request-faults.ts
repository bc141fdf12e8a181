import { isRecord, type JsonRecord, listOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { Refusal } from '#contract/core/rules.ts'
import { isObjectSchema } from '../../form/schema/object-schema.ts'

/** The object that holds the name of a tool: itself, or the member in which chat completions nest it. */
export function namedPart(definition: unknown): { readonly part: JsonRecord; readonly path: string } {
  const tool = recordOf(definition)
  const nested = tool.type === 'custom' ? 'custom' : 'function'
  return isRecord(tool[nested]) ? { part: tool[nested], path: `.${nested}` } : { part: tool, path: '' }
}

export const toolName = (definition: unknown): string | undefined => textOf(namedPart(definition).part.name)

export interface ToolFault {
  /** Its place in `tools`. */
  readonly at: number
  /** From there: `.name`. */
  readonly path: string
  readonly words: string
}

/** What keeps the tools of a request from being of use to any model: names that are missing or used twice, parameters that are no object. */
export function toolFaults(tools: unknown): readonly ToolFault[] {
  const seen = new Set<string>()
  return listOf(tools).flatMap((tool, at) => {
    const { type } = recordOf(tool)
    if (type !== 'function' && type !== 'custom') return []
    const { part, path } = namedPart(tool)
    const name = textOf(part.name)
    const isTwice = name !== undefined && seen.has(name)
    if (name !== undefined) seen.add(name)
    return [
      ...(name === undefined ? [{ at, path: `${path}.name`, words: 'A tool needs a name.' }] : []),
      ...(isTwice ? [{ at, path: `${path}.name`, words: `${JSON.stringify(name)} is used twice.` }] : []),
      ...(isNoSchema(part.parameters) ? [{ at, path: `${path}.parameters`, words: 'Must be an object.' }] : []),
    ]
  })
}

/** The first of `toolFaults`, or a format of structured output whose schema is no object. The route itself takes more. */
export function requestFault({ tools, text, response_format }: JsonRecord): Refusal | undefined {
  const [first] = toolFaults(tools)
  if (first) return { param: `tools[${first.at}]${first.path}`, message: first.words }
  const [flat, nested] = [recordOf(recordOf(text).format), recordOf(recordOf(response_format).json_schema)]
  const message = 'Must be an object.'
  if (isNoSchema(flat.schema)) return { param: 'text.format.schema', message }
  return isNoSchema(nested.schema) ? { param: 'response_format.json_schema.schema', message } : undefined
}

const isNoSchema = (schema: unknown) => schema !== undefined && schema !== null && !isObjectSchema(schema)
