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

/** Reads the items of a Responses reply, at the outputs that `ItemPlaces` assigns to them. */
export class ItemReader {
  readonly #outputs: ReplyOutputs
  readonly #sources: Sources

  constructor(outputs: ReplyOutputs, sources: Sources) {
    this.#outputs = outputs
    this.#sources = sources
  }

  open(index: number, item: JsonRecord): RunEvent[] {
    const type = typeOfItem(item)
    this.#outputs.open(index, type)
    if (toolTypes.has(type)) return this.#introduce(index, item)
    return type === 'message' || type === 'reasoning' ? [] : this.#outputs.item(index, item)
  }

  close(index: number, item: JsonRecord): RunEvent[] {
    const type = typeOfItem(item)
    const tool = toolTypes.get(type)
    this.#outputs.close(index, type)
    if (tool) {
      const given = textOrJson(ownOf(item, tool.field))
      return [...this.#introduce(index, item), ...this.#outputs.settle(index, { kind: 'tool-arguments' }, given)]
    }
    if (type === 'message') return this.#closeMessage(index, item)
    if (type === 'reasoning') return this.#closeReasoning(index, item)
    const cited = type === 'search_results' ? this.#sources.add(item.results) : []
    return [...this.#media(index, item), ...this.#outputs.item(index, item), ...cited]
  }

  /** A finished part of a message, or of a reasoning item, whose text is settled as a whole with its item. */
  closePart(index: number, at: number, part: JsonRecord): RunEvent[] {
    const read = readPart(part)
    const text = read.kind === 'text' ? read.text : read.kind === 'media' ? read.words : ''
    return [
      ...(read.kind === 'text' || text !== '' ? this.#outputs.settlePart(index, at, text) : []),
      ...(read.kind === 'refusal' ? this.#outputs.settle(index, { kind: 'refusal' }, read.text) : []),
      ...this.#closeOther(index, at, part),
    ]
  }

  /** The pictures made by a tool of the router (`image_generation_call`, `code_interpreter_call`, `computer_call_output`). */
  #media(index: number, item: JsonRecord): RunEvent[] {
    const places = [item, recordOf(item.output), ...[item.output, item.outputs, item.content].flatMap(listOf)]
    const found = places.flatMap((place) => (isRecord(place) ? (mediaIn(place) ?? []) : []))
    return found.flatMap((media, part) =>
      this.#outputs.once(index, { kind: 'media', output: index, ...(part > 0 && { part }), ...media }, part),
    )
  }

  #introduce(index: number, item: JsonRecord): RunEvent[] {
    const before = this.#outputs.callAt(index)
    const callId = textOf(item.call_id) ?? before?.callId ?? textOf(item.id) ?? ''
    const name = textOf(item.name) ?? before?.name ?? ''
    return this.#outputs.introduce(index, { callId, name, custom: item.type === 'custom_tool_call' })
  }

  #closeMessage(index: number, { content }: JsonRecord): RunEvent[] {
    if (typeof content === 'string') return this.#outputs.settleMessage(index, [[0, content]])
    const parts = (Array.isArray(content) ? listOf(content) : [content]).map(recordOf)
    const read = parts.map((part) => readPart(part))
    const texts = read.flatMap((part, at): [number, string][] => {
      if (part.kind === 'text') return [[at, part.text]]
      return part.kind === 'media' && part.words !== '' ? [[at, part.words]] : []
    })
    const refusals = read.flatMap((part) => (part.kind === 'refusal' ? [part.text] : []))
    return [
      ...this.#outputs.settleMessage(index, texts),
      ...(refusals.length === 0 ? [] : this.#outputs.settle(index, { kind: 'refusal' }, refusals.join(''))),
      ...parts.flatMap((part, at) => this.#closeOther(index, at, part)),
    ]
  }

  #closeOther(index: number, at: number, part: JsonRecord): RunEvent[] {
    const read = readPart(part)
    const cited = this.#sources.add(part.annotations, part.citations)
    switch (read.kind) {
      case 'reasoning':
        return part.type === 'reasoning_text' ? [] : this.#think(index, read.text)
      case 'media':
        return this.#outputs.once(index, { kind: 'media', output: index, part: at, ...read.media }, at)
      case 'unread':
        return [...cited, ...this.#outputs.once(index, { kind: 'item', output: index, part: at, item: part }, at)]
      default:
        return cited
    }
  }

  /** Adds a part of a message's reasoning unless it was added before: routers repeat it in its own event, its item and the final list. */
  #think(index: number, text: string): RunEvent[] {
    const before = this.#outputs.textAt(index, { kind: 'reasoning' })
    if (before.includes(text)) return []
    return this.#outputs.add(index, { kind: 'reasoning' }, before === '' ? text : `\n\n${text}`)
  }

  /** Settles reasoning by the item's texts only for a single part or where text is missing: routers do not say how they joined the parts. */
  #closeReasoning(index: number, item: JsonRecord): RunEvent[] {
    const texts = reasoningTexts(item)
    const before = this.#outputs.textAt(index, { kind: 'reasoning' })
    if (before === '' && texts.join('') === '' && textOf(item.encrypted_content) !== undefined)
      return this.#outputs.once(index, { kind: 'reasoning', output: index, text: '', encrypted: true })
    const missing = texts.join('').length > before.length
    return missing || texts.length === 1 ? this.#outputs.settle(index, { kind: 'reasoning' }, texts.join('\n\n')) : []
  }
}
