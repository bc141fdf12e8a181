import type { Part } from './emphasis.ts'

/** What has been read of a line of text, in order. Plain text is gathered until something else follows it. */
export class PartList {
  readonly #parts: Part[] = []
  #plain = ''

  /** The plain text at the end. */
  get plain(): string {
    return this.#plain
  }

  say(text: string): void {
    this.#plain += text
  }

  /** Takes the last characters of the plain text away again. */
  unsay(length: number): void {
    this.#plain = this.#plain.slice(0, this.#plain.length - length)
  }

  /** Returns the number of the part. */
  put(part: Part): number {
    this.#flush()
    return this.#parts.push(part) - 1
  }

  /** Removes and returns all parts from number `from` on. */
  takeFrom(from: number): Part[] {
    this.#flush()
    return this.#parts.splice(from)
  }

  #flush(): void {
    if (this.#plain) this.#parts.push({ kind: 'text', text: this.#plain })
    this.#plain = ''
  }
}
