import { defined } from '#contract/core/loose-json.ts'
import { type KeyMask, type KeyWatch, noMask } from '#media/key-mask.ts'
import type { RunEvent } from './run-event.ts'

/** Identifies one of the growing texts of an output. */
export type Strand =
  | { readonly kind: 'text'; readonly part: number }
  | { readonly kind: 'refusal' | 'reasoning' | 'tool-arguments' }

/** How a router introduced a tool call. */
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
  readonly growing: Map<string, Growing>
  /** The last reported JSON of non-text parts, by index. */
  readonly told: Map<number, string>
}

/**
 * The state of a reply by output index, never by id. Every method returns the events for what has changed, so that content repeated by the
 * router (in deltas, a `done` and the final list) is reported once.
 */
export class ReplyOutputs {
  readonly #all = new Map<number, Output>()
  readonly #mask: KeyMask
  #last = -1

  constructor(mask: KeyMask = noMask) {
    this.#mask = mask
  }

  /** Opens an output. The first type that is named counts. */
  open(index: number, type?: string): void {
    const output = this.#at(index)
    output.announced = true
    output.type ??= type
  }

  close(index: number, type?: string): void {
    const output = this.#at(index)
    output.closed = true
    output.type ??= type
  }

  /** An output that comes at once. */
  whole(index: number, type: string): void {
    this.open(index, type)
    this.close(index)
  }

  /** Appends to a text. Where the pieces complete the key, the whole text is reported again without it. */
  add(index: number, strand: Strand, text: string): RunEvent[] {
    const growing = this.#growing(index, strand)
    if (text === '') return []
    growing.text += text
    growing.settled = false
    if (!growing.watch.completes(text)) return [deltaOf(index, strand, text)]
    growing.text = this.#mask.hide(growing.text)
    return [wholeOf(index, strand, growing.text)]
  }

  /** Replaces a text by the router's complete one; a difference is reported. */
  settle(index: number, strand: Strand, whole: string): RunEvent[] {
    const growing = this.#growing(index, strand)
    const text = this.#mask.hide(whole)
    const before = growing.text
    const news = before !== text || (strand.kind === 'tool-arguments' && !growing.settled)
    growing.text = text
    growing.settled = true
    if (!news) return []
    const told = wholeOf(index, strand, text)
    if (before === '' || before === text) return [told]
    return [told, { kind: 'notice', notice: 'text-differs', detail: `output ${index}` }]
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
  once(index: number, part: number, event: RunEvent): RunEvent[] {
    const { told } = this.#at(index)
    const print = JSON.stringify(event)
    if (told.get(part) === print) return []
    told.set(part, print)
    return [event]
  }

  callAt(index: number): ToolCall | undefined {
    return this.#all.get(index)?.call
  }

  textAt(index: number, strand: Strand): string {
    return this.#all.get(index)?.growing.get(keyOf(strand))?.text ?? ''
  }

  isClosed(index: number): boolean {
    return this.#all.get(index)?.closed ?? false
  }

  /** The index for events that name none. */
  get last(): number {
    return Math.max(0, this.#last)
  }

  /** The first free index. */
  get next(): number {
    return this.#last + 1
  }

  /** Indexes and types in ascending order. */
  get order(): readonly { readonly index: number; readonly type?: string }[] {
    return [...this.#all].sort(([a], [b]) => a - b).map(([index, { type }]) => ({ index, ...defined({ type }) }))
  }

  /** `nothing`: no output yet. `open`: at least one is not closed. */
  get state(): 'nothing' | 'open' | 'closed' {
    if (this.#all.size === 0) return 'nothing'
    return [...this.#all.values()].every(isClosed) ? 'closed' : 'open'
  }

  #at(index: number): Output {
    const found = this.#all.get(index)
    if (found) return found
    const made = {
      type: undefined,
      announced: false,
      closed: false,
      call: undefined,
      growing: new Map(),
      told: new Map(),
    }
    this.#all.set(index, made)
    this.#last = Math.max(this.#last, index)
    return made
  }

  #growing(index: number, strand: Strand): Growing {
    const output = this.#at(index)
    output.type ??= typeOf[strand.kind]
    const found = output.growing.get(keyOf(strand))
    if (found) return found
    const made = { text: '', settled: false, watch: this.#mask.watch() }
    output.growing.set(keyOf(strand), made)
    return made
  }
}

const typeOf = { text: 'message', refusal: 'message', reasoning: 'reasoning', 'tool-arguments': 'function_call' }

function keyOf(strand: Strand): string {
  return strand.kind === 'text' && strand.part > 0 ? `text ${strand.part}` : strand.kind
}

function isClosed({ announced, closed, growing }: Output): boolean {
  return closed || (!announced && growing.size > 0 && [...growing.values()].every((one) => one.settled))
}

function deltaOf(output: number, strand: Strand, text: string): RunEvent {
  switch (strand.kind) {
    case 'text':
      return { kind: 'text-delta', output, part: strand.part, text }
    case 'refusal':
      return { kind: 'refusal-delta', output, text }
    case 'reasoning':
      return { kind: 'reasoning-delta', output, text }
    case 'tool-arguments':
      return { kind: 'tool-arguments-delta', output, text }
  }
}

function wholeOf(output: number, strand: Strand, text: string): RunEvent {
  return strand.kind === 'text'
    ? { kind: 'text', output, part: strand.part, text }
    : { kind: strand.kind, output, text }
}
