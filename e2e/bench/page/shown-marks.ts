/** As much of the end of a text as surely holds a mark, in characters. */
const reach = 400

/** The newest mark near the end of what is shown; 0 where there is none. */
export function newestMark(host: HTMLElement): number {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  let tail = ''
  for (let node = lastText(walker); node && tail.length < reach; node = walker.previousNode())
    tail = node.nodeValue + tail
  return highest(tail)
}

/** Marks and how far into the text each stands. */
export function marksIn(text: string): { readonly mark: number; readonly end: number }[] {
  return [...text.matchAll(/§(\d+)/g)].map((match) => ({ mark: Number(match[1]), end: match.index + match[0].length }))
}

/** The highest mark of a text; 0 where there is none. */
export function highest(text: string): number {
  return marksIn(text).reduce((most, { mark }) => Math.max(most, mark), 0)
}

function lastText(walker: TreeWalker): Node | null {
  let node: Node | null = walker.root
  while (node.lastChild) node = node.lastChild
  if (node === walker.root) return null
  walker.currentNode = node
  return node.nodeType === Node.TEXT_NODE ? node : walker.previousNode()
}
