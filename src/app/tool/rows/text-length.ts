/** The length of a text as providers count it: code points. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
