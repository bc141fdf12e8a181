/**
 * Assigns the events of a message to its parts. Some routers count `content_index` up with every delta, others give all parts the same: a
 * new part begins where it is announced, or behind one that is complete.
 */
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

  /** The last part is complete. */
  end(): void {
    this.#isOver = true
  }
}
