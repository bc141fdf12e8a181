import type { BlockView } from './block-view.ts'
import { ContainerView } from './container-view.ts'
import { element } from './element.ts'
import type { Block, List } from './markdown/block.ts'

/**
 * Items in one element. A longer list goes on in further ones, which the browser leaves out while they are out of view. It looks at each of them in
 * every frame, so that those of a very long list are larger.
 */
const partSize = (parts: number) => (parts <= 64 ? 64 : 512)

/** A list. Its items always hold paragraphs, and whether these stand apart is a class: a list may turn loose at any item. */
export class ListView extends ContainerView {
  readonly #list: List
  readonly #parts: HTMLElement[]
  #items = 0
  #isLoose = false

  constructor(list: List, draw: (block: Block) => BlockView) {
    const first = listElement(list.start)
    super(list.children, first, draw)
    this.#list = list
    this.#parts = [first]
  }

  override grow(): void {
    super.grow()
    if (this.#list.isLoose === this.#isLoose) return
    this.#isLoose = this.#list.isLoose
    for (const part of this.#parts) part.classList.add('reading-loose')
  }

  protected override place(item: HTMLElement): void {
    const part = this.#parts.at(-1)
    if (part && part.childElementCount < partSize(this.#parts.length)) {
      part.append(item)
    } else {
      const { start } = this.#list
      const next = listElement(start === undefined ? undefined : start + this.#items)
      next.classList.add('reading-part')
      next.classList.toggle('reading-loose', this.#isLoose)
      next.append(item)
      part?.after(next)
      this.#parts.push(next)
    }
    this.#items++
  }
}

function listElement(start: number | undefined): HTMLElement {
  if (start === undefined) return element('ul')
  return element('ol', start === 1 ? {} : { start: String(start) })
}
