/** UTF-16 code units that count as one token. */
export const unitsPerToken = 4

/**
 * How many tokens a text would be, by the rule of thumb of four characters to one, rounded up.
 * No tokenizer is asked, so every count made from it is marked as estimated.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / unitsPerToken)
}

const piece = /\s*(?:[\p{L}\p{M}\p{N}]{1,7}|[^\s\p{L}\p{M}\p{N}]{1,4})|\s+/gu

/** A text in pieces of about a token each, as a model would send it; together they are the text, and no character is split. */
export function* piecesOf(text: string): Generator<string> {
  for (const [one] of text.matchAll(piece)) yield one
}

/** The longest start of a text that has at most `units` code units and splits no character. */
export function startOf(text: string, units: number): string {
  const end = Math.max(0, units)
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end))
  return text.slice(0, splits ? end - 1 : end)
}
