import { isRecord, type JsonRecord, listOf, textOf } from './json-value.ts'
import type { Outputs } from './outputs.ts'
import type { RunEvent } from './run-event.ts'

const toolTypes = new Map([
  ['function_call', { custom: false, field: 'arguments' }],
  ['custom_tool_call', { custom: true, field: 'input' }],
])

/** A tool's arguments as text: some routers send the object itself. */
export function argumentsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function typeOfItem(item: JsonRecord): string {
  return textOf(item.type) ?? 'message'
}

/** What the opening of an item tells: which tool is called, or an item of a type we have no reading for. */
export function openItem(outputs: Outputs, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  outputs.open(index, type)
  if (toolTypes.has(type)) return introduce(outputs, index, item)
  return type === 'message' || type === 'reasoning' ? [] : [{ kind: 'item', output: index, item }]
}

/** What a finished item tells beyond the events that came before it. */
export function closeItem(outputs: Outputs, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  const tool = toolTypes.get(type)
  const again = outputs.isClosed(index)
  outputs.close(index)
  if (tool) {
    const call = introduce(outputs, index, item)
    return [...call, ...outputs.settle(index, { kind: 'tool-arguments' }, argumentsOf(item[tool.field]))]
  }
  if (type === 'message') return closeMessage(outputs, index, item)
  if (type === 'reasoning') return closeReasoning(outputs, index, item)
  return again ? [] : [{ kind: 'item', output: index, item }]
}

function introduce(outputs: Outputs, index: number, item: JsonRecord): RunEvent[] {
  const before = outputs.callAt(index)
  const callId = textOf(item.call_id) ?? before?.callId ?? textOf(item.id) ?? ''
  const name = textOf(item.name) ?? before?.name ?? ''
  return outputs.introduce(index, { callId, name, custom: item.type === 'custom_tool_call' })
}

function closeMessage(outputs: Outputs, index: number, item: JsonRecord): RunEvent[] {
  if (typeof item.content === 'string') return outputs.settle(index, { kind: 'text', part: 0 }, item.content)
  return listOf(item.content).flatMap((part, at) => (isRecord(part) ? closePart(outputs, index, at, part) : []))
}

/** A finished part of a message, or of a reasoning item, whose text is settled as a whole with its item. */
export function closePart(outputs: Outputs, index: number, at: number, part: JsonRecord): RunEvent[] {
  const refusal = textOf(part.refusal)
  if (refusal !== undefined) return outputs.settle(index, { kind: 'refusal' }, refusal)
  if (typeof part.text !== 'string' || part.type === 'reasoning_text') return []
  return outputs.settle(index, { kind: 'text', part: at }, part.text)
}

/**
 * Reasoning streams in parts whose numbering cannot be trusted and whose joints are not said, so what came is replaced
 * only where it can be compared (a lone part) or where some of it is missing.
 */
function closeReasoning(outputs: Outputs, index: number, item: JsonRecord): RunEvent[] {
  const texts = [...listOf(item.summary), ...listOf(item.content)].flatMap((part) =>
    isRecord(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  const missing = texts.join('').length > outputs.textAt(index, { kind: 'reasoning' }).length
  return missing || texts.length === 1 ? outputs.settle(index, { kind: 'reasoning' }, texts.join('\n\n')) : []
}
