import { nonBlankOf, recordOf } from '../core/loose-json.ts'
import { partsOf } from './parts.ts'

type Item = Readonly<Record<string, unknown>>

/** Arguments are a JSON text; weak clients send the object itself. */
const argumentsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? {}))

/** A call of a function or custom tool that the assistant made. */
function callItem(call: Item): Item {
  const call_id = nonBlankOf(call.id) ?? ''
  const custom = recordOf(call.custom)
  if (call.type === 'custom') return { type: 'custom_tool_call', call_id, name: custom.name, input: custom.input }
  const { name, arguments: given } = recordOf(call.function)
  return { type: 'function_call', call_id, name, arguments: argumentsOf(given) }
}

/** What a tool answered: a text as it is, or parts. */
const outputItem = ({ tool_call_id, content }: Item): Item => ({
  type: 'function_call_output',
  call_id: nonBlankOf(tool_call_id) ?? '',
  output: Array.isArray(content) ? partsOf(content, 'tool') : typeof content === 'string' ? content : '',
})

/**
 * The Responses items of one chat message: a message with its content as parts, a tool's answer as `function_call_output`,
 * and an assistant's calls after what it said. What is already a Responses item stays what it is.
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
