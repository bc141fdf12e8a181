import type { BlockView } from './block-view.ts'
import { element } from './element.ts'
import type { Block } from './markdown/block.ts'

/** Children that stand beside each other before the next ones are put into groups. */
const ungroupedOf = { text: 0, block: 64 } as const
/** Children of a group, which the browser leaves out while it is out of view. */
const groupSize = 8
/** Groups that stand beside each other, and in each of the larger groups behind them: the browser looks at every one that is not in another. */
const groupsTogether = 32

/**
 * Blocks inside another one, or inside the text itself. Only the last of them changes: all before it are finished, shown and forgotten, so that a
 * piece costs as much as it changes, however long the text is.
 */
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
    // A paragraph may turn out to be a heading, a table or nothing at all.
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
      // Put into the page as a whole where it is over already: node by node costs the browser more.
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

  /** Puts the next child behind the others. */
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

/** An item in which nothing is measured when it is drawn, as a table is. */
const isWords = (block: Block) => block.kind === 'item' && block.children.every(({ kind }) => kind === 'paragraph')
