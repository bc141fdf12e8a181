import { type DrawMark, drawInline } from './draw-inline.ts'
import type { Inline } from './markdown/inline.ts'

/** Where inline content is shown: behind `last` in `node`, or from its beginning. */
export interface Place {
  readonly node: Node
  readonly last: Node | null
}

/**
 * Makes what shows `before` show `now`. What stays the same is not touched and text that only grew is appended to, so that a selection
 * in it stays; there is one node for each piece of inline content.
 */
export function patchInline(
  { node: place, last }: Place,
  before: readonly Inline[],
  now: readonly Inline[],
  drawMark: DrawMark,
): void {
  let shown = last ? last.nextSibling : place.firstChild
  const added: Node[] = []
  now.forEach((node, index) => {
    const old = before[index]
    if (!shown || !old) {
      added.push(drawInline(node, drawMark))
      return
    }
    const next = shown.nextSibling
    if (!isPatched(shown, old, node, drawMark)) place.replaceChild(drawInline(node, drawMark), shown)
    shown = next
  })
  insertAll(place, added, shown)
  for (let left = before.length - now.length; left > 0 && shown; left--) {
    const next = shown.nextSibling
    place.removeChild(shown)
    shown = next
  }
}

/** Nodes that come together are put into the page together. */
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

function isPatched(shown: Node, old: Inline, now: Inline, drawMark: DrawMark): boolean {
  if (old.kind === 'text' && now.kind === 'text') return isTextPatched(shown, old.text, now.text)
  if ((old.kind === 'code' && now.kind === 'code') || (old.kind === 'maths' && now.kind === 'maths')) {
    return isTextPatched(shown.firstChild, old.text, now.text)
  }
  if (old.kind === 'link' || now.kind === 'link') return JSON.stringify(old) === JSON.stringify(now)
  if ('children' in old && 'children' in now && old.kind === now.kind) {
    patchInline({ node: shown, last: null }, old.children, now.children, drawMark)
    return true
  }
  return JSON.stringify(old) === JSON.stringify(now)
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
