import { element } from './element.ts'

let scopes = 0

interface Note {
  readonly item: HTMLElement
  readonly back: HTMLElement
}

/**
 * The footnotes of one text: marks numbered in the order in which they come, and what they say at the end.
 * Ids are made of numbers alone, so that no content can choose one.
 */
export class Footnotes {
  readonly #root: HTMLElement
  readonly #scope = `text-${++scopes}`
  readonly #labels = new WeakMap<Element, string>()
  readonly #numbers = new Map<string, number>()
  readonly #notes = new Map<string, Note>()
  readonly #shown = new WeakMap<Element, number>()
  readonly #list = element('ol')
  readonly #box = element('div', { class: 'reading-notes', role: 'group', 'aria-label': 'Footnotes', hidden: '' }, [
    this.#list,
  ])

  /** The notes stand at the end of `root`, behind whatever is in it now. */
  constructor(root: HTMLElement) {
    this.#root = root
    root.append(this.#box)
  }

  mark(label: string): HTMLElement {
    const mark = element('sup', { 'data-note': '' }, [element('a')])
    this.#labels.set(mark, label)
    const isFirst = !this.#numbers.has(label)
    this.#number(mark, label)
    if (isFirst) this.#show(label)
    return mark
  }

  /** The place for what the footnote says, shown once a mark refers to it. A second note of one label is not shown. */
  place(label: string): HTMLElement {
    const item = element('li', { tabindex: '-1', dir: 'auto' })
    if (this.#notes.has(label)) return item
    this.#notes.set(label, { item, back: element('span', {}, [' ', element('a', {}, ['↩'])]) })
    this.#show(label)
    return item
  }

  /** Numbers all marks anew in the order in which they stand, now that nothing more will come, and links the notes back to them. */
  settle(): void {
    this.#numbers.clear()
    this.#list.remove()
    this.#numberIn(this.#root)
    const items: HTMLElement[] = []
    // A note may have marks of its own, which come after all that are in the text.
    for (const [label, number] of this.#numbers) {
      const note = this.#notes.get(label)
      if (!note) continue
      this.#link(note, number)
      this.#numberIn(note.item)
      items.push(note.item)
    }
    this.#list.replaceChildren(...items)
    this.#box.append(this.#list)
    this.#box.hidden = items.length === 0
  }

  #numberIn(place: Element): void {
    for (const mark of place.querySelectorAll('sup[data-note]')) {
      const label = this.#labels.get(mark) ?? ''
      const isFirst = !this.#numbers.has(label)
      const anchor = this.#number(mark, label)
      if (isFirst) anchor?.setAttribute('id', this.#id('mark', this.#numbers.size))
      else anchor?.removeAttribute('id')
    }
  }

  #number(mark: Element, label: string): Element | null {
    const number = this.#numbers.get(label) ?? this.#numbers.size + 1
    this.#numbers.set(label, number)
    const anchor = mark.firstElementChild
    if (anchor) anchor.textContent = String(number)
    anchor?.setAttribute('href', `#${this.#id('note', number)}`)
    anchor?.setAttribute('aria-label', `Footnote ${number}`)
    return anchor
  }

  /** Shows a note that has its number, at its place among the others. */
  #show(label: string): void {
    const note = this.#notes.get(label)
    const number = this.#numbers.get(label)
    if (!note || number === undefined) return
    note.item.id = this.#id('note', number)
    this.#shown.set(note.item, number)
    let after = this.#list.lastElementChild
    while (after && (this.#shown.get(after) ?? 0) > number) after = after.previousElementSibling
    this.#list.insertBefore(note.item, after ? after.nextSibling : this.#list.firstChild)
    this.#box.hidden = false
  }

  #link({ item, back }: Note, number: number): void {
    item.id = this.#id('note', number)
    const anchor = back.querySelector('a')
    anchor?.setAttribute('href', `#${this.#id('mark', number)}`)
    anchor?.setAttribute('aria-label', `Back to the text of footnote ${number}`)
    const { lastElementChild: last } = item
    const end = last instanceof HTMLParagraphElement ? last : item
    end.append(back)
  }

  #id(kind: 'note' | 'mark', number: number): string {
    return `${this.#scope}-${kind}-${number}`
  }
}

/** Follows the link of a mark or a note inside `root`, without changing the page's address. */
export function jumpWithin(root: HTMLElement, { hash }: HTMLAnchorElement): void {
  const target = root.querySelector<HTMLElement>(`[id="${hash.slice(1)}"]`)
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
