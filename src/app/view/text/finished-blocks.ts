import type { Block } from './block-scanner.ts'
import { drawBlocks } from './draw-block.ts'
import type { Surroundings } from './draw-inline.ts'
import { Footnotes } from './footnotes.ts'
import { highlightSoon } from './highlight-soon.ts'
import { avoidLongKerning } from './long-words.ts'
import { levelHeadings } from './outline.ts'
import type { OverflowWatch } from './overflow-watch.ts'
import type { ParseBlock } from './parse-block.ts'
import { References } from './references.ts'
import { isTooHeavy } from './too-heavy.ts'

interface Shown {
  readonly host: HTMLElement
  readonly text: string
  /** The heading level before it; known once it has been drawn. */
  levelBefore?: number
}

/**
 * The finished blocks of one text, which stand there as plain text until they are read as Markdown, one by one and once each.
 * Only a block that refers to what a later one defines is read again.
 */
export class FinishedBlocks {
  readonly #overflow: OverflowWatch
  readonly #footnotes: Footnotes
  readonly #references = new References<Shown>()
  readonly #surroundings: Surroundings
  readonly #unread = new Set<Shown>()
  readonly #again = new Set<Shown>()
  #level = 1
  #areNotesStale = false

  constructor(root: HTMLElement, overflow: OverflowWatch) {
    this.#overflow = overflow
    this.#footnotes = new Footnotes(root)
    this.#surroundings = {
      target: (label) => this.#references.target(label),
      footnoteMark: (label) => this.#footnotes.mark(label),
    }
  }

  get hasUnread(): boolean {
    return this.#unread.size + this.#again.size > 0
  }

  /** Takes a finished block and the element that shows its text. */
  add(block: Block, host: HTMLElement): void {
    if (block.kind === 'fence') this.#settle(host)
    else if (!isTooHeavy(block)) this.#unread.add({ host, text: block.text })
  }

  /** Reads one block and draws it in place of its plain text. */
  readNext(parse: ParseBlock): void {
    const [next] = this.#unread.size > 0 ? this.#unread : this.#again
    if (!next) return
    this.#unread.delete(next)
    this.#again.delete(next)
    try {
      this.#read(next, parse)
    } catch {
      // A parser that gives up leaves the plain text standing.
    }
    if (this.#areNotesStale && !this.hasUnread) this.#settleFootnotes()
  }

  #read(shown: Shown, parse: ParseBlock): void {
    const parsed = parse(shown.text, this.#references.known(shown.text, shown))
    for (const asker of this.#references.define(parsed)) if (asker !== shown) this.#again.add(asker)
    shown.host.replaceChildren(...drawBlocks(parsed.nodes, this.#surroundings))
    avoidLongKerning(shown.host)
    const isFirst = shown.levelBefore === undefined
    shown.levelBefore ??= this.#level
    const level = levelHeadings(shown.host, shown.levelBefore)
    if (isFirst) this.#level = level
    this.#settle(shown.host)
    if (parsed.notes.length > 0 || shown.host.querySelector('sup')) this.#areNotesStale = true
  }

  #settle(host: HTMLElement): void {
    this.#overflow.watch(host)
    highlightSoon(host)
  }

  #settleFootnotes(): void {
    this.#areNotesStale = false
    this.#footnotes.settle((label) => {
      const note = this.#references.note(label)
      return note ? drawBlocks(note.children, this.#surroundings) : []
    })
  }
}
