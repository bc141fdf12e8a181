import { isRecord, nonBlankOf, ownOf, recordOf } from '../core/loose-json.ts'

/** One item of a Responses input: `{ role, content }`, `{ type: 'function_call', … }` and so on; open beyond that. */
export type InputItem = Readonly<Record<string, unknown>>

/** A request in the one form that providers read. Fields that are not named here are as they were sent. */
export interface NormalRequest extends Readonly<Record<string, unknown>> {
  /** The content of every message is a list of parts. */
  readonly input: readonly InputItem[]
  /** `{ type: 'json_schema', name, schema, … }`, flat; `{ type: 'text' }` where none was asked for. */
  readonly text: Readonly<Record<string, unknown>> & { readonly format: Readonly<Record<string, unknown>> }
  /** Flat: `{ type: 'function', name, parameters, … }`. */
  readonly tools: readonly Readonly<Record<string, unknown>>[]
  readonly tool_choice: string | Readonly<Record<string, unknown>>
}

const isSystem = (item: InputItem) => item.role === 'system' || item.role === 'developer'

const withParts = (item: InputItem): InputItem =>
  typeof item.role === 'string' ? { ...item, content: partsOf(item.content, item.role) } : item

/** Chat style keeps the details of a thing under its kind (`{ type: 'function', function: {…} }`); Responses lays them flat. */
export function laidFlat(thing: Readonly<Record<string, unknown>>, kind: string): Readonly<Record<string, unknown>> {
  const { [kind]: _, ...rest } = thing
  const details = ownOf(thing, kind)
  return thing.type === kind && isRecord(details) ? { ...rest, ...details, type: kind } : thing
}

function inputOf({ input, messages }: Readonly<Record<string, unknown>>): InputItem[] {
  if (typeof input === 'string') return [{ role: 'user', content: partsOf(input, 'user') }]
  if (Array.isArray(input)) return input.map((item) => withParts(recordOf(item)))
  const items = Array.isArray(messages) ? messages.flatMap((message) => chatItems(recordOf(message))) : []
  return [...items.filter(isSystem), ...items.filter((item) => !isSystem(item))]
}

/**
 * The promised conversion (§4.2, rule 3): `messages` become `input`, system items first; `response_format` becomes `text.format`;
 * chat-style tools lie flat.
 */
export function toResponses(request: Readonly<Record<string, unknown>>): NormalRequest {
  const { messages: _, response_format, ...rest } = request
  const text = recordOf(request.text)
  const format = recordOf(text.format ?? response_format)
  const choice = request.tool_choice
  return {
    ...rest,
    input: inputOf(request),
    text: {
      ...text,
      format: nonBlankOf(format.type) === undefined ? { type: 'text' } : laidFlat(format, 'json_schema'),
    },
    tools: Array.isArray(request.tools) ? request.tools.map((tool) => laidFlat(recordOf(tool), 'function')) : [],
    tool_choice: isRecord(choice) ? laidFlat(choice, 'function') : (nonBlankOf(choice) ?? 'auto'),
  }
}

/** What acts as instructions, in its order: `instructions` first, then the text of every system or developer item. */
export function instructionsOf(request: NormalRequest): string[] {
  const texts = request.input
    .filter(isSystem)
    .map(({ content }) =>
      (Array.isArray(content) ? content : []).flatMap((part) => nonBlankOf(recordOf(part).text) ?? []).join('\n'),
    )
  return [nonBlankOf(request.instructions) ?? '', ...texts].filter((text) => text !== '')
}

type Item = Readonly<Record<string, unknown>>

/** Arguments are a JSON text; weak clients send the object itself. */
const argumentsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? {}))

function callItem(call: Item): Item {
  const call_id = nonBlankOf(call.id) ?? ''
  const custom = recordOf(call.custom)
  if (call.type === 'custom') return { type: 'custom_tool_call', call_id, name: custom.name, input: custom.input }
  const { name, arguments: given } = recordOf(call.function)
  return { type: 'function_call', call_id, name, arguments: argumentsOf(given) }
}

const outputItem = ({ tool_call_id, content }: Item): Item => ({
  type: 'function_call_output',
  call_id: nonBlankOf(tool_call_id) ?? '',
  output: Array.isArray(content) ? partsOf(content, 'tool') : typeof content === 'string' ? content : '',
})

/**
 * A chat message as Responses items: its content as parts, a tool's answer as `function_call_output`, calls after the text. Other items
 * stay.
 */
export function chatItems(message: Item): Item[] {
  const { role, content, tool_calls, ...rest } = message
  if (typeof role !== 'string') return [message]
  if (role === 'tool') return [outputItem(message)]
  const calls = Array.isArray(tool_calls) ? tool_calls.map((call) => callItem(recordOf(call))) : []
  const parts = partsOf(content, role)
  const said = parts.length > 0 || calls.length === 0 ? [{ ...rest, role, content: parts }] : []
  return [...said, ...calls]
}

type Part = Readonly<Record<string, unknown>>

const textPart = (text: unknown, role: string): Part =>
  role === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text }

/** A chat part's image: `{ url, detail }`, or the bare URL. */
function imagePart(image: unknown): Part {
  const { url, ...rest } = isRecord(image) ? image : { url: image }
  return { ...rest, type: 'input_image', image_url: url }
}

/** A chat-style part as a Responses part; one that is already of that kind, or unknown, stays what it is. */
function partOf(part: unknown, role: string): Part {
  if (typeof part === 'string') return textPart(part, role)
  const { type, text, image_url, file } = recordOf(part)
  if (type === 'text') return textPart(text, role)
  if (type === 'image_url') return imagePart(image_url)
  if (type === 'file' && isRecord(file)) return { ...file, type: 'input_file' }
  return recordOf(part)
}

/** The content of a message of that role, a text or a list of parts, as a list of Responses parts. */
export function partsOf(content: unknown, role: string): Part[] {
  if (Array.isArray(content)) return content.map((part) => partOf(part, role))
  return typeof content === 'string' && content !== '' ? [textPart(content, role)] : []
}
