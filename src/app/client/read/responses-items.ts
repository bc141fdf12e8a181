import { isRecord, type JsonRecord, listOf, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { readPart } from './content-part.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs } from './outputs.ts'
import type { RunEvent } from './run-event.ts'
import type { Sources } from './sources.ts'

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

/** The events of an opened item: a tool call, or an item of an unread type. */
export function openItem(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  outputs.open(index, type)
  if (toolTypes.has(type)) return introduce(outputs, index, item)
  return type === 'message' || type === 'reasoning' ? [] : [{ kind: 'item', output: index, item }]
}

/** The events of a finished item beyond those before it. */
export function closeItem(outputs: ReplyOutputs, sources: Sources, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  const tool = toolTypes.get(type)
  const again = outputs.isClosed(index)
  outputs.close(index, type)
  if (tool) {
    const call = introduce(outputs, index, item)
    return [...call, ...outputs.settle(index, { kind: 'tool-arguments' }, argumentsOf(ownOf(item, tool.field)))]
  }
  if (type === 'message') return closeMessage(outputs, sources, index, item)
  if (type === 'reasoning') return closeReasoning(outputs, index, item)
  if (again) return []
  const cited = type === 'search_results' ? sources.tell(item.results) : []
  return [...mediaOfItem(index, item), { kind: 'item', output: index, item }, ...cited]
}

/** The pictures made by a tool of the router (`image_generation_call`, `code_interpreter_call`, `computer_call_output`). */
function mediaOfItem(index: number, item: JsonRecord): RunEvent[] {
  const places = [item, recordOf(item.output), ...[item.output, item.outputs, item.content].flatMap(listOf)]
  const found = places.flatMap((place) => (isRecord(place) ? (mediaIn(place) ?? []) : []))
  return found.map((media, part): RunEvent => ({ kind: 'media', output: index, ...(part > 0 && { part }), ...media }))
}

function introduce(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const before = outputs.callAt(index)
  const callId = textOf(item.call_id) ?? before?.callId ?? textOf(item.id) ?? ''
  const name = textOf(item.name) ?? before?.name ?? ''
  return outputs.introduce(index, { callId, name, custom: item.type === 'custom_tool_call' })
}

function closeMessage(outputs: ReplyOutputs, sources: Sources, index: number, item: JsonRecord): RunEvent[] {
  const { content } = item
  if (typeof content === 'string') return outputs.settle(index, { kind: 'text', part: 0 }, content)
  const parts = Array.isArray(content) ? listOf(content) : [content]
  return parts.flatMap((part, at) => (isRecord(part) ? closePart(outputs, sources, index, at, part) : []))
}

/** A finished part of a message, or of a reasoning item, whose text is settled as a whole with its item. */
export function closePart(
  outputs: ReplyOutputs,
  sources: Sources,
  index: number,
  at: number,
  part: JsonRecord,
): RunEvent[] {
  const read = readPart(part)
  const cited = sources.tell(part.annotations, part.citations)
  switch (read.kind) {
    case 'refusal':
      return outputs.settle(index, { kind: 'refusal' }, read.text)
    case 'reasoning':
      return part.type === 'reasoning_text' ? [] : think(outputs, index, read.text)
    case 'text':
      return [...outputs.settle(index, { kind: 'text', part: at }, read.text), ...cited]
    case 'media': {
      const words = read.words === '' ? [] : outputs.settle(index, { kind: 'text', part: at }, read.words)
      return [...words, ...outputs.once(index, at, { kind: 'media', output: index, part: at, ...read.media })]
    }
    case 'unread':
      return [...cited, ...outputs.once(index, at, { kind: 'item', output: index, part: at, item: part })]
    case 'nothing':
      return cited
  }
}

/** Adds a part of a message's reasoning unless it was added before: routers repeat it in its own event, its item and the final list. */
function think(outputs: ReplyOutputs, index: number, text: string): RunEvent[] {
  const before = outputs.textAt(index, { kind: 'reasoning' })
  if (before.includes(text)) return []
  return outputs.add(index, { kind: 'reasoning' }, before === '' ? text : `\n\n${text}`)
}

/**
 * Replaces streamed reasoning by the item's texts only where there is a single part or where text is missing: part numbers are unreliable,
 * and routers do not say how they joined the parts.
 */
function closeReasoning(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const texts = [...listOf(item.summary), ...listOf(item.content)].flatMap((part) =>
    isRecord(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  const missing = texts.join('').length > outputs.textAt(index, { kind: 'reasoning' }).length
  return missing || texts.length === 1 ? outputs.settle(index, { kind: 'reasoning' }, texts.join('\n\n')) : []
}
