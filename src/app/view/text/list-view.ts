import type { BlockView } from './block-view.ts'
import { element } from './element.ts'
import type { Block, List, Quote } from './markdown/block.ts'
import { directionOf } from './markdown/block.ts'

/** Children placed directly before further ones are put into groups. */
const ungroupedOf = { text: 0, block: 64 } as const
/** Children of a group; the browser skips layout of groups out of view (`content-visibility`). */
const groupSize = 8
/** Sibling groups, and groups in each larger group after them: the browser checks every group that is not nested in another. */
const groupsTogether = 32

/** Only the last block changes; finished ones are dropped, so that a piece costs the same in a text of any length. */
export class ContainerView implements BlockView {
  readonly element: HTMLElement
  readonly #children: readonly Block[]
  readonly #draw: (block: Block) => BlockView
  #drawn = 0
  #last: { readonly block: Block; readonly view: BlockView } | undefined
  #ungrouped: number
  #group: HTMLElement | undefined
  #groups = 0
  #largeGroup: HTMLElement | undefined

  constructor(
    children: readonly Block[],
    element: HTMLElement,
    draw: (block: Block) => BlockView,
    place: keyof typeof ungroupedOf = 'block',
  ) {
    this.#children = children
    this.element = element
    this.#draw = draw
    this.#ungrouped = ungroupedOf[place]
  }

  grow(): void {
    // A paragraph may become a heading, a table or a definition that renders nothing.
    if (this.#last && this.#children[this.#drawn - 1] !== this.#last.block) {
      this.#last.view.element?.remove()
      this.#last = undefined
      this.#drawn--
    }
    const fresh = this.#children.slice(this.#drawn)
    fresh.forEach((block, index) => {
      this.#last?.view.finish()
      const view = this.#draw(block)
      this.#last = { block, view }
      // A complete item is finished before it is inserted: one insertion is cheaper than many.
      if (index < fresh.length - 1 && isWords(block)) view.finish()
      if (view.element) this.place(view.element)
      this.#drawn++
    })
    this.#last?.view.grow()
  }

  finish(): void {
    this.grow()
    this.#last?.view.finish()
    this.#last = undefined
  }

  protected place(child: HTMLElement): void {
    if (this.#ungrouped > 0) {
      this.#ungrouped--
      this.element.append(child)
    } else if (this.#group && this.#group.childElementCount < groupSize) {
      this.#group.append(child)
    } else {
      this.#group = element('div', { class: 'reading-group' }, [child])
      this.#placeGroup(this.#group)
    }
  }

  #placeGroup(group: HTMLElement): void {
    this.#groups++
    if (this.#groups <= groupsTogether) {
      this.element.append(group)
    } else if (this.#largeGroup && this.#largeGroup.childElementCount < groupsTogether) {
      this.#largeGroup.append(group)
    } else {
      this.#largeGroup = element('div', { class: 'reading-group' }, [group])
      this.element.append(this.#largeGroup)
    }
  }
}

/** A quote or a list: its bar or its markers stand on the side where its text begins. */
export class SidedView extends ContainerView {
  protected readonly elements: HTMLElement[]
  readonly #block: Quote | List
  #isDecided = false

  constructor(block: Quote | List, element: HTMLElement, draw: (block: Block) => BlockView) {
    super(block.children, element, draw)
    this.elements = [element]
    this.#block = block
  }

  override grow(): void {
    super.grow()
    if (!this.#isDecided) this.#takeSide()
  }

  override finish(): void {
    super.finish()
    // What came first may have become a definition, which is not shown.
    this.#takeSide()
  }

  #takeSide(): void {
    const side = directionOf(this.#block)
    this.#isDecided = side !== undefined
    if ((side === 'rtl') === (this.element.dir === 'rtl')) return
    for (const one of this.elements) {
      if (side === 'rtl') one.dir = side
      else one.removeAttribute('dir')
    }
  }
}

/** Whether an item contains nothing that is measured when drawn, unlike tables. */
const isWords = (block: Block) => block.kind === 'item' && block.children.every(({ kind }) => kind === 'paragraph')

/** Items per list element. Longer lists continue in further elements, whose layout the browser skips out of view. */
const partSize = 64
/** Parts per box, which is skipped as a whole: the browser checks each top-level box in every frame. */
const partsTogether = 32

/** A list. Items always contain paragraphs; a class adds their margins, since a list may become loose at any item. */
export class ListView extends SidedView {
  readonly #list: List
  /** The growing part and the growing box; the first part is in no box. */
  #part: HTMLElement
  #box: HTMLElement
  #parts = 1
  #items = 0
  #isLoose = false

  constructor(list: List, draw: (block: Block) => BlockView) {
    const first = listElement(list.start)
    super(list, first, draw)
    this.#list = list
    this.#part = first
    this.#box = first
  }

  override grow(): void {
    super.grow()
    if (this.#list.isLoose === this.#isLoose) return
    this.#isLoose = this.#list.isLoose
    for (const one of this.elements) one.classList.add('reading-loose')
  }

  protected override place(item: HTMLElement): void {
    if (this.#items > 0 && this.#items % partSize === 0) this.#addPart()
    this.#part.append(item)
    this.#items++
  }

  #addPart(): void {
    if (this.#parts % partsTogether === 1) {
      const box = this.#added(element('div'), 'reading-parts')
      this.#box.after(box)
      this.#box = box
    }
    const { start } = this.#list
    this.#part = this.#added(listElement(start === undefined ? undefined : start + this.#items), 'reading-part')
    this.#box.append(this.#part)
    this.#parts++
  }

  #added(one: HTMLElement, name: string): HTMLElement {
    one.classList.add(name)
    one.classList.toggle('reading-loose', this.#isLoose)
    if (this.element.dir) one.dir = this.element.dir
    this.elements.push(one)
    return one
  }
}

function listElement(start: number | undefined): HTMLElement {
  if (start === undefined) return element('ul')
  const list = element('ol', start === 1 ? {} : { start: String(start) })
  const { length } = String(start + partSize - 1)
  // Room for long numbers, which the part would clip.
  if (length > 2) list.style.paddingInlineStart = `${0.6 + 0.6 * length}em`
  return list
}
