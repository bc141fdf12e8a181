import { isRecord, type JsonRecord, listOf, ownOf, recordOf, textOf, textOrJson } from '#contract/core/loose-json.ts'
import { readPart } from './content-part.ts'
import { reasoningTexts, typeOfItem } from './item-places.ts'
import { mediaIn } from './media-in.ts'
import type { ReplyOutputs } from './outputs.ts'
import type { RunEvent } from './run-event.ts'
import type { Sources } from './sources.ts'

const toolTypes = new Map([
  ['function_call', { custom: false, field: 'arguments' }],
  ['custom_tool_call', { custom: true, field: 'input' }],
])

export function openItem(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  outputs.open(index, type)
  if (toolTypes.has(type)) return introduce(outputs, index, item)
  return type === 'message' || type === 'reasoning' ? [] : outputs.item(index, item)
}

/** The events of a finished item beyond those before it. */
export function closeItem(outputs: ReplyOutputs, sources: Sources, index: number, item: JsonRecord): RunEvent[] {
  const type = typeOfItem(item)
  const tool = toolTypes.get(type)
  outputs.close(index, type)
  if (tool) {
    const call = introduce(outputs, index, item)
    return [...call, ...outputs.settle(index, { kind: 'tool-arguments' }, textOrJson(ownOf(item, tool.field)))]
  }
  if (type === 'message') return closeMessage(outputs, sources, index, item)
  if (type === 'reasoning') return closeReasoning(outputs, index, item)
  const cited = type === 'search_results' ? sources.tell(item.results) : []
  return [...mediaOfItem(outputs, index, item), ...outputs.item(index, item), ...cited]
}

/** The pictures made by a tool of the router (`image_generation_call`, `code_interpreter_call`, `computer_call_output`). */
function mediaOfItem(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const places = [item, recordOf(item.output), ...[item.output, item.outputs, item.content].flatMap(listOf)]
  const found = places.flatMap((place) => (isRecord(place) ? (mediaIn(place) ?? []) : []))
  return found.flatMap((media, part) =>
    outputs.once(index, { kind: 'media', output: index, ...(part > 0 && { part }), ...media }, part),
  )
}

function introduce(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const before = outputs.callAt(index)
  const callId = textOf(item.call_id) ?? before?.callId ?? textOf(item.id) ?? ''
  const name = textOf(item.name) ?? before?.name ?? ''
  return outputs.introduce(index, { callId, name, custom: item.type === 'custom_tool_call' })
}

function closeMessage(outputs: ReplyOutputs, sources: Sources, index: number, item: JsonRecord): RunEvent[] {
  const { content } = item
  if (typeof content === 'string') return outputs.settleMessage(index, [[0, content]])
  const parts = (Array.isArray(content) ? listOf(content) : [content]).map(recordOf)
  const read = parts.map((part) => readPart(part))
  const texts = read.flatMap((part, at): [number, string][] => {
    if (part.kind === 'text') return [[at, part.text]]
    return part.kind === 'media' && part.words !== '' ? [[at, part.words]] : []
  })
  const refusals = read.flatMap((part) => (part.kind === 'refusal' ? [part.text] : []))
  return [
    ...outputs.settleMessage(index, texts),
    ...(refusals.length === 0 ? [] : outputs.settle(index, { kind: 'refusal' }, refusals.join(''))),
    ...parts.flatMap((part, at) => closeOther(outputs, sources, index, at, part)),
  ]
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
  const text = read.kind === 'text' ? read.text : read.kind === 'media' ? read.words : ''
  return [
    ...(read.kind === 'text' || text !== '' ? outputs.settlePart(index, at, text) : []),
    ...(read.kind === 'refusal' ? outputs.settle(index, { kind: 'refusal' }, read.text) : []),
    ...closeOther(outputs, sources, index, at, part),
  ]
}

/** What a finished part holds beside the text of its message. */
function closeOther(outputs: ReplyOutputs, sources: Sources, index: number, at: number, part: JsonRecord): RunEvent[] {
  const read = readPart(part)
  const cited = sources.tell(part.annotations, part.citations)
  switch (read.kind) {
    case 'reasoning':
      return part.type === 'reasoning_text' ? [] : think(outputs, index, read.text)
    case 'media':
      return outputs.once(index, { kind: 'media', output: index, part: at, ...read.media }, at)
    case 'unread':
      return [...cited, ...outputs.once(index, { kind: 'item', output: index, part: at, item: part }, at)]
    default:
      return cited
  }
}

/** Adds a part of a message's reasoning unless it was added before: routers repeat it in its own event, its item and the final list. */
function think(outputs: ReplyOutputs, index: number, text: string): RunEvent[] {
  const before = outputs.textAt(index, { kind: 'reasoning' })
  if (before.includes(text)) return []
  return outputs.add(index, { kind: 'reasoning' }, before === '' ? text : `\n\n${text}`)
}

/** Settles reasoning by the item's texts only for a single part or where text is missing: routers do not say how they joined the parts. */
function closeReasoning(outputs: ReplyOutputs, index: number, item: JsonRecord): RunEvent[] {
  const texts = reasoningTexts(item)
  const before = outputs.textAt(index, { kind: 'reasoning' })
  if (before === '' && texts.join('') === '' && textOf(item.encrypted_content) !== undefined)
    return outputs.once(index, { kind: 'reasoning', output: index, text: '', encrypted: true })
  const missing = texts.join('').length > before.length
  return missing || texts.length === 1 ? outputs.settle(index, { kind: 'reasoning' }, texts.join('\n\n')) : []
}
