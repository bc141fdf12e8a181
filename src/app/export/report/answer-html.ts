import { jsonIn } from '#contract/core/loose-json.ts'
import { html, SafeHtml, visible } from '#media/safe-html.ts'
import { element } from '../../view/text/element.ts'
import { GrowingText } from '../../view/text/growing-text.ts'

/** Characters of Markdown parsed in one slice. */
const enough = 2 ** 11

/**
 * An answer as HTML, in pieces: Markdown drawn by the app's own views, without what only works in a page of the app; JSON verbatim. HTML in
 * it is escaped, pictures are only named, and only whole `http`, `https` and `mailto` addresses become links.
 */
export function* answerHtml(text: string): Generator<SafeHtml, void> {
  if (/^\s*[[{]/.test(text) && jsonIn(text) !== undefined) return yield html`<pre>${text.trim()}</pre>`
  const root = document.createElement('div')
  const view = new GrowingText(root, nothing, nothing)
  const shown = visible(text)
  for (let at = 0; at < shown.length; at += enough) {
    view.take(shown.slice(at, at + enough))
    yield html``
  }
  for (view.end(); view.hasMore; view.goOn()) yield html``
  for (const _ of joined(root)) yield html``
  for (const block of root.children) yield new SafeHtml(`${block.outerHTML}\n`)
}

const nothing = () => {}

/** Joins lists and tables that the app splits for the sake of layout, and removes controls. The address of a link follows it, for print. */
function* joined(root: HTMLElement): Generator<void, void> {
  for (const idle of root.querySelectorAll('.reading-code-head, [hidden]')) idle.remove()
  for (const box of root.querySelectorAll('.reading-body, .reading-group, .reading-parts'))
    yield box.replaceWith(...box.childNodes)
  for (const part of root.querySelectorAll('.reading-part')) {
    const rows = part.querySelector(':scope > table > tbody')
    part.previousElementSibling?.append(...(rows ? [rows] : part.childNodes))
    yield part.remove()
  }
  for (const box of root.querySelectorAll('input')) box.toggleAttribute('checked', box.checked)
  for (const anchor of root.querySelectorAll<HTMLAnchorElement>('a[target]')) {
    const { href, textContent } = anchor
    if (textContent !== href) anchor.after(' ', element('span', { class: 'soft' }, [`(${href})`]))
  }
}
