import type { BlockView, Redrawn, Surroundings } from './block-view.ts'
import { CodeView } from './code-view.ts'
import { element } from './element.ts'
import { Footnotes } from './footnotes.ts'
import { LineView } from './line-view.ts'
import { ContainerView, ListView, SidedView } from './list-view.ts'
import type { Block, Leaf } from './markdown/block.ts'
import { Blocks } from './markdown/blocks.ts'
import type { Labels } from './markdown/brackets.ts'
import { loadMoreCharacters, needsMoreCharacters } from './markdown/character-references.ts'
import type { UndecidedLine } from './markdown/line-starts.ts'
import { labelKey, type Target } from './markdown/links.ts'
import { TableView } from './table-view.ts'
import { TailText } from './tail-text.ts'

/** Characters after which an ambiguous start of a line is shown as text. */
const patience = 120

/** One text from its first piece to its end. Finished blocks are final; only the open one is redrawn. */
export class GrowingText implements Surroundings {
  readonly labels: Labels = {
    target: (key) => this.#targets.get(key),
    note: (key) => (this.#notes.has(key) ? 'known' : this.#isGrowing ? 'expected' : undefined),
  }
  readonly settle: (block: HTMLElement) => void
  readonly drawMark = (label: string) => this.#footnotes.mark(label)
  readonly #wake: () => void
  readonly #footnotes: Footnotes
  readonly #blocks = new Blocks({
    define: ({ label, url, title }) => this.#define(label, { url, title }),
    note: ({ label }) => this.#notes.add(labelKey(label)),
  })
  readonly #view: ContainerView
  readonly #pending = element('p', { class: 'reading-plain', dir: 'auto' })
  #pendingText: TailText | undefined
  #undecided: UndecidedLine | undefined
  readonly #targets = new Map<string, Target>()
  readonly #notes = new Set<string>()
  readonly #waiting = new Map<string, Set<Redrawn>>()
  readonly #waitingForCharacters = new Set<Redrawn>()
  readonly #again = new Set<Redrawn>()
  #settling: Generator<void, void> | undefined
  #isGrowing = true
  #level = 1
  #growing: HTMLElement | undefined

  /** Replaces the content of `root`. `settle` is called with each block that is final, `wake` when a redraw is pending. */
  constructor(root: HTMLElement, settle: (block: HTMLElement) => void, wake: () => void) {
    this.settle = settle
    this.#wake = wake
    const body = element('div', { class: 'reading-body' })
    root.replaceChildren(body)
    this.#footnotes = new Footnotes(root)
    this.#view = new ContainerView(this.#blocks.root.children, body, (block) => drawBlock(block, this), 'text')
  }

  get open(): Leaf | undefined {
    return this.#blocks.open
  }

  get hasMore(): boolean {
    return this.#again.size > 0 || this.#settling !== undefined
  }

  take(piece: string): void {
    this.#blocks.push(piece)
    this.#view.grow()
    this.#showPending()
  }

  end(): void {
    this.#blocks.end()
    this.#isGrowing = false
    this.#view.finish()
    this.#showPending()
    this.#growing?.classList.remove('reading-growing')
    for (const [label, leaves] of this.#waiting) {
      if (label.startsWith('^') && !this.#notes.has(label)) for (const leaf of leaves) this.#again.add(leaf)
    }
    this.#settling = this.#footnotes.settle()
  }

  /** Redraws one block that refers to a label defined later; after the last one, runs one step of ordering the footnotes. */
  goOn(): void {
    const [next] = this.#again
    if (next) {
      this.#again.delete(next)
      next.redraw()
      if (!this.#isGrowing) this.#settling = this.#footnotes.settle()
    } else if (this.#settling?.next().done) {
      this.#settling = undefined
    }
  }

  await(leaf: Redrawn, labels: ReadonlySet<string>, source: string): void {
    for (const label of labels) {
      const leaves = this.#waiting.get(label)
      if (leaves) leaves.add(leaf)
      else this.#waiting.set(label, new Set([leaf]))
    }
    if (needsMoreCharacters(source)) this.#awaitCharacters(leaf)
  }

  headingLevel(depth: number): number {
    this.#level = Math.min(depth + 1, this.#level + 1, 6)
    return this.#level
  }

  notePlace(label: string): HTMLElement {
    return this.#footnotes.place(labelKey(label))
  }

  growAt(place: HTMLElement): void {
    if (place === this.#growing) return
    this.#growing?.classList.remove('reading-growing')
    place.classList.add('reading-growing')
    this.#growing = place
  }

  #define(label: string, target: Target): void {
    if (this.#targets.has(label)) return
    this.#targets.set(label, target)
    for (const leaf of this.#waiting.get(label) ?? []) this.#again.add(leaf)
    this.#waiting.delete(label)
  }

  #awaitCharacters(leaf: Redrawn): void {
    this.#waitingForCharacters.add(leaf)
    if (this.#waitingForCharacters.size > 1) return
    loadMoreCharacters().then(
      () => {
        for (const waiting of this.#waitingForCharacters) this.#again.add(waiting)
        this.#waitingForCharacters.clear()
        this.#wake()
      },
      () => {
        // Without the table, `&name;` is shown as source.
      },
    )
  }

  #showPending(): void {
    const { undecided } = this.#blocks
    if (undecided !== this.#undecided) {
      this.#undecided = undecided
      this.#pending.remove()
      this.#pending.replaceChildren()
      this.#pendingText = undefined
    }
    if (undecided.length <= patience) return
    this.#pendingText ??= new TailText(this.#pending)
    this.#pendingText.append(undecided.from(this.#pendingText.length))
    this.#view.element.after(this.#pending)
  }
}

function drawBlock(block: Block, around: Surroundings): BlockView {
  const draw = (child: Block) => drawBlock(child, around)
  switch (block.kind) {
    case 'paragraph':
      return new LineView(block, element('p', { dir: 'auto' }), around)
    case 'heading': {
      const level = String(around.headingLevel(block.depth))
      return new LineView(block, element(`h${block.depth}`, { dir: 'auto', 'aria-level': level }), around)
    }
    case 'code':
    case 'html':
      return new CodeView(block, around)
    case 'rule':
      return { element: element('hr'), grow: nothing, finish: nothing }
    case 'table':
      return new TableView(block, around)
    case 'quote':
      return new SidedView(block, element('blockquote'), draw)
    case 'list':
      return new ListView(block, draw)
    case 'item':
      return new ContainerView(block.children, element('li'), draw)
    case 'note': {
      const note = new ContainerView(block.children, around.notePlace(block.label), draw)
      return { element: undefined, grow: () => note.grow(), finish: () => note.finish() }
    }
  }
}

function nothing(): void {
  // A rule has no text.
}
