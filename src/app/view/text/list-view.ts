import type { BlockView } from './block-view.ts'
import { ContainerView } from './container-view.ts'
import { element } from './element.ts'
import type { Block, List } from './markdown/block.ts'

/** Items in one element. A longer list goes on in further ones, which the browser leaves out while they are out of view. */
const partSize = 64
/** Parts that stand in one box, which is left out as a whole: the browser looks in every frame at each box that is in no other. */
const partsTogether = 32

/** A list. Its items always hold paragraphs, and whether these stand apart is a class: a list may turn loose at any item. */
export class ListView extends ContainerView {
  readonly #list: List
  /** The part that grows, and the box of parts that grows; the first part stands in none. */
  #part: HTMLElement
  #box: HTMLElement
  /** All parts and boxes. */
  readonly #elements: HTMLElement[]
  #parts = 1
  #items = 0
  #isLoose = false

  constructor(list: List, draw: (block: Block) => BlockView) {
    const first = listElement(list.start)
    super(list.children, first, draw)
    this.#list = list
    this.#part = first
    this.#box = first
    this.#elements = [first]
  }

  override grow(): void {
    super.grow()
    if (this.#list.isLoose === this.#isLoose) return
    this.#isLoose = this.#list.isLoose
    for (const one of this.#elements) one.classList.add('reading-loose')
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
    this.#elements.push(one)
    return one
  }
}

function listElement(start: number | undefined): HTMLElement {
  if (start === undefined) return element('ul')
  const list = element('ol', start === 1 ? {} : { start: String(start) })
  const { length } = String(start + partSize - 1)
  // Room for long numbers, which the part would cut.
  if (length > 2) list.style.paddingInlineStart = `${0.6 + 0.6 * length}em`
  return list
}
