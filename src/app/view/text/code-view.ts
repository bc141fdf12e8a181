import type { BlockView } from './block-view.ts'
import { drawCode } from './code-block.ts'
import { element } from './element.ts'
import type { Code, Html } from './markdown/block.ts'
import { unescaped } from './markdown/unescaped.ts'
import type { Surroundings } from './surroundings.ts'
import { TailText } from './tail-text.ts'

/** Code, and HTML, which is shown as what was written and never as what it means. */
export class CodeView implements BlockView {
  readonly element: HTMLElement
  readonly #block: Code | Html
  readonly #around: Surroundings
  readonly #tail: TailText
  #isFinished = false

  constructor(block: Code | Html, around: Surroundings) {
    this.#block = block
    this.#around = around
    this.element =
      block.kind === 'code' ? drawCode(language(block.info)) : element('p', { class: 'reading-plain', dir: 'auto' })
    this.#tail = new TailText(this.element.querySelector('code') ?? this.element)
  }

  grow(): void {
    if (this.#around.open !== this.#block) {
      this.finish()
      return
    }
    this.#append()
    this.#around.growAt(this.#tail.box)
  }

  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#append()
    this.#around.settle(this.element)
  }

  #append(): void {
    this.#tail.append(this.#block.text.slice(this.#tail.length))
  }
}

/** The first word behind a fence. */
function language(info: string): string {
  return /^[^\s{]*/.exec(unescaped(info))?.[0] ?? ''
}
