import { languageOf } from '../code-languages.ts'
import { Frames } from '../frames.ts'
import { safeLink } from '../safe-link.ts'
import { TextView } from '../text-view.ts'

/** A text in the page whose frames come when the test says so, and whose code is not coloured. */
export function mounted() {
  const callbacks: (() => void)[] = []
  const ask = (callback: () => void) => callbacks.push(callback)
  let frame = 0
  const nextFrame = () => {
    frame += 16
    return frame
  }
  const frames = new Frames({ request: ask, soon: ask, apart: ask, frame: nextFrame, now: () => 0 })
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const view = new TextView(place, frames, true)
  const run = () => {
    for (let callback = callbacks.shift(); callback; callback = callbacks.shift()) callback()
  }
  return {
    place,
    view,
    frames,
    run,
    /** One piece of the text, shown. */
    give: (text: string) => {
      view.append(text)
      run()
    },
    finish: () => {
      view.finish()
      run()
    },
    waiting: () => callbacks.length,
  }
}

/** The place of a text that came in `pieces`, each of them shown before the next, to its end. */
export function shown(pieces: Iterable<string>): HTMLElement {
  const { place, give, finish } = mounted()
  for (const piece of pieces) give(piece)
  finish()
  return place
}

const blockTag = /\s*(<\/?(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|br|table|thead|tbody|tr|th|td|section)\b[^>]*>)\s*/g

/**
 * What the elements in `root` say, in a form that is the same for what is drawn here and for the HTML of CommonMark and GFM: boxes are
 * left out, paragraphs of tight lists are their words, images are their names, and links that cannot be followed are their words.
 */
export function outline(root: Node): string {
  return outlineOf(root).replaceAll(blockTag, '$1').trim()
}

/** The same of HTML that is written in a test. */
export function outlineOfHtml(html: string): string {
  const root = document.createElement('div')
  root.innerHTML = html
  return outline(root)
}

function outlineOf(node: Node): string {
  return [...node.childNodes].map(nodeOutline).join('')
}

function nodeOutline(node: Node): string {
  if (!(node instanceof HTMLElement)) return escaped(node.textContent ?? '')
  if (node.matches('[hidden]')) return ''
  if (node.matches('.reading-code'))
    return code(node.querySelector('span')?.textContent, node.querySelector('code')?.textContent)
  if (node.tagName === 'PRE')
    return code(node.querySelector('code')?.className.slice('language-'.length), node.textContent.replace(/\n$/, ''))
  if (node.matches('.reading-plain')) return `${escaped(node.textContent)}\n`
  if (node.matches('.reading-image')) return image(node.querySelector(':scope > span:not([class])')?.textContent)
  if (node instanceof HTMLImageElement) return image(node.alt)
  if (node.matches('.reading-notes')) return wrapped('section', outlineOf(node))
  if (node.matches('a[href*="-mark-"]')) return ''
  if (node.tagName === 'SUP') return wrapped('sup', escaped(node.textContent))
  if (node.matches('div, span') || isTight(node)) return outlineOf(node)
  if (node instanceof HTMLAnchorElement) return link(node)
  return wrapped(`${node.tagName.toLowerCase()}${attributes(node)}`, outlineOf(node))
}

/** A paragraph of ours in a list whose items do not stand apart. */
function isTight(node: HTMLElement): boolean {
  return (
    node.matches('.reading :is(ul, ol):not(.reading-loose) > li > p') && !node.matches('.reading-notes > ol > li > p')
  )
}

function attributes(node: HTMLElement): string {
  const align = node.getAttribute('data-align') ?? node.getAttribute('align')
  if (align) return ` align="${align}"`
  if (node.matches('ol[start]')) return ` start="${node.getAttribute('start')}"`
  if (node instanceof HTMLInputElement) return node.checked ? ' checked' : ''
  return ''
}

function code(word: string | undefined, text = ''): string {
  return wrapped('pre', wrapped(`code ${languageOf(word ?? '').name}`, escaped(text)))
}

function image(alt: string | undefined): string {
  return wrapped('img', escaped(alt ?? ''))
}

function link(anchor: HTMLAnchorElement): string {
  const safe = safeLink(anchor.getAttribute('href') ?? '')
  const words = anchor.cloneNode(true)
  if (words.lastChild instanceof HTMLElement && words.lastChild.matches('.reading-host')) {
    words.lastChild.previousSibling?.remove()
    words.lastChild.remove()
  }
  if (!safe) return outlineOf(words)
  const title = anchor.target ? anchor.title.replace(/(?:^|\n).*$/, '') : anchor.title
  return wrapped(`a ${decodeURI(safe.href)} ${JSON.stringify(title)}`, outlineOf(words))
}

function wrapped(start: string, content: string): string {
  return `<${start}>${content}</${start.split(' ')[0]}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** The words of a text that people can read, without white space; not what stands around code, and not the way back from a footnote. */
export function visibleText(root: Node): string {
  return [...root.childNodes].map(textOf).join('').replaceAll(/\s+/g, '')
}

function textOf(node: Node): string {
  if (!(node instanceof HTMLElement)) return node.textContent ?? ''
  if (node.hidden || node.classList.contains('reading-code-head') || isWayBack(node)) return ''
  return [...node.childNodes].map(textOf).join('')
}

function isWayBack(node: HTMLElement): boolean {
  return node.tagName === 'A' && node.textContent === '↩'
}
