import { element } from './element.ts'
import type { Inline } from './markdown/inline.ts'
import { formulaIn } from './markdown/verbatim.ts'
import { drawLink, hardenedAnchor, safeLink } from './safe-link.ts'

/** What the text around inline content does for it. */
export interface Drawing {
  drawMark(label: string): Node
  /** Called with each formula that is closed. */
  settle(block: HTMLElement): void
}

/** Creates one node for one piece of inline content. The kinds are exhaustive; strings become text nodes. */
function drawInline(node: Inline, drawing: Drawing, inLink = false): Node {
  const inside = (nodes: readonly Inline[]) => nodes.map((child) => drawInline(child, drawing, inLink))
  switch (node.kind) {
    case 'text':
      return document.createTextNode(node.text)
    case 'code':
      return element('code', {}, [node.text])
    case 'maths':
      return drawMaths(node.text, drawing)
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
      const words = node.children.map((child) => drawInline(child, drawing, link !== undefined))
      return link ? drawLink(link, node.title, words) : element('span', {}, words)
    }
    case 'image':
      return unloadedImage(node.alt, node.url, inLink)
    case 'mark':
      return drawing.drawMark(node.label)
  }
}

/** Images are not fetched: a request would leak content of the answer to the host. */
function unloadedImage(alt: string, url: string, inLink: boolean): Node {
  const link = safeLink(url)
  const isWeb = link?.kind === 'web'
  const note = isWeb ? `Image from ${link.host} — not loaded` : 'Image — not loaded'
  const words = [...(alt ? [element('span', {}, [alt]), ' '] : []), element('span', { class: 'reading-note' }, [note])]
  const shown = isWeb && !inLink ? hardenedAnchor(link, '', words) : element('span', {}, words)
  shown.classList.add('reading-image')
  return shown
}

/** The insertion point of inline content: after `last` in `node`, or at its start. */
export interface InlinePlace {
  readonly node: Node
  readonly last: Node | null
}

/** Updates nodes that show `before` to show `now`. Equal nodes stay and grown text is appended: selections survive. */
export function patchInline(
  { node: place, last }: InlinePlace,
  before: readonly Inline[],
  now: readonly Inline[],
  drawing: Drawing,
): void {
  let shown = last ? last.nextSibling : place.firstChild
  const added: Node[] = []
  now.forEach((node, index) => {
    const old = before[index]
    if (!shown || !old) {
      added.push(drawInline(node, drawing))
      return
    }
    const next = shown.nextSibling
    if (!isPatched(shown, old, node, drawing)) place.replaceChild(drawInline(node, drawing), shown)
    shown = next
  })
  insertAll(place, added, shown)
  for (let left = before.length - now.length; left > 0 && shown; left--) {
    const next = shown.nextSibling
    place.removeChild(shown)
    shown = next
  }
}

function drawMaths(source: string, drawing: Drawing): Node {
  const place = element('span', { class: 'reading-maths' }, [source])
  if (formulaIn(source)) drawing.settle(place)
  return place
}

function insertAll(place: Node, nodes: readonly Node[], before: Node | null): void {
  const [first] = nodes
  if (!first) return
  if (nodes.length === 1) {
    place.insertBefore(first, before)
    return
  }
  const together = document.createDocumentFragment()
  together.append(...nodes)
  place.insertBefore(together, before)
}

function isPatched(shown: Node, old: Inline, now: Inline, drawing: Drawing): boolean {
  if (old.kind === 'text' && now.kind === 'text') return isTextPatched(shown, old.text, now.text)
  if (old.kind === 'code' && now.kind === 'code') return isTextPatched(shown.firstChild, old.text, now.text)
  if (old.kind === 'maths' && now.kind === 'maths') return isMathsPatched(shown, old.text, now.text)
  if (old.kind === 'link' || now.kind === 'link') return JSON.stringify(old) === JSON.stringify(now)
  if ('children' in old && 'children' in now && old.kind === now.kind) {
    patchInline({ node: shown, last: null }, old.children, now.children, drawing)
    return true
  }
  return JSON.stringify(old) === JSON.stringify(now)
}

/** A formula that has been closed is drawn anew. */
function isMathsPatched(shown: Node, old: string, now: string): boolean {
  return old === now || (formulaIn(now) === undefined && isTextPatched(shown.firstChild, old, now))
}

function isTextPatched(shown: Node | null, old: string, now: string): boolean {
  if (!(shown instanceof Text)) return false
  if (now.startsWith(old)) {
    if (now.length > old.length) shown.appendData(now.slice(old.length))
  } else {
    shown.data = now
  }
  return true
}
