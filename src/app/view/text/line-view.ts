import type { BlockView, Redrawn, Surroundings } from './block-view.ts'
import { element } from './element.ts'
import { InlineView } from './inline-view.ts'
import type { Heading, Paragraph } from './markdown/block.ts'
import { isPlain } from './markdown/inline.ts'
import { withoutClosingMarks } from './markdown/line-starts.ts'

export class LineView implements BlockView, Redrawn {
  readonly element: HTMLElement
  readonly #block: Paragraph | Heading
  readonly #around: Surroundings
  #inline: InlineView | undefined
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

const maxPending = 1_000
const maxPendingLabel = 240

/** What to show of a growing block: no closing marks of a heading, no possible definition or head of a table. */
export function shownText({ kind, text }: Paragraph | Heading): string {
  if (kind === 'heading') return withoutClosingMarks(text)
  const line = text.lastIndexOf('\n') + 1
  const isHead = text[line] === '|' && text.length - line < maxPending
  const shown = isHead ? text.slice(0, Math.max(0, line - 1)) : text
  return mayDefine(shown) ? '' : shown
}

/** Whether a text begins with what may become a definition, or the box of a task. */
function mayDefine(text: string): boolean {
  const [label] = /^\[(?:[^[\]\\]|\\.)*/.exec(text.slice(0, maxPending)) ?? []
  if (label === undefined || text.length >= maxPending) return false
  const rest = text.slice(label.length)
  return rest === '' ? text.length < maxPendingLabel : /^\](?:[ \t]*$|:)/.test(rest)
}
