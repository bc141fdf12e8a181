import type { RunEvent } from './run-event.ts'

/** Identifies one of the growing texts of an output. */
export type TextSlot =
  | { readonly kind: 'text'; readonly part: number }
  | { readonly kind: 'refusal' | 'reasoning' | 'tool-arguments' }

/** The type of an item that holds such a text, where no event names one. */
export const typeOf = { text: 'message', refusal: 'message', reasoning: 'reasoning', 'tool-arguments': 'function_call' }

export function keyOf(slot: TextSlot): string {
  return slot.kind === 'text' ? (slot.part === 0 ? 'text 0' : `text ${slot.part}`) : slot.kind
}

export const textPart = (part: number): TextSlot => ({ kind: 'text', part })

export const isBlank = (text: string, { kind }: TextSlot) =>
  text.trim() === '' || (kind === 'tool-arguments' && /^(?:\{\s*\}|null)$/.test(text.trim()))

/** Whether a complete text says less than what came: nothing, or a part of it. */
export function isWeaker(text: string, before: string, slot: TextSlot = textPart(0)): boolean {
  return before !== '' && (isBlank(text, slot) || before.includes(text))
}

export function deltaOf(output: number, slot: TextSlot, text: string): RunEvent {
  switch (slot.kind) {
    case 'text':
      return { kind: 'text-delta', output, part: slot.part, text }
    case 'refusal':
      return { kind: 'refusal-delta', output, text }
    case 'reasoning':
      return { kind: 'reasoning-delta', output, text }
    case 'tool-arguments':
      return { kind: 'tool-arguments-delta', output, text }
  }
}

export function wholeOf(output: number, slot: TextSlot, text: string): RunEvent {
  return slot.kind === 'text' ? { kind: 'text', output, part: slot.part, text } : { kind: slot.kind, output, text }
}

/** Assigns the events of a message to parts: `content_index` is unreliable. A part begins where announced, or behind a complete one. */
export class MessageParts {
  readonly #byIndex = new Map<number, number>()
  #last: number | undefined
  #isOver = false

  /** The part of an event; `hasText` says whether a part has any so far. */
  at(contentIndex: number, isNew: boolean, hasText: (part: number) => boolean): number {
    const known = this.#byIndex.get(contentIndex)
    if (known !== undefined && !(isNew && this.#isOver)) {
      this.#last = known
      return known
    }
    const last = this.#last
    const begins = last === undefined || this.#isOver || (isNew && hasText(last))
    const part = begins ? Math.max(contentIndex, (last ?? -1) + 1) : last
    if (begins) this.#isOver = false
    this.#byIndex.set(contentIndex, part)
    this.#last = part
    return part
  }

  end(): void {
    this.#isOver = true
  }
}
