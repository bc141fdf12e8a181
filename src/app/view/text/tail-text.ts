import { avoidLongKerning } from './long-words.ts'

/** Characters after which text goes on in a box of its own: the browser lays out anew all lines of the box that grows. */
const boxLength = 8_000

/**
 * Text that only grows at its end, where only the last text node is touched; `caret` stands behind it.
 * All that is in `place` together is the text, to the character.
 */
export class TailText {
  readonly #place: HTMLElement
  readonly #caret: Node
  #tail = document.createTextNode('')

  constructor(place: HTMLElement, caret: Node) {
    this.#place = place
    this.#caret = caret
    place.replaceChildren(this.#tail, caret)
  }

  append(text: string): void {
    avoidLongKerning(this.#place, this.#tail.data.slice(-100) + text)
    for (let from = 0; from < text.length; ) {
      if (this.#isFull()) this.#addBox()
      const end = this.#endOfPart(text, from)
      this.#tail.appendData(text.slice(from, end))
      from = end
    }
  }

  /** Makes it this text; nothing is touched when it is already. */
  set(text: string): void {
    if (this.#place.textContent === text) return
    this.#tail = document.createTextNode('')
    this.#place.replaceChildren(this.#tail, this.#caret)
    this.append(text)
  }

  #isFull(): boolean {
    return this.#tail.length >= 2 * boxLength || (this.#tail.length >= boxLength && this.#tail.data.endsWith('\n'))
  }

  /** A box is filled to its length, and then to the end of the line if that is not too far. */
  #endOfPart(text: string, from: number): number {
    const left = boxLength - this.#tail.length
    if (left > 0) return from + left
    const lineEnd = text.indexOf('\n', from)
    const limit = from + left + boxLength
    return lineEnd < 0 ? limit : Math.min(lineEnd + 1, limit)
  }

  #addBox(): void {
    const box = document.createElement('span')
    box.className = 'reading-box'
    this.#tail = document.createTextNode('')
    box.append(this.#tail, this.#caret)
    this.#place.append(box)
  }
}
