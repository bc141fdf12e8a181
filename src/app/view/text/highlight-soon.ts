import { isGrammar } from './code-languages.ts'
import { highlight } from './highlight.ts'
import { recentText } from './text-rate.ts'

const maxLength = 20_000
const maxLineLength = 2_000

type Highlight = typeof highlight

/** Characters that have come lately, of a stream of about 1,000 a second. */
const fast = 400
/** Milliseconds after which code is coloured however fast text comes. */
const patience = 5_000

/** A queue that handles one block per idle callback. */
let last: Promise<void> = Promise.resolve()

/**
 * Highlights finished code, once it is in view, in idle callbacks; long code and very long lines stay plain, since grammars are slow on
 * them. Colours make each frame that scrolls them take longer: while text comes fast they wait for up to five seconds.
 */
export function highlightSoon(root: ParentNode, ask: Highlight = highlight): void {
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLElement)) continue
      seen.unobserve(target)
      const latest = performance.now() + patience
      last = last.then(() => rest(latest)).then(() => colour(target, ask))
    }
  })
  for (const code of root.querySelectorAll<HTMLElement>('code[data-grammar]')) seen.observe(code)
}

async function rest(latest: number): Promise<void> {
  while (recentText() > fast && performance.now() < latest) await new Promise((resolve) => setTimeout(resolve, 100))
  await idle()
}

async function colour(code: HTMLElement, ask: Highlight): Promise<void> {
  const grammar = code.dataset.grammar ?? ''
  const text = code.textContent
  if (!isGrammar(grammar) || !code.isConnected || text.length > maxLength) return
  if (text.split('\n').some((line) => line.length > maxLineLength)) return
  try {
    const tokens = await ask(text, grammar)
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
