import { lateCode } from '../../ui/late-code.ts'
import { type Grammar, isGrammar } from './code-languages.ts'

/**
 * Makes overflowing elements focusable, and only those: a scroller costs a compositor layer and a tab stop. Their role is `group`, not
 * `region`, so that twenty code blocks are not twenty landmarks.
 */
export class OverflowWatch {
  readonly #observer = new ResizeObserver((entries) => {
    for (const { target } of entries) if (target instanceof HTMLElement) mark(target)
  })

  /** Watches `root` and every element in it that says `data-scrolls`, which is also its name. */
  watch(root: Element): void {
    if (root.hasAttribute('data-scrolls')) this.#observer.observe(root)
    for (const scroller of root.querySelectorAll('[data-scrolls]')) this.#observer.observe(scroller)
  }

  end(): void {
    this.#observer.disconnect()
  }
}

function mark(scroller: HTMLElement): void {
  const overflows = scroller.scrollWidth > scroller.clientWidth
  if (overflows === scroller.hasAttribute('tabindex')) return
  if (overflows) {
    scroller.setAttribute('tabindex', '0')
    scroller.setAttribute('role', 'group')
    scroller.setAttribute('aria-label', scroller.dataset.scrolls ?? '')
  } else {
    for (const name of ['tabindex', 'role', 'aria-label']) scroller.removeAttribute(name)
  }
}

const maxLength = 20_000
const maxLineLength = 2_000

type Highlight = (code: string, grammar: Grammar) => Promise<(Node | string)[]>

const load = lateCode(() => import('./highlight.ts'))
const loadHighlight: Highlight = async (code, grammar) => (await load()).highlight(code, grammar)

/** Milliseconds in which the count of characters that have come falls by half. */
const halfTime = 250
/** The count of a stream of about 1,000 characters a second. */
const fast = 400
/** A piece counts as no more characters, since a stored text comes whole. */
const largestPiece = 100
/** Milliseconds after which code is coloured however fast text comes. */
const patience = 5_000

let count = 0
let countedAt = 0
const recent = () => count * 0.5 ** ((performance.now() - countedAt) / halfTime)

/** Notes a piece of a text that has come, of so many characters. */
export function noteText(length: number): void {
  count = recent() + Math.min(length, largestPiece)
  countedAt = performance.now()
}

/** A queue that handles one block per idle callback. */
let last: Promise<void> = Promise.resolve()

/**
 * Highlights finished code, once it is in view, in idle callbacks; long code and very long lines stay plain, since grammars are slow on
 * them. Colours make each frame that scrolls them take longer: while text comes fast they wait for up to five seconds.
 */
export function highlightSoon(root: ParentNode, highlight: Highlight = loadHighlight): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      seen.unobserve(target)
      const latest = performance.now() + patience
      last = last.then(() => rest(latest)).then(() => colour(target, highlight))
    }
  })
  for (const code of root.querySelectorAll<HTMLElement>('code[data-grammar]')) seen.observe(code)
}

async function rest(latest: number): Promise<void> {
  while (recent() > fast && performance.now() < latest)
    await new Promise((resolve) => setTimeout(resolve, halfTime / 2))
  await idle()
}

async function colour(code: HTMLElement, highlight: Highlight): Promise<void> {
  const grammar = code.dataset.grammar ?? ''
  const text = code.textContent
  if (!isGrammar(grammar) || !code.isConnected || text.length > maxLength) return
  if (text.split('\n').some((line) => line.length > maxLineLength)) return
  try {
    const tokens = await highlight(text, grammar)
    if (code.textContent === text) code.replaceChildren(...tokens)
  } catch {
    // If the grammar cannot be loaded or fails, the code stays plain.
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })
}
