import { isRecord, nonBlankOf, recordOf } from '../core/loose-json.ts'
import { chatItems } from './chat-messages.ts'
import { partsOf } from './parts.ts'

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
function flat(thing: Readonly<Record<string, unknown>>, kind: string): Readonly<Record<string, unknown>> {
  const { [kind]: details, ...rest } = thing
  return thing.type === kind && isRecord(details) ? { ...rest, ...details, type: kind } : thing
}

function inputOf({ input, messages }: Readonly<Record<string, unknown>>): InputItem[] {
  if (typeof input === 'string') return [{ role: 'user', content: partsOf(input, 'user') }]
  if (Array.isArray(input)) return input.map((item) => withParts(recordOf(item)))
  const items = Array.isArray(messages) ? messages.flatMap((message) => chatItems(recordOf(message))) : []
  return [...items.filter(isSystem), ...items.filter((item) => !isSystem(item))]
}

/**
 * The conversion the interface promises (§4.2, rule 3): `messages` become `input`, system items first; a text becomes a user item;
 * `response_format` becomes `text.format`; chat-style tools lie flat. `instructions` stay what they are and come before all input.
 */
export function toResponses(request: Readonly<Record<string, unknown>>): NormalRequest {
  const { messages: _, response_format, ...rest } = request
  const text = recordOf(request.text)
  const format = recordOf(text.format ?? response_format)
  const choice = request.tool_choice
  return {
    ...rest,
    input: inputOf(request),
    text: { ...text, format: nonBlankOf(format.type) === undefined ? { type: 'text' } : flat(format, 'json_schema') },
    tools: Array.isArray(request.tools) ? request.tools.map((tool) => flat(recordOf(tool), 'function')) : [],
    tool_choice: isRecord(choice) ? flat(choice, 'function') : (nonBlankOf(choice) ?? 'auto'),
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
