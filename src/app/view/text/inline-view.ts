import type { Surroundings } from './block-view.ts'
import { patchInline } from './draw-inline.ts'
import { element } from './element.ts'
import type { Inline } from './markdown/inline.ts'
import { type InlinePlace, readInline } from './markdown/read-inline.ts'
import { avoidLongKerning, boxLength, TailText } from './tail-text.ts'

/** Maximum of unsettled text that is parsed again on every append; beyond it, text is shown unparsed until it ends. */
const maxUnsettled = 4_000
/** Longer text is never parsed: rendering it would block the page. */
const maxRead = 40_000

/** Inline content that grows. Nodes that later text cannot change are settled: the work stays linear in the text. */
export class InlineView {
  readonly #place: HTMLElement
  readonly #around: Surroundings
  readonly #kind: InlinePlace
  readonly #prefix: Node | null
  /** The growing element: the place, or the last of the boxes of a long text. */
  #box: HTMLElement
  #boxFrom = 0
  /** The settled length of the source, and the last settled node of the box. */
  #settled = 0
  #last: Node | null
  #source = ''
  #shown: readonly Inline[] = []
  #plain: TailText | undefined
  readonly #unknown = new Set<string>()

  constructor(place: HTMLElement, around: Surroundings, kind: InlinePlace = 'line') {
    this.#place = place
    this.#box = place
    this.#around = around
    this.#kind = kind
    this.#prefix = place.lastChild
    this.#last = this.#prefix
  }

  get end(): HTMLElement {
    return this.#plain?.box ?? this.#box
  }

  grow(text: string): void {
    this.#source = text
    if (this.#plain) {
      this.#plain.append(text.slice(this.#settled + this.#plain.length))
    } else if (text.length - this.#settled > maxUnsettled) {
      this.#show([])
      this.#plain = new TailText(this.#addBox())
      this.#plain.append(text.slice(this.#settled))
    } else {
      const { at, count } = this.#read(text, true)
      this.#settled += at
      for (let left = count; left > 0; left--) this.#last = this.#last ? this.#last.nextSibling : this.#box.firstChild
      this.#shown = this.#shown.slice(count)
      if (this.#settled - this.#boxFrom > boxLength) this.#nextBox()
    }
  }

  finish(text: string): ReadonlySet<string> {
    const kept = this.#settled + (this.#plain?.length ?? 0)
    // The last line may have become the head of a table, and the first ones may have been definitions.
    if (!text.startsWith(this.#source.slice(0, kept))) this.#clear()
    if (text.length - this.#settled > maxRead) {
      this.grow(text)
    } else {
      if (this.#plain) this.#box.replaceChildren()
      this.#plain = undefined
      this.#read(text, false)
    }
    return this.#unknown
  }

  redraw(text: string): void {
    if (text.length > maxRead) return
    this.#clear()
    this.#read(text, false)
  }

  #clear(): void {
    while (this.#place.lastChild && this.#place.lastChild !== this.#prefix) this.#place.lastChild.remove()
    this.#box = this.#place
    this.#plain = undefined
    this.#boxFrom = 0
    this.#settled = 0
    this.#last = this.#prefix
    this.#shown = []
  }

  #read(text: string, isGrowing: boolean): { readonly at: number; readonly count: number } {
    const rest = text.slice(this.#settled)
    avoidLongKerning(this.#place, rest)
    const { nodes, settled, unknown } = readInline(rest, this.#around.labels, isGrowing, this.#kind)
    for (const label of unknown) this.#unknown.add(label)
    this.#show(nodes)
    return settled
  }

  #show(nodes: readonly Inline[]): void {
    patchInline({ node: this.#box, last: this.#last }, this.#shown, nodes, this.#around)
    this.#shown = nodes
  }

  #nextBox(): void {
    const rest: Node[] = []
    for (let node = this.#last?.nextSibling; node; node = node.nextSibling) rest.push(node)
    this.#addBox().append(...rest)
    this.#boxFrom = this.#settled
  }

  #addBox(): HTMLElement {
    this.#box = element('span', { class: 'reading-box' })
    this.#last = null
    this.#place.append(this.#box)
    return this.#box
  }
}
