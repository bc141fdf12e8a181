import type { BlockView, Surroundings } from './block-view.ts'
import { languageOf } from './code-languages.ts'
import { element } from './element.ts'
import type { Code, Html } from './markdown/block.ts'
import { unescaped } from './markdown/character-references.ts'
import { TailText } from './tail-text.ts'

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
    this.element.classList.add('reading-open')
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
    this.element.classList.remove('reading-open')
    this.#append()
    this.#around.settle(this.element)
  }

  #append(): void {
    this.#tail.append(this.#block.text.slice(this.#tail.length))
  }
}

function language(info: string): string {
  return /^[^\s{]*/.exec(unescaped(info))?.[0] ?? ''
}

/** An empty code block: language name, copy button and code element. */
export function drawCode(word: string): HTMLElement {
  const language = languageOf(word)
  const head = element('div', { class: 'reading-code-head' }, [
    element('span', {}, [language.name]),
    element('button', { type: 'button', 'data-copy': '', 'aria-live': 'polite' }, ['Copy code']),
  ])
  const late = language.grammar ? { 'data-grammar': language.grammar } : word === 'math' ? { 'data-maths': '' } : {}
  const body = element('code', late)
  const scroller = element('pre', { dir: 'ltr', 'data-scrolls': language.name || 'Code' }, [body])
  return element('div', { class: 'reading-code' }, [head, scroller])
}

const shownFor = 2_000

/** Copies the code beside a button. Without a clipboard (plain HTTP) the code is selected for the keyboard instead. */
export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.reading-code')?.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected: press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = 'Copy code'
  }, shownFor)
}
