/** Milliseconds in which the count of characters that have come falls by half. */
const halfTime = 250
/** A piece counts as no more characters, since a stored text comes whole. */
const largestPiece = 100

let count = 0
let countedAt = 0
/** How many characters have come lately: some 360 while 1,000 come in a second. */
export const recentText = () => count * 0.5 ** ((performance.now() - countedAt) / halfTime)

/** Notes a piece of a text that has come, of so many characters. */
export function noteText(length: number): void {
  count = recentText() + Math.min(length, largestPiece)
  countedAt = performance.now()
}
