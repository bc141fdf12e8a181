import { element } from './element.ts'

/** Characters per box. Appending lays out the whole box again, so long text is split. */
export const boxLength = 8_000

/** Append-only text. Only the last text node changes; the text content of `place` is the whole text. */
export class TailText {
  readonly #place: HTMLElement
  #box: HTMLElement
  #tail = document.createTextNode('')
  #length = 0

  constructor(place: HTMLElement) {
    this.#place = place
    this.#box = place
    place.append(this.#tail)
  }

  get length(): number {
    return this.#length
  }

  get box(): HTMLElement {
    return this.#box
  }

  append(text: string): void {
    this.#length += text.length
    avoidLongKerning(this.#place, this.#tail.data.slice(-100) + text)
    for (let from = 0; from < text.length; ) {
      if (this.#isFull()) this.#addBox()
      const end = this.#endOfPart(text, from)
      this.#tail.appendData(text.slice(from, end))
      from = end
    }
  }

  #isFull(): boolean {
    return this.#tail.length >= 2 * boxLength || (this.#tail.length >= boxLength && this.#tail.data.endsWith('\n'))
  }

  /** A box is filled to `boxLength`, then up to the next line end within another `boxLength`. */
  #endOfPart(text: string, from: number): number {
    const left = boxLength - this.#tail.length
    if (left > 0) return from + left
    const lineEnd = text.indexOf('\n', from)
    const limit = from + left + boxLength
    return lineEnd < 0 ? limit : Math.min(lineEnd + 1, limit)
  }

  #addBox(): void {
    this.#tail = document.createTextNode('')
    this.#box = element('span', { class: 'reading-box' }, [this.#tail])
    this.#place.append(this.#box)
  }
}

/** Switches off kerning for words longer than a line: browsers break kerned words by trial, which takes seconds. */
export function avoidLongKerning(shown: Element, text = shown.textContent): void {
  if (/\S{100}/.test(text)) shown.classList.add('reading-unkerned')
}
