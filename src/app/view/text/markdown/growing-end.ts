/** Longer than this, a start that could become a mark is shown as the text it is. */
const patience = 240

/** What a text may end in that is the first half of a mark, or says nothing yet. */
const starts = [
  // The other half of an emphasis, or the first; ticks; the sign of an image.
  /[*_~`!]+$/,
  /&#?\w{0,32}$/,
  // A tag or an address in angle brackets.
  new RegExp(`<[^\\s<>]{0,${patience}}$`),
  /\][([]?$/,
  // An escape.
  /\\$/,
] as const

/** Where a growing text ends in characters that may not be meant to be seen. */
export function growingEnd(text: string): number {
  const end = text.trimEnd().length
  const tail = text.slice(Math.max(0, end - 2 * patience), end)
  for (const pattern of starts) {
    const found = pattern.exec(tail)
    if (!found) continue
    const start = end - tail.length + found.index
    if (!isEscaped(text, start)) return start
    // An escaped mark is a character, and only what follows it may be one.
    return pattern === starts[0] ? start + 1 : end
  }
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Whether `text`, which begins with a parenthesis, may be the first part of a link's address and title. */
export function mayBecomeAddress(text: string): boolean {
  return (
    text.length < 8 * patience &&
    /^\(\s*(?:<[^<>\n]*>?|[^\s<][^\s]*)?(?:\s+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?\s*)?$/.test(text)
  )
}
