import { element } from './element.ts'

let scopes = 0

const partSize = 64
const stepSize = 64

interface Note {
  readonly item: HTMLElement
  readonly back: HTMLElement
  /** Its number; 0 while it is not referenced. */
  number: number
}

/** Marks numbered in order of arrival, and their notes at the end. Ids are numbers, so that content cannot choose one. */
export class Footnotes {
  readonly #root: HTMLElement
  readonly #scope = `text-${++scopes}`
  readonly #labels = new WeakMap<Element, string>()
  #numbers = new Map<string, number>()
  readonly #notes = new Map<string, Note>()
  readonly #noteOf = new WeakMap<Element, Note>()
  /** Lists of up to `partSize` notes, by what their numbers have in common. */
  readonly #parts: (HTMLElement | undefined)[] = []
  readonly #box = element('div', { class: 'reading-notes', role: 'group', 'aria-label': 'Footnotes', hidden: '' })

  constructor(root: HTMLElement) {
    this.#root = root
    root.append(this.#box)
  }

  mark(label: string): HTMLElement {
    const mark = element('sup', {}, [element('a')])
    this.#labels.set(mark, label)
    this.#number(mark, numberOf(label, this.#numbers))
    this.#show(label)
    return mark
  }

  /** The container of a note, shown once a mark refers to it. A second note of the same label is not shown. */
  place(label: string): HTMLElement {
    const item = element('li')
    if (this.#notes.has(label)) return item
    const note = { item, back: element('span', {}, [' ', element('a', {}, ['↩'])]), number: 0 }
    this.#notes.set(label, note)
    this.#noteOf.set(item, note)
    this.#show(label)
    return item
  }

  /** Renumbers all marks in document order after the end of the text, and links the notes back. Yields between steps. */
  *settle(): Generator<void, void> {
    const numbers = new Map<string, number>()
    const inText = [...this.#root.querySelectorAll('sup')].filter((mark) => !this.#box.contains(mark))
    yield* this.#renumber(inText, numbers)
    // References inside notes are numbered after those in the text.
    for (const [label, number] of numbers) {
      const note = this.#notes.get(label)
      if (note) {
        this.#link(note, number)
        yield* this.#renumber(note.item.querySelectorAll('sup'), numbers)
      }
      if (number % stepSize === 0) yield
    }
    this.#numbers = numbers
    let shown = 0
    for (const label of this.#notes.keys()) {
      this.#show(label)
      if (++shown % stepSize === 0) yield
    }
    for (const part of this.#parts) if (part?.childElementCount === 0) part.remove()
    this.#box.hidden = this.#box.childElementCount === 0
  }

  *#renumber(marks: Iterable<Element>, numbers: Map<string, number>): Generator<void, void> {
    let done = 0
    for (const mark of marks) {
      const label = this.#labels.get(mark) ?? ''
      const isFirst = !numbers.has(label)
      const number = numberOf(label, numbers)
      const anchor = this.#number(mark, number)
      if (isFirst) anchor?.setAttribute('id', this.#id('mark', number))
      else anchor?.removeAttribute('id')
      if (++done % stepSize === 0) yield
    }
  }

  #number(mark: Element, number: number): Element | null {
    const anchor = mark.firstElementChild
    if (!anchor || anchor.textContent === String(number)) return anchor
    anchor.textContent = String(number)
    anchor.setAttribute('href', `#${this.#id('note', number)}`)
    anchor.setAttribute('aria-label', `Footnote ${number}`)
    return anchor
  }

  #show(label: string): void {
    const note = this.#notes.get(label)
    const number = this.#numbers.get(label) ?? 0
    if (!note || note.number === number) return
    note.number = number
    if (number === 0) {
      note.item.remove()
      return
    }
    note.item.id = this.#id('note', number)
    note.item.setAttribute('value', String(number))
    const part = this.#partOf(number)
    let after = part.lastElementChild
    while (after && (this.#noteOf.get(after)?.number ?? 0) > number) after = after.previousElementSibling
    part.insertBefore(note.item, after ? after.nextSibling : part.firstChild)
    this.#box.hidden = false
  }

  #partOf(number: number): HTMLElement {
    const at = Math.floor((number - 1) / partSize)
    const there = this.#parts[at]
    if (there?.parentNode) return there
    const part = element('ol', at > 0 ? { class: 'reading-part' } : {})
    const before = this.#parts.slice(0, at).findLast((one) => one?.parentNode)
    if (before) before.after(part)
    else this.#box.prepend(part)
    this.#parts[at] = part
    return part
  }

  #link({ item, back }: Note, number: number): void {
    const anchor = back.querySelector('a')
    anchor?.setAttribute('href', `#${this.#id('mark', number)}`)
    anchor?.setAttribute('aria-label', `Back to footnote reference ${number}`)
    const { lastElementChild: last } = item
    const end = last instanceof HTMLParagraphElement ? last : item
    end.append(back)
  }

  #id(kind: 'note' | 'mark', number: number): string {
    return `${this.#scope}-${kind}-${number}`
  }
}

function numberOf(label: string, numbers: Map<string, number>): number {
  const number = numbers.get(label) ?? numbers.size + 1
  numbers.set(label, number)
  return number
}

/** Follows a footnote link inside `root` without changing the page's URL. */
export function jumpWithin(root: HTMLElement, { hash }: HTMLAnchorElement): void {
  const target = root.querySelector<HTMLElement>(`[id="${hash.slice(1)}"]`)
  if (target?.tagName === 'LI') target.tabIndex = -1
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
