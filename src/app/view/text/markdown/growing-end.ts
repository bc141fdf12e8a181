/** Longer than this, a start that could become a mark is shown as the text it is. */
const patience = 240

/** Starts of marks that say nothing yet, where a text ends in them. */
const starts = [
  // The other half of an emphasis, or the first; ticks; the sign of an image.
  /[*_~`!]+$/,
  /\\$/,
  /&#?\w{0,32}$/,
  // A tag or an address in angle brackets.
  new RegExp(`<[^\\s<>]{0,${patience}}$`),
  /\][([]?$/,
] as const

/** Where a growing text ends in characters that may not be meant to be seen. */
export function growingEnd(text: string): number {
  let end = text.trimEnd().length
  const tail = text.slice(Math.max(0, end - 2 * patience), end)
  const start = starts.map((pattern) => pattern.exec(tail)).find((found) => found !== null)
  if (start) end -= tail.length - start.index
  return end
}

/** Whether `text`, which begins with a parenthesis, may be the first part of a link's address and title. */
export function mayBecomeAddress(text: string): boolean {
  return (
    text.length < 8 * patience &&
    /^\(\s*(?:<[^<>\n]*>?|[^\s<][^\s]*)?(?:\s+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?\s*)?$/.test(text)
  )
}
