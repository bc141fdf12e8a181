import { element } from './element.ts'
import type { Inline } from './markdown/inline.ts'
import { drawLink, hardenedAnchor, safeLink } from './safe-link.ts'

/** Draws the mark of a footnote. */
export type DrawMark = (label: string) => Node

/** Draws one piece of inline content as one node. The list of kinds is closed, and text is only ever a text node. */
export function drawInline(node: Inline, drawMark: DrawMark, inLink = false): Node {
  const inside = (nodes: readonly Inline[]) => nodes.map((child) => drawInline(child, drawMark, inLink))
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text)
    case 'code':
      return element('code', {}, [node.text])
    case 'maths':
      return element('span', { class: 'reading-maths' }, [node.text])
    case 'emphasis':
      return element('em', {}, inside(node.children))
    case 'strong':
      return element('strong', {}, inside(node.children))
    case 'strike':
      return element('del', {}, inside(node.children))
    case 'break':
      return element('br')
    case 'link': {
      const link = node.url === undefined ? undefined : safeLink(node.url)
      const words = node.children.map((child) => drawInline(child, drawMark, link !== undefined))
      return link ? drawLink(link, node.title, words) : element('span', {}, words)
    }
    case 'image':
      return unloadedImage(node.alt, node.url, inLink)
    case 'mark':
      return drawMark(node.label)
  }
}

/** An image is named and never fetched: fetching it would tell its host what the answer says. */
function unloadedImage(alt: string, url: string, inLink: boolean): Node {
  const link = safeLink(url)
  const isWeb = link?.kind === 'web'
  const note = isWeb ? `Image from ${link.host} — not loaded` : 'Image — not loaded'
  const words = [...(alt ? [element('span', {}, [alt]), ' '] : []), element('span', { class: 'reading-note' }, [note])]
  const shown = isWeb && !inLink ? hardenedAnchor(link, '', words) : element('span', {}, words)
  shown.classList.add('reading-image')
  return shown
}
