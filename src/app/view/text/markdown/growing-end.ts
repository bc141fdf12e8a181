/** Characters after which an incomplete mark is shown as text. */
const maxPending = 240

/** Endings that may be the first half of a mark, or are still ambiguous. */
const starts = [
  // Emphasis delimiters, backticks, the `!` of an image.
  /[*_~`!]+$/,
  /&#?\w{0,32}$/,
  // A tag or an autolink.
  new RegExp(`<[^\\s<>]{0,${maxPending}}$`),
  /\][([]?$/,
  // An escape.
  /\\$/,
] as const

/** Index from which the end of a growing text may be an incomplete mark, and is hidden for now. */
export function growingEnd(text: string): number {
  const end = text.trimEnd().length
  const tail = text.slice(Math.max(0, end - 2 * maxPending), end)
  for (const pattern of starts) {
    const found = pattern.exec(tail)
    if (!found) continue
    const start = end - tail.length + found.index
    if (!isEscaped(text, start)) return start
    // An escaped delimiter is text; a mark can only start after it.
    return pattern === starts[0] ? start + 1 : end
  }
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/** Whether `text`, which begins with a parenthesis, may be an incomplete link destination and title. */
export function mayBecomeAddress(text: string): boolean {
  return (
    text.length < 8 * maxPending &&
    /^\(\s*(?:<[^<>\n]*>?|[^\s<][^\s]*)?(?:\s+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?\s*)?$/.test(text)
  )
}
