import type { Block } from './block-scanner.ts'
import { drawCode } from './code-block.ts'
import { element } from './element.ts'
import { fenceParts } from './fence-parts.ts'
import { heldFrom, type OpenShape, openShape } from './open-shape.ts'

/**
 * The block that text is still arriving in; the caret stands at its end until the next block takes it.
 * It is shown as far as its first characters tell what it will be, and after that only its last text node is touched.
 */
export class OpenBlock {
  readonly host: HTMLElement
  readonly #caret: Node
  #shape: OpenShape | undefined
  #tail: Text | undefined
  /** Came, and not shown yet. */
  #held = ''

  constructor(host: HTMLElement, caret: Node) {
    this.host = host
    this.#caret = caret
    host.append(element('p', {}, [caret]))
  }

  append(piece: string): void {
    let text = this.#held + piece
    if (!this.#tail) {
      const shape = openShape(text)
      if (!shape) {
        this.#held = text
        return
      }
      text = text.slice(shape.skip)
      this.#shape = shape
      this.#tail = this.#draw(shape)
    }
    const end = heldFrom(this.#shape?.kind ?? 'text', text)
    this.#tail.appendData(text.slice(0, end))
    this.#held = text.slice(end)
  }

  /** Nothing more will come: shows the block's own text, which may be less than what had been taken for it. */
  settle({ kind, text }: Block): void {
    const isFence = kind === 'fence'
    const { language, code } = isFence ? fenceParts(text) : { language: '', code: '' }
    if (!this.#shape || !this.#tail || isFence !== (this.#shape.kind === 'fence')) {
      this.#shape = isFence ? { kind, language, skip: 0 } : { kind, skip: 0 }
      this.#tail = this.#draw(this.#shape)
    }
    const shown = isFence ? code : text.slice(this.#shape.skip).trimEnd()
    if (this.#tail.data !== shown) this.#tail.data = shown
  }

  #draw(shape: OpenShape): Text {
    const tail = document.createTextNode('')
    const block = drawShape(shape)
    this.host.replaceChildren(block)
    const place = block.querySelector('code') ?? block
    place.replaceChildren(tail, this.#caret)
    return tail
  }
}

function drawShape(shape: OpenShape): HTMLElement {
  if (shape.kind === 'fence') return drawCode(shape.language, '')
  if (shape.kind === 'heading') return element(`h${shape.depth}`, { dir: 'auto' })
  return element('p', { class: 'reading-plain', dir: 'auto' })
}
