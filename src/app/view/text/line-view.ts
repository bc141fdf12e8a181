import type { BlockView } from './block-view.ts'
import { element } from './element.ts'
import { InlineView } from './inline-view.ts'
import type { Heading, Paragraph } from './markdown/block.ts'
import { isPlain } from './markdown/is-plain.ts'
import { shownText } from './shown-text.ts'
import type { Redrawn, Surroundings } from './surroundings.ts'

/** A paragraph or a heading. */
export class LineView implements BlockView, Redrawn {
  readonly element: HTMLElement
  readonly #block: Paragraph | Heading
  readonly #around: Surroundings
  #inline: InlineView | undefined
  /** Where the inline content begins, behind the box of a task. */
  #start = 0
  #isFinished = false

  constructor(block: Paragraph | Heading, element: HTMLElement, around: Surroundings) {
    this.#block = block
    this.element = element
    this.#around = around
  }

  grow(): void {
    if (this.#around.open !== this.#block) {
      this.finish()
      return
    }
    const text = shownText(this.#block)
    if (!text) return
    const inline = this.#begin(text)
    inline.grow(text.slice(this.#start))
    this.#around.growAt(inline.end)
  }

  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    const { text } = this.#block
    if (!this.#inline && isPlain(text)) {
      this.element.append(text.trimEnd())
      return
    }
    const unknown = this.#begin(text).finish(text.slice(this.#start).trimEnd())
    this.#around.await(this, unknown, text)
  }

  redraw(): void {
    this.#inline?.redraw(this.#block.text.slice(this.#start).trimEnd())
  }

  #begin(text: string): InlineView {
    this.#inline ??= this.#beginInline(text)
    return this.#inline
  }

  #beginInline(text: string): InlineView {
    const task = /^\[([ xX])\][ \t\n]+(?=\S)/.exec(text)
    const parent = this.element.parentElement
    if (task && parent?.tagName === 'LI' && parent.firstChild === this.element) {
      const isDone = task[1] !== ' '
      const box = element('input', { type: 'checkbox', disabled: '', 'aria-label': isDone ? 'Done' : 'To do' })
      box.checked = isDone
      parent.classList.add('reading-task')
      this.element.append(box, ' ')
      this.#start = task[0].length
    }
    return new InlineView(this.element, this.#around)
  }
}
