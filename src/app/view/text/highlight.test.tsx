import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Grammar, isGrammar, languageOf } from './code-languages.ts'
import { codeTokens } from './code-tokens.ts'
import { drawCode } from './code-view.ts'
import { drawTokens } from './highlight.ts'
import { highlightSoon } from './highlight-soon.ts'
import { noteText } from './text-rate.ts'

const words = 'bash c c++ cs css diff go java js json kt md php py rb rs sql swift ts html yml'.split(' ')

/** As in the page, but without a worker. */
const highlight = async (code: string, grammar: Grammar) => drawTokens(codeTokens({ code, grammar }))

/** What is observed, with what brings it into view. */
const watched = new Map<Element, () => void>()
beforeEach(() => {
  class Observer {
    readonly tell: IntersectionObserverCallback
    constructor(tell: IntersectionObserverCallback) {
      this.tell = tell
    }
    observe(target: Element): void {
      const entry = { target, isIntersecting: true } as IntersectionObserverEntry
      watched.set(target, () => this.tell([entry], this as unknown as IntersectionObserver))
    }
    unobserve(): void {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  watched.clear()
})
const seeAll = () => {
  for (const see of watched.values()) see()
}

function codeBlock(word: string, text: string): HTMLElement {
  const block = drawCode(word)
  block.querySelector('code')?.append(text)
  return block
}

test.each(words)('%s is coloured without changing a character', async (word) => {
  const code = '/* "a" */ <b c="d"> # e 1 - x: let f = null; <script>\n+ added\n'
  const { grammar } = languageOf(word)
  const shown = document.createElement('code')
  shown.append(...(await highlight(code, grammar ?? 'json')))
  expect(grammar).toBeDefined()
  expect(shown.textContent).toBe(code)
  expect([...shown.querySelectorAll('*')].every((token) => token.className.startsWith('hljs-'))).toBe(true)
  expect(shown.childElementCount).toBeGreaterThan(0)
})

test('finished code is coloured later, and long code or long lines are not', async () => {
  const coloured = codeBlock('ts', 'let a = 1')
  const long = codeBlock('ts', 'let a\n'.repeat(4_000))
  const wide = codeBlock('ts', `let a = ${'1'.repeat(3_000)}`)
  const unknown = codeBlock('mermaid', 'let a = 1')
  const after = codeBlock('ts', 'let b = 1')
  document.body.replaceChildren(coloured, long, wide, unknown, after)
  highlightSoon(document.body, highlight)
  seeAll()
  expect(coloured.querySelector('code')?.childElementCount).toBe(0)
  await vi.waitFor(() => expect(after.querySelector('.hljs-keyword')?.textContent).toBe('let'), { timeout: 20_000 })
  expect(coloured.querySelector('.hljs-keyword')).not.toBeNull()
  for (const block of [long, wide, unknown]) expect(block.querySelector('code')?.childElementCount).toBe(0)
}, 30_000)

test('code is coloured once it is in view, and while text comes fast five seconds later', async () => {
  vi.useFakeTimers()
  const [above, seen] = [codeBlock('ts', 'let a = 1'), codeBlock('ts', 'let b = 1')]
  document.body.replaceChildren(above, seen)
  highlightSoon(document.body, highlight)
  const stream = setInterval(() => noteText(60), 16)
  await vi.advanceTimersByTimeAsync(500)
  watched.get(seen.querySelector('code') ?? seen)?.()
  await vi.advanceTimersByTimeAsync(4_900)
  expect(seen.querySelector('.hljs-keyword')).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  expect(seen.querySelector('.hljs-keyword')).not.toBeNull()
  clearInterval(stream)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(above.querySelector('.hljs-keyword')).toBeNull()
})

test('a grammar that fails leaves the code as it is', async () => {
  const block = codeBlock('ts', 'let a = 1')
  const after = codeBlock('ts', 'let b = 1')
  document.body.replaceChildren(block, after)
  const asked: string[] = []
  highlightSoon(document.body, async (code) => {
    asked.push(code)
    throw new Error('broken')
  })
  seeAll()
  await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 20_000 })
  expect(block.querySelector('code')?.textContent).toBe('let a = 1')
}, 30_000)

test('a word from content is a grammar only when it is on the list', () => {
  for (const word of ['constructor', '__proto__', 'toString', '../x']) {
    expect(isGrammar(word)).toBe(false)
    expect(languageOf(word).grammar).toBeUndefined()
  }
})
