import type { BlockView } from './block-view.ts'
import { ContainerView } from './container-view.ts'
import { element } from './element.ts'
import type { Block, List } from './markdown/block.ts'

/** A list. Its items always hold paragraphs, and whether these stand apart is a class: a list may turn loose at any item. */
export class ListView extends ContainerView {
  readonly #list: List

  constructor(list: List, draw: (block: Block) => BlockView) {
    super(list.children, listElement(list.start), draw)
    this.#list = list
  }

  override grow(): void {
    super.grow()
    this.element.classList.toggle('reading-loose', this.#list.isLoose)
  }
}

function listElement(start: number | undefined): HTMLElement {
  if (start === undefined) return element('ul')
  return element('ol', start === 1 ? {} : { start: String(start) })
}
