import { lateCode } from '../../ui/late-code.ts'
import { copyCode } from './code-view.ts'
import { element } from './element.ts'
import { jumpWithin } from './footnotes.ts'
import { type Frames, type FrameTask, pageFrames } from './frames.ts'
import { GrowingText } from './growing-text.ts'
import { OverflowWatch } from './overflow-watch.ts'
import { noteText } from './text-rate.ts'

const loadColours = lateCode(() => import('./highlight-soon.ts'))
const loadTypesetting = lateCode(() => import('./maths/typeset-soon.ts'))

const stepLength = 2_048
/** A larger backlog is not from live streaming: a stored text, or a page that was suspended. */
const manyWaiting = 65_536

/** Renders Markdown into `container` while it arrives. Its content must not be changed from outside. */
export class TextView implements FrameTask {
  isBehind = false
  readonly #root = element('div', { class: 'reading' })
  readonly #overflow = new OverflowWatch()
  readonly #frames: Frames
  readonly #isPlain: boolean
  #state: 'growing' | 'finishing' | 'finished' | 'destroyed' = 'growing'
  #came = ''
  #text: GrowingText | undefined

  /** `isPlain`: without what is loaded later, the colours of code and formulas. */
  constructor(container: HTMLElement, frames = pageFrames, isPlain = false) {
    this.#frames = frames
    this.#isPlain = isPlain
    this.#root.addEventListener('click', onClick)
    container.append(this.#root)
  }

  append(text: string): void {
    this.#came += text
    noteText(text.length)
    this.#wake()
  }

  /** Replaces the whole text, if the router's final text differs from its deltas. */
  replace(text: string): void {
    this.#came = text
    this.#text = undefined
    this.#state = 'growing'
    this.#wake()
  }

  finish(): void {
    if (this.#state === 'destroyed') return
    this.#state = 'finishing'
    this.#wake()
  }

  destroy(): void {
    this.#state = 'destroyed'
    this.#frames.remove(this)
    this.#overflow.end()
    this.#root.remove()
  }

  step(): boolean {
    this.#text ??= new GrowingText(
      this.#root,
      (block) => this.#settle(block),
      () => this.#wake(),
    )
    if (this.#came) {
      this.#text.take(this.#came.slice(0, stepLength))
      this.#came = this.#came.slice(stepLength)
    } else if (this.#state === 'finishing') {
      this.#text.end()
      this.#state = 'finished'
    } else {
      this.#text.goOn()
    }
    const hasMore = this.#came !== '' || this.#state === 'finishing' || this.#text.hasMore
    if (!hasMore) this.isBehind = false
    return hasMore
  }

  #settle(block: HTMLElement): void {
    this.#overflow.watch(block)
    if (this.#isPlain) return
    if (block.querySelector('code[data-grammar]'))
      void loadColours().then(
        (code) => code.highlightSoon(block),
        () => {},
      )
    if (block.matches('.reading-maths') || block.querySelector('code[data-maths]'))
      void loadTypesetting().then(
        (code) => code.typesetSoon(block, (formula) => this.#overflow.watch(formula)),
        () => {},
      )
  }

  #wake(): void {
    if (this.#came.length > manyWaiting) this.isBehind = true
    if (this.#state !== 'destroyed') this.#frames.add(this)
  }
}

function onClick(event: MouseEvent): void {
  const { target, currentTarget } = event
  if (!(target instanceof Element) || !(currentTarget instanceof HTMLElement)) return
  const button = target.closest<HTMLElement>('button[data-copy]')
  if (button) void copyCode(button)
  const anchor = target.closest<HTMLAnchorElement>('a[href^="#"]')
  if (!anchor) return
  event.preventDefault()
  jumpWithin(currentTarget, anchor)
}
