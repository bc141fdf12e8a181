import {
  canonicalJson,
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  recordOf,
  stringOf,
  textOf,
  tooDeep,
} from '#contract/core/loose-json.ts'
import { callableTools } from '#contract/responses/callable-tools.ts'
import type { ToolCall } from '../../../run/result.ts'

/** The definition, flat, of the tool that a call names: one outside of namespaces, else the first; undefined where the request has none. */
export function calledTool(request: unknown, name: string): JsonRecord | undefined {
  const found = callableTools({ tools: listOf(recordOf(request).tools) }).filter((tool) => tool.name === name)
  return (found.find(({ namespace }) => namespace === undefined) ?? found[0])?.details
}

/** What a call is made with: the value of its arguments, or the text of a custom one; undefined where that cannot be read. */
export function callInput({ custom, arguments: given }: Pick<ToolCall, 'custom' | 'arguments'>): unknown {
  if (custom) return given
  return given.trim() === '' ? {} : tooDeep(given) ? undefined : jsonIn(given)
}

const longestKey = 100_000

/**
 * The same for calls of one tool with equal arguments, whatever the order of their keys; undefined where the arguments cannot be read.
 * Numbers that a double may not hold are compared as they are written.
 */
export function callKey(call: Pick<ToolCall, 'name' | 'custom' | 'arguments'>): string | undefined {
  const input = callInput(call)
  if (input === undefined || call.arguments.length > longestKey) return undefined
  const isExact = call.custom || !/\d{16}/.test(call.arguments)
  return JSON.stringify([call.name, isExact ? canonicalJson(input) : call.arguments.trim()])
}

/** A field of a flat result. A choice has JSON values. */
export interface ResultField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'integer' | 'choice'
  readonly choices: readonly unknown[]
}

const mostFields = 40

/**
 * The fields of a tool's result: those of its `output_schema`, else those of the newest result that the request holds for it. Undefined
 * where neither is a flat object of texts, numbers, booleans and choices.
 */
export function resultFields(request: unknown, name: string): readonly ResultField[] | undefined {
  const schema = calledTool(request, name)?.output_schema
  const fields = isRecord(schema) ? fieldsOfSchema(schema) : fieldsOfValue(newestResult(request, name))
  return fields && fields.length > 0 && fields.length <= mostFields ? fields : undefined
}

function fieldsOfSchema({ properties }: JsonRecord): readonly ResultField[] | undefined {
  const fields = Object.entries(recordOf(properties)).map(([name, schema]) => fieldOf(name, recordOf(schema)))
  return fields.every((field) => field !== undefined) ? fields : undefined
}

function fieldOf(name: string, { type, enum: values }: JsonRecord): ResultField | undefined {
  if (Array.isArray(values))
    return values.some((value) => typeof value === 'object') ? undefined : { name, kind: 'choice', choices: values }
  const kinds = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null')
  const kind = kinds.length === 1 ? stringOf(kinds[0]) : ''
  if (kind === 'boolean') return { name, kind: 'choice', choices: [true, false] }
  if (kind === 'number' || kind === 'integer') return { name, kind, choices: [] }
  return kind === 'string' ? { name, kind: 'text', choices: [] } : undefined
}

function fieldsOfValue(value: unknown): readonly ResultField[] | undefined {
  if (!isRecord(value)) return undefined
  const fields = Object.entries(value).map(([name, one]) => fieldOf(name, { type: typeof one }))
  return fields.every((field) => field !== undefined) ? fields : undefined
}

function newestResult(request: unknown, name: string): unknown {
  const items = listOf(recordOf(request).input).map(recordOf)
  const outputs = items.filter(({ type }) => type === 'function_call_output')
  const results = new Map(outputs.map(({ call_id, output }) => [call_id, output]))
  const call = items.findLast(
    (item) => item.type === 'function_call' && item.name === name && results.has(item.call_id),
  )
  const text = textOf(call && results.get(call.call_id))
  return text === undefined ? undefined : jsonIn(text)
}
