import { type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { ThinkTags, withoutThoughts } from '#contract/responses/think-tags.ts'
import { type KeyMask, type KeyWatch, noMask } from '#media/key-mask.ts'
import { saysSomething } from './content-part.ts'
import type { RunEvent } from './run-event.ts'
import {
  deltaOf,
  isBlank,
  isWeaker,
  keyOf,
  MessageParts,
  type TextSlot,
  textPart,
  typeOf,
  wholeOf,
} from './text-slot.ts'

interface ToolCall {
  readonly callId: string
  readonly name: string
  readonly custom: boolean
}

interface Growing {
  text: string
  settled: boolean
  readonly watch: KeyWatch
}

interface Output {
  type: string | undefined
  /** Whether an event opened it: then only an event closes it. */
  announced: boolean
  closed: boolean
  call: ToolCall | undefined
  item: JsonRecord | undefined
  readonly growing: Map<string, Growing>
  /** The last reported JSON of non-text parts, by kind and index. */
  readonly told: Map<string, string>
  /** Separates thoughts from the first text, whose part it names. */
  tags: { readonly part: number; readonly split: ThinkTags } | undefined
  readonly parts: MessageParts
}

/** A reply by output index. Methods return events for changes only; a weaker statement (empty, or a part) changes nothing. */
export class ReplyOutputs {
  readonly #all = new Map<number, Output>()
  readonly #mask: KeyMask
  #last = -1

  constructor(mask: KeyMask = noMask) {
    this.#mask = mask
  }

  open(index: number, type?: string): void {
    const output = this.#at(index)
    output.announced = true
    output.type ??= type
  }

  close(index: number, type?: string): void {
    const output = this.#at(index)
    output.closed = true
    output.type ??= type
    // A finished item that names no state is not in progress any more.
    if (output.item?.status === 'in_progress') output.item = { ...output.item, status: undefined }
  }

  whole(index: number, type: string): void {
    this.open(index, type)
    this.close(index)
  }

  /** Appends to a text. What may be the beginning of a tag around thoughts is held back. */
  add(index: number, slot: TextSlot, text: string): RunEvent[] {
    if (slot.kind !== 'text') return this.#append(index, slot, text)
    const output = this.#at(index)
    output.tags ??= { part: slot.part, split: new ThinkTags() }
    const { part, split } = output.tags
    const pieces = part === slot.part ? split.push(text, () => this.textAt(index, slot)) : undefined
    return pieces ? this.#split(index, slot, pieces) : this.#append(index, slot, text)
  }

  /** What is held back, once no more comes. */
  flush(): RunEvent[] {
    return [...this.#all.keys()].flatMap((index) => this.#flush(index))
  }

  /** Replaces a text by the router's complete one, unless that is weaker; a difference is reported. */
  settle(index: number, slot: TextSlot, whole: string): RunEvent[] {
    if (slot.kind !== 'text') return this.#settle(index, slot, whole)
    const held = this.#flush(index)
    const { thought, answer } = withoutThoughts(whole)
    const thoughts = thought === '' ? [] : this.#settle(index, { kind: 'reasoning' }, thought)
    return [...held, ...thoughts, ...this.#settle(index, slot, answer)]
  }

  /** Settles all texts of a message, by part; as one text where the router numbers or cuts the parts unlike their deltas. */
  settleMessage(index: number, texts: readonly (readonly [part: number, text: string])[]): RunEvent[] {
    const held = this.#flush(index)
    const came = this.#partsOf(index)
    const stated = came.length === 0 ? texts : texts.filter(([, text]) => text !== '')
    let last = -1
    const placed = stated.map(([part, text], nth): [number, string] => {
      last = came[nth] ?? Math.max(part, last + 1)
      return [last, text]
    })
    if (came.length === 0 || came.length === placed.length)
      return [...held, ...placed.flatMap(([part, text]) => this.settle(index, textPart(part), text))]
    const whole = placed.map(([, text]) => withoutThoughts(text).answer).join('')
    const before = this.messageAt(index)
    if (whole !== before && isWeaker(whole, before)) return held
    const settled = placed.flatMap(([part, text]) => this.#replace(index, part, text))
    return [...held, ...settled, ...came.slice(placed.length).flatMap((part) => this.#replace(index, part, ''))]
  }

  /** Takes a message back whose text has turned out to be reasoning. */
  retract(index: number): RunEvent[] {
    return this.#partsOf(index).flatMap((part) => this.#replace(index, part, ''))
  }

  #replace(index: number, part: number, text: string): RunEvent[] {
    const growing = this.#growing(index, textPart(part))
    if (growing.text === text) return []
    growing.text = ''
    const events = text === '' ? [] : this.settle(index, textPart(part), text)
    return events.length === 0 ? [wholeOf(index, textPart(part), '')] : events
  }

  #append(index: number, slot: TextSlot, text: string): RunEvent[] {
    const growing = this.#growing(index, slot)
    if (text === '') return []
    growing.text += text
    growing.settled = false
    if (!growing.watch.completes(text)) return [deltaOf(index, slot, text)]
    // The pieces complete the key: the whole text is reported again without it.
    growing.text = this.#mask.hide(growing.text)
    return [wholeOf(index, slot, growing.text)]
  }

  #split(index: number, slot: TextSlot, pieces: ReturnType<ThinkTags['flush']>): RunEvent[] {
    return pieces.flatMap(({ kind, text }) => {
      if (kind === 'answer') return this.#append(index, slot, text)
      if (kind === 'thought') return this.#append(index, { kind: 'reasoning' }, text)
      const thought = (this.textAt(index, slot) + text).trim()
      return [...this.retract(index), ...this.#append(index, { kind: 'reasoning' }, thought)]
    })
  }

  #flush(index: number): RunEvent[] {
    const tags = this.#all.get(index)?.tags
    if (tags === undefined) return []
    const slot = textPart(tags.part)
    return this.#split(
      index,
      slot,
      tags.split.flush(() => this.textAt(index, slot)),
    )
  }

  #settle(index: number, slot: TextSlot, whole: string): RunEvent[] {
    const growing = this.#growing(index, slot)
    const stated = this.#mask.hide(whole)
    const before = growing.text
    const text = isWeaker(stated, before, slot) ? before : stated
    const news = before !== text || (slot.kind === 'tool-arguments' && !growing.settled)
    growing.text = text
    growing.settled = true
    const told = news ? [wholeOf(index, slot, text)] : []
    if (before === '' || stated === before || isBlank(stated, slot)) return told
    return [...told, { kind: 'notice', notice: 'text-differs', detail: `output ${index}` }]
  }

  /** The part of a message that an event with this `content_index` belongs to; `isNew` where it announces one. */
  partAt(index: number, contentIndex: number, isNew = false): number {
    return this.#at(index).parts.at(contentIndex, isNew, (part) => this.textAt(index, textPart(part)) !== '')
  }

  /** Settles a part of a message that is complete. One that states what several parts hold together is all of them. */
  settlePart(index: number, contentIndex: number, whole: string): RunEvent[] {
    const part = this.partAt(index, contentIndex)
    this.#at(index).parts.end()
    const isAll = whole !== '' && this.#partsOf(index).length > 1 && this.messageAt(index) === whole
    return isAll ? this.settleMessage(index, [[part, whole]]) : this.settle(index, textPart(part), whole)
  }

  /** Reports a tool call once, and again when its name or id changes. */
  introduce(index: number, call: ToolCall): RunEvent[] {
    const output = this.#at(index)
    output.type = call.custom ? 'custom_tool_call' : 'function_call'
    const same = output.call?.callId === call.callId && output.call.name === call.name
    output.call = call
    return same ? [] : [{ kind: 'tool-call', output: index, ...call }]
  }

  /** Reports a non-text part unless the same was reported before: routers repeat it in its event, its item and the final list. */
  once(index: number, event: RunEvent, part?: number): RunEvent[] {
    const { told } = this.#at(index)
    const key = `${event.kind} ${part ?? ''}`
    const print = JSON.stringify(event)
    if (told.get(key) === print) return []
    told.set(key, print)
    return [event]
  }

  /** Reports an item without a reading of its own. Fields that it leaves empty stay as they came before. */
  item(index: number, item: JsonRecord): RunEvent[] {
    return this.once(index, { kind: 'item', output: index, item: this.#merge(index, item) })
  }

  /** Reports how far such an item is, while it is open: the whole item has a state of its own, or none. */
  progress(index: number, status: string): RunEvent[] {
    const { item, closed } = this.#at(index)
    return item && !closed ? this.once(index, { kind: 'item', output: index, item: { ...item, status } }) : []
  }

  /** Adds to a text of such an item, which is reported with it. */
  gather(index: number, type: string, field: string, text: string): void {
    const before = ownOf(this.#all.get(index)?.item, field)
    this.#merge(index, { type, [field]: (typeof before === 'string' ? before : '') + text })
  }

  #merge(index: number, item: JsonRecord): JsonRecord {
    const output = this.#at(index)
    const news = Object.entries(item).filter(
      ([name, value]) => saysSomething(value) || !saysSomething(ownOf(output.item, name)),
    )
    output.type ??= typeof item.type === 'string' ? item.type : undefined
    output.item = { ...output.item, ...Object.fromEntries(news) }
    return output.item
  }

  callAt(index: number): ToolCall | undefined {
    return this.#all.get(index)?.call
  }

  textAt(index: number, slot: TextSlot): string {
    return this.#all.get(index)?.growing.get(keyOf(slot))?.text ?? ''
  }

  messageAt(index: number): string {
    return this.#partsOf(index)
      .map((part) => this.textAt(index, textPart(part)))
      .join('')
  }

  #partsOf(index: number): readonly number[] {
    const found: number[] = []
    for (const [key, { text }] of this.#all.get(index)?.growing ?? [])
      if (text !== '' && key.startsWith('text')) found.push(Number(key.slice('text '.length)))
    return found.sort((a, b) => a - b)
  }

  isEmpty(index: number, kind?: 'reasoning'): boolean {
    const growing = this.#all.get(index)?.growing ?? new Map<string, Growing>()
    return ![...growing].some(([key, { text }]) => text !== '' && (kind === undefined || key === kind))
  }

  has(index: number): boolean {
    return this.#all.has(index)
  }

  begin(index: number): void {
    this.#at(index)
  }

  /** The index for events that name none. */
  get last(): number {
    return Math.max(0, this.#last)
  }

  get next(): number {
    return this.#last + 1
  }

  /** `nothing`: no output yet. `open`: at least one is not closed. */
  get state(): 'nothing' | 'open' | 'closed' {
    if (this.#all.size === 0) return 'nothing'
    return [...this.#all.values()].every(isClosed) ? 'closed' : 'open'
  }

  #at(index: number): Output {
    const found = this.#all.get(index)
    if (found) return found
    const made: Output = {
      ...{ type: undefined, announced: false, closed: false, call: undefined, item: undefined, tags: undefined },
      ...{ growing: new Map(), told: new Map(), parts: new MessageParts() },
    }
    this.#all.set(index, made)
    this.#last = Math.max(this.#last, index)
    return made
  }

  #growing(index: number, slot: TextSlot): Growing {
    const output = this.#at(index)
    output.type ??= typeOf[slot.kind]
    const found = output.growing.get(keyOf(slot))
    if (found) return found
    const made = { text: '', settled: false, watch: this.#mask.watch() }
    output.growing.set(keyOf(slot), made)
    return made
  }
}

function isClosed({ announced, closed, growing }: Output): boolean {
  return closed || (!announced && growing.size > 0 && [...growing.values()].every((one) => one.settled))
}
