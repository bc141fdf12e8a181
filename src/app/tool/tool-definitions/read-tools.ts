import * as z from 'zod/mini'
import { defined, isRecord, type JsonRecord, listOf, textOf } from '#contract/core/loose-json.ts'
import { readNested } from '../../form/schema/nested-json.ts'
import { functionMembers, toolTitle } from './listed-tools.ts'
import { ToolSet, toolSetFormat } from './tool-sets.ts'

type ImportedTool = ToolSet['tools'][number]

export interface ReadTools {
  readonly tools: readonly ImportedTool[]
  /** What is unusual about them, and what was left out, as sentences. */
  readonly notes: readonly string[]
}

/**
 * Reads the tools of a JSON text in any known shape: flat or nested functions of OpenAI, tools of Anthropic, a `tools/list` result of MCP, a
 * request with tools, a tool set; one of them or a list. A text without any is an error, as a sentence.
 */
export function readTools(text: string): ReadTools | { readonly error: string } {
  const reading = readNested(text)
  if (reading.kind === 'unset') return { error: 'Paste JSON, or choose a file.' }
  if (reading.kind === 'unreadable') return { error: reading.why }
  const { value } = reading
  if (isRecord(value) && value.format === toolSetFormat) {
    const read = readToolSet(value)
    if ('error' in read) return read
    const { tools } = read.set
    return { tools, notes: tools.some(({ mock }) => mock !== undefined) ? [mocksAreOff] : [] }
  }
  const body = isRecord(value) && isRecord(value.result) ? value.result : value
  const isList = isRecord(body) && Array.isArray(body.tools) && body.type === undefined
  const read = (isList ? listOf(body.tools) : [body].flat()).map(readTool)
  const rest = isList ? Object.keys(body).filter((key) => key !== 'tools' && key !== 'nextCursor') : []
  const notes = [
    ...read.flatMap(({ note }) => note ?? []),
    ...(rest.length > 0 ? [`Not imported: ${rest.join(', ')}.`] : []),
    ...(isList && textOf(body.nextCursor) ? ['The list has more pages: import the next one too.'] : []),
  ]
  const tools = read.flatMap(({ definition }) => (definition ? [{ definition, on: true }] : []))
  return tools.length === 0 ? { error: notes.join(' ') || 'No tools found.' } : { tools, notes }
}

/** A tool set of a file or text. Its mocks are off, whatever it says: they run after a press by a person who has seen them. */
export function readToolSet(value: JsonRecord): { readonly set: ToolSet } | { readonly error: string } {
  const { version } = value
  if (typeof version === 'number' && version > 1)
    return { error: `This tool set has version ${version}, this app reads version 1. Update Patchbay to import it.` }
  const found = z.safeParse(ToolSet, value)
  if (!found.success) return { error: 'This tool set cannot be read.' }
  const tools = found.data.tools.map((one) => (one.mock === undefined ? one : { ...one, isMockOff: true as const }))
  return { set: { ...found.data, tools } }
}

const mocksAreOff = 'Its mocks are off: read each at a call of its tool before you switch it on.'

interface ReadTool {
  readonly definition?: JsonRecord
  readonly note?: string
}

function readTool(value: unknown, at: number): ReadTool {
  if (!isRecord(value)) return { note: `Entry ${at + 1} is not an object: left out.` }
  const definition = asFunction(value)
  if (definition) {
    const more = Object.keys(definition).filter((key) => !functionMembers.has(key))
    return { definition, ...(more.length > 0 && { note: `${toolTitle(definition)}: ${more.join(', ')} kept.` }) }
  }
  if (textOf(value.type) === undefined) return { note: `Entry ${at + 1} has neither a type nor a name: left out.` }
  const isPlain = value.type === 'custom'
  return { definition: value, ...(!isPlain && { note: `${toolTitle(value)}: kept as it is (${value.type}).` }) }
}

/** A tool as the flat function of Responses, with all of its other members; undefined for one of another kind. */
function asFunction(tool: JsonRecord): JsonRecord | undefined {
  if (tool.type === 'function') {
    const { function: nested, ...others } = tool
    return isRecord(nested) ? { type: 'function', ...nested, ...others } : tool
  }
  const { type, name, title, description, input_schema, inputSchema, outputSchema, ...others } = tool
  const schema = input_schema ?? inputSchema
  if (schema === undefined && (type !== undefined || textOf(name) === undefined)) return undefined
  return defined({
    ...{ type: 'function', name, description: description ?? title, parameters: schema },
    output_schema: outputSchema,
    ...others,
    title: description === undefined ? undefined : title,
  })
}
