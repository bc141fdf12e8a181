import type { Block } from './block-scanner.ts'
import { drawCode } from './code-block.ts'
import { element } from './element.ts'
import { fenceParts } from './fence-parts.ts'
import { heldFrom, type OpenShape, openShape } from './open-shape.ts'
import { TailText } from './tail-text.ts'

/**
 * The block that text is still arriving in; the caret stands at its end until the next block takes it.
 * It is shown as far as its first characters tell what it will be, and after that only its tail is touched.
 */
export class OpenBlock {
  readonly host: HTMLElement
  readonly #caret: Node
  #drawn: { readonly shape: OpenShape; readonly tail: TailText } | undefined
  /** Came, and not shown yet. */
  #held = ''

  constructor(host: HTMLElement, caret: Node) {
    this.host = host
    this.#caret = caret
    host.append(element('p', {}, [caret]))
  }

  append(piece: string): void {
    this.#held += piece
    if (!this.#drawn) {
      const shape = openShape(this.#held)
      if (!shape) return
      this.#held = this.#held.slice(shape.skip)
      this.#drawn = { shape, tail: this.#draw(shape) }
    }
    const end = heldFrom(this.#drawn.shape.kind, this.#held)
    this.#drawn.tail.append(this.#held.slice(0, end))
    this.#held = this.#held.slice(end)
  }

  /** Nothing more will come: shows the block's own text, which may be less than what had been taken for it. */
  settle({ kind, text }: Block): void {
    if (kind === 'fence') {
      const { language, code } = fenceParts(text)
      this.#tailFor({ kind, language, skip: 0 }).tail.set(code)
    } else {
      const { shape, tail } = this.#tailFor({ kind, skip: 0 })
      tail.set(text.slice(shape.skip).trimEnd())
    }
  }

  /** What is drawn, if it is what the block turned out to be; else `shape` in its place. */
  #tailFor(shape: OpenShape): { readonly shape: OpenShape; readonly tail: TailText } {
    const fits = this.#drawn && (this.#drawn.shape.kind === 'fence') === (shape.kind === 'fence')
    return this.#drawn && fits ? this.#drawn : { shape, tail: this.#draw(shape) }
  }

  #draw(shape: OpenShape): TailText {
    const block = drawShape(shape)
    this.host.replaceChildren(block)
    return new TailText(block.querySelector('code') ?? block, this.#caret)
  }
}

function drawShape(shape: OpenShape): HTMLElement {
  if (shape.kind === 'fence') return drawCode(shape.language, '')
  if (shape.kind === 'heading') return element(`h${shape.depth}`, { dir: 'auto' })
  return element('p', { class: 'reading-plain', dir: 'auto' })
}
