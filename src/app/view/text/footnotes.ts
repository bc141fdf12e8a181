import { element } from './element.ts'
import { avoidLongKerning } from './long-words.ts'

let scopes = 0

/**
 * The footnotes of one text: marks numbered in the order of reading, and the notes at the end.
 * Ids are made of numbers alone, so that no content can choose one.
 */
export class Footnotes {
  readonly #root: HTMLElement
  readonly #scope = `text-${++scopes}`
  readonly #labels = new WeakMap<Element, string>()
  readonly #list = element('ol')
  readonly #notes = element('div', { class: 'reading-notes', role: 'group', 'aria-label': 'Footnotes', hidden: '' }, [
    this.#list,
  ])

  /** The notes stand at the end of `root`, behind whatever is in it now. */
  constructor(root: HTMLElement) {
    this.#root = root
    root.append(this.#notes)
  }

  mark(label: string): HTMLElement {
    const mark = element('sup', { 'data-note': '' }, [element('a')])
    this.#labels.set(mark, label)
    return mark
  }

  /** Numbers every mark anew and draws the notes that are referred to, each by `draw`. */
  settle(draw: (label: string) => Iterable<Node | string>): void {
    this.#list.replaceChildren()
    const numbers = new Map<string, number>()
    for (const mark of this.#root.querySelectorAll('sup[data-note]')) {
      const label = this.#labels.get(mark) ?? ''
      const isFirst = !numbers.has(label)
      const number = numbers.get(label) ?? numbers.size + 1
      numbers.set(label, number)
      this.#link(mark.firstElementChild, number, isFirst)
    }
    this.#list.replaceChildren(...[...numbers].map(([label, number]) => this.#note(number, draw(label))))
    this.#notes.hidden = numbers.size === 0
  }

  #link(anchor: Element | null, number: number, isFirst: boolean): void {
    if (!anchor) return
    anchor.textContent = String(number)
    anchor.setAttribute('href', `#${this.#id('note', number)}`)
    anchor.setAttribute('aria-label', `Footnote ${number}`)
    if (isFirst) anchor.id = this.#id('mark', number)
    else anchor.removeAttribute('id')
  }

  #note(number: number, content: Iterable<Node | string>): HTMLElement {
    const attributes = { href: `#${this.#id('mark', number)}`, 'aria-label': `Back to the text of footnote ${number}` }
    const note = element('li', { id: this.#id('note', number), tabindex: '-1', dir: 'auto' }, content)
    avoidLongKerning(note)
    const end = note.lastElementChild instanceof HTMLParagraphElement ? note.lastElementChild : note
    end.append(' ', element('a', attributes, ['↩']))
    return note
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
