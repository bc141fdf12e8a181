import { isRecord, type JsonRecord, listOf, nonBlankOf, ownOf, recordOf, textOrJson } from '../core/loose-json.ts'

/** One item of a Responses input: `{ role, content }`, `{ type: 'function_call', … }` and so on; open beyond that. */
export type InputItem = JsonRecord

/** A request in the one form that providers read. Fields that are not named here are as they were sent. */
export interface NormalRequest extends JsonRecord {
  /** The content of every message is a list of parts. */
  readonly input: readonly InputItem[]
  /** `{ type: 'json_schema', name, schema, … }`, flat; `{ type: 'text' }` where none was asked for. */
  readonly text: JsonRecord & { readonly format: JsonRecord }
  /** Flat: `{ type: 'function', name, parameters, … }`. */
  readonly tools: readonly JsonRecord[]
  readonly tool_choice: string | JsonRecord
}

const isSystem = (item: InputItem) => item.role === 'system' || item.role === 'developer'

const withParts = (item: InputItem): InputItem =>
  typeof item.role === 'string' ? { ...item, content: partsOf(item.content, item.role) } : item

/** Chat style keeps the details of a thing under its kind (`{ type: 'function', function: {…} }`); Responses lays them flat. */
export function laidFlat(thing: JsonRecord, kind: string): JsonRecord {
  const { [kind]: _, ...rest } = thing
  const details = ownOf(thing, kind)
  return thing.type === kind && isRecord(details) ? { ...rest, ...details, type: kind } : thing
}

function inputOf({ input, messages }: JsonRecord): InputItem[] {
  if (typeof input === 'string') return [{ role: 'user', content: partsOf(input, 'user') }]
  if (Array.isArray(input)) return input.map((item) => withParts(recordOf(item)))
  const items = listOf(messages).flatMap((message) => chatItems(recordOf(message)))
  return [...items.filter(isSystem), ...items.filter((item) => !isSystem(item))]
}

/** The promised conversion (§4.2, rule 3): `messages` and `response_format` become `input` and `text.format`; tools lie flat. */
export function toResponses(request: JsonRecord): NormalRequest {
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
    tools: listOf(request.tools).map((tool) => laidFlat(recordOf(tool), 'function')),
    tool_choice: isRecord(choice) ? laidFlat(choice, 'function') : (nonBlankOf(choice) ?? 'auto'),
  }
}

/** What acts as instructions, in its order: `instructions` first, then the text of every system or developer item. */
export function instructionsOf(request: NormalRequest): string[] {
  const texts = request.input.filter(isSystem).map(({ content }) =>
    listOf(content)
      .flatMap((part) => nonBlankOf(recordOf(part).text) ?? [])
      .join('\n'),
  )
  return [nonBlankOf(request.instructions) ?? '', ...texts].filter((text) => text !== '')
}

function callItem(call: JsonRecord): JsonRecord {
  const call_id = nonBlankOf(call.id) ?? ''
  const custom = recordOf(call.custom)
  if (call.type === 'custom') return { type: 'custom_tool_call', call_id, name: custom.name, input: custom.input }
  const { name, arguments: given } = recordOf(call.function)
  return { type: 'function_call', call_id, name, arguments: textOrJson(given ?? {}) }
}

const outputItem = ({ tool_call_id, content }: JsonRecord): JsonRecord => ({
  type: 'function_call_output',
  call_id: nonBlankOf(tool_call_id) ?? '',
  output: Array.isArray(content) ? partsOf(content, 'tool') : typeof content === 'string' ? content : '',
})

/** A chat message as Responses items: an answer of a tool as `function_call_output`, calls after the text. Other items stay. */
export function chatItems(message: JsonRecord): JsonRecord[] {
  const { role, content, tool_calls, ...rest } = message
  if (typeof role !== 'string') return [message]
  if (role === 'tool') return [outputItem(message)]
  const calls = listOf(tool_calls).map((call) => callItem(recordOf(call)))
  const parts = partsOf(content, role)
  const said = parts.length > 0 || calls.length === 0 ? [{ ...rest, role, content: parts }] : []
  return [...said, ...calls]
}

const textPart = (text: unknown, role: string): JsonRecord =>
  role === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text }

/** A chat part's image: `{ url, detail }`, or the bare URL. */
function imagePart(image: unknown): JsonRecord {
  const { url, ...rest } = isRecord(image) ? image : { url: image }
  return { ...rest, type: 'input_image', image_url: url }
}

/** A chat-style part as a Responses part; one that is already of that kind, or unknown, stays what it is. */
function partOf(part: unknown, role: string): JsonRecord {
  if (typeof part === 'string') return textPart(part, role)
  const { type, text, image_url, file } = recordOf(part)
  if (type === 'text') return textPart(text, role)
  if (type === 'image_url') return imagePart(image_url)
  if (type === 'file' && isRecord(file)) return { ...file, type: 'input_file' }
  return recordOf(part)
}

/** The content of a message of that role, a text or a list of parts, as a list of Responses parts. */
export function partsOf(content: unknown, role: string): JsonRecord[] {
  if (Array.isArray(content)) return content.map((part) => partOf(part, role))
  return typeof content === 'string' && content !== '' ? [textPart(content, role)] : []
}
