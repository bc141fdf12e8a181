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
