import { isRecord, type JsonRecord, listOf, nonBlankOf, recordOf } from '#contract/core/loose-json.ts'
import { lowered } from '#contract/core/say-issue.ts'

/** Whether a value can be the schema of arguments or of an answer: an object that does not describe something else than an object. */
export const isObjectSchema = (schema: unknown): schema is JsonRecord =>
  isRecord(schema) && (schema.type === undefined || [schema.type].flat().includes('object'))

/** The object that holds the name of a tool: itself, or the member in which chat completions nest it. */
export function namedPart(definition: unknown): { readonly part: JsonRecord; readonly path: string } {
  const tool = recordOf(definition)
  const nested = tool.type === 'custom' ? 'custom' : 'function'
  return isRecord(tool[nested]) ? { part: tool[nested], path: `.${nested}` } : { part: tool, path: '' }
}

export const toolName = (definition: unknown): string | undefined => nonBlankOf(namedPart(definition).part.name)

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
    const name = nonBlankOf(part.name)
    const isTwice = name !== undefined && seen.has(name)
    if (name !== undefined) seen.add(name)
    return [
      ...(name === undefined ? [{ at, path: `${path}.name`, words: 'A tool needs a name.' }] : []),
      ...(isTwice ? [{ at, path: `${path}.name`, words: `${JSON.stringify(name)} is used twice.` }] : []),
      ...(isNoSchema(part.parameters) ? [{ at, path: `${path}.parameters`, words: 'Must be an object.' }] : []),
    ]
  })
}

/** `[1].parameters: must be an object.` */
export const sayInTools = ({ at, path, words }: ToolFault): string => `[${at}]${path}: ${lowered(words)}`

/** What is wrong with the schema of a format of structured output, with its path in the format; undefined where nothing is. */
export function formatFault(format: unknown): string | undefined {
  const { schema, json_schema: nested } = recordOf(format)
  if (isNoSchema(schema)) return '.schema: must be an object.'
  return isNoSchema(recordOf(nested).schema) ? '.json_schema.schema: must be an object.' : undefined
}

/** The first of all of these in a request, with its path. The route itself takes more. */
export function requestFault({ tools, text, response_format }: JsonRecord): string | undefined {
  const [inTools] = toolFaults(tools)
  const faults = [
    ['tools', inTools && sayInTools(inTools)],
    ['text.format', formatFault(recordOf(text).format)],
    ['response_format', formatFault(response_format)],
  ]
  const found = faults.find(([, fault]) => fault !== undefined)
  return found?.join('')
}

const isNoSchema = (schema: unknown) => schema !== undefined && schema !== null && !isObjectSchema(schema)
