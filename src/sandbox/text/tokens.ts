/** UTF-16 code units that count as one token. */
export const unitsPerToken = 4

/**
 * Estimates a text's tokens as its UTF-16 length / 4, rounded up. Counts based on it are marked as estimated, since no tokenizer is
 * used.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / unitsPerToken)
}

const piece = /\s*(?:[\p{L}\p{M}\p{N}]{1,7}|[^\s\p{L}\p{M}\p{N}]{1,4})|\s+/gu

/** Splits a text into pieces of about one token, never inside a surrogate pair. Their concatenation is the text. */
export function* piecesOf(text: string): Generator<string> {
  for (const [one] of text.matchAll(piece)) yield one
}

/** The longest prefix of at most `units` code units that splits no surrogate pair. */
export function startOf(text: string, units: number): string {
  const end = Math.max(0, units)
  const splits = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end))
  return text.slice(0, splits ? end - 1 : end)
}
