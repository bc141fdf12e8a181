import type { BlockView } from './block-view.ts'
import { element } from './element.ts'
import { groupSize } from './group-size.ts'
import type { Block } from './markdown/block.ts'

/** Children that stand beside each other before the next ones are put into groups. */
const ungroupedOf = { text: 0, block: 64 } as const

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
    for (const block of this.#children.slice(this.#drawn)) {
      this.#last?.view.finish()
      this.#last = { block, view: this.#draw(block) }
      if (this.#last.view.element) this.place(this.#last.view.element)
      this.#drawn++
    }
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
    } else if (this.#group && this.#group.childElementCount < groupSize(8, this.#groups)) {
      this.#group.append(child)
    } else {
      this.#group = element('div', { class: 'reading-group' }, [child])
      this.#groups++
      this.element.append(this.#group)
    }
  }
}
