import type { PhrasingContent } from 'mdast'
import { element } from './element.ts'
import { labelKey } from './labels.ts'
import type { Target } from './parse-block.ts'
import { drawLink, hardenedAnchor, safeLink } from './safe-link.ts'

/** What a block needs to know of the text that it stands in. */
export interface Surroundings {
  target(label: string): Target | undefined
  /** The mark of a footnote, numbered by the text. */
  footnoteMark(label: string): HTMLElement
}

/** Draws the inline content of a block. The list of kinds is closed: what is not on it is shown as its text or not at all. */
export function drawInline(node: PhrasingContent, around: Surroundings, inLink = false): Node | string {
  const inside = (children: readonly PhrasingContent[]) => children.map((child) => drawInline(child, around, inLink))
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'emphasis':
      return element('em', {}, inside(node.children))
    case 'strong':
      return element('strong', {}, inside(node.children))
    case 'delete':
      return element('del', {}, inside(node.children))
    case 'inlineCode':
      return element('code', {}, [node.value])
    case 'break':
      return element('br')
    case 'link':
      return linked(node.children, { url: node.url, title: node.title ?? '' }, around, inLink)
    case 'linkReference':
      return linked(node.children, around.target(labelKey(node.identifier)), around, inLink)
    case 'image':
      return unloadedImage(node.alt ?? '', node.url, inLink)
    case 'imageReference':
      return unloadedImage(node.alt ?? '', around.target(labelKey(node.identifier))?.url ?? '', inLink)
    case 'footnoteReference':
      return around.footnoteMark(labelKey(`^${node.identifier}`))
    default:
      return ''
  }
}

function linked(
  children: readonly PhrasingContent[],
  target: Target | undefined,
  around: Surroundings,
  inLink: boolean,
): Node {
  const link = target && !inLink ? safeLink(target.url) : undefined
  const drawn = children.map((child) => drawInline(child, around, inLink || link !== undefined))
  return link ? drawLink(link, target?.title ?? '', drawn) : element('span', {}, drawn)
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
