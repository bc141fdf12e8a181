import { element } from './element.ts'
import { languageOf } from './languages.ts'

/** An empty code block: the language by name, a button that copies, and the place of the code. */
export function drawCode(word: string): HTMLElement {
  const language = languageOf(word)
  const head = element('div', { class: 'reading-code-head' }, [
    element('span', {}, [language.name]),
    element('button', { type: 'button', 'data-copy': '', 'aria-live': 'polite' }, ['Copy code']),
  ])
  const body = element('code', language.grammar ? { 'data-grammar': language.grammar } : {})
  const scroller = element('pre', { dir: 'ltr', 'data-scrolls': language.name || 'Code' }, [body])
  return element('div', { class: 'reading-code' }, [head, scroller])
}

const shownFor = 2_000

/**
 * Copies the code beside a pressed copy button. Where the page has no clipboard (plain HTTP), the code is selected instead,
 * so that the keyboard can copy it.
 */
export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.reading-code')?.querySelector('code')
  if (!code) return
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(code)
    button.textContent = 'Selected, press Ctrl+C'
  }
  setTimeout(() => {
    button.textContent = 'Copy code'
  }, shownFor)
}
