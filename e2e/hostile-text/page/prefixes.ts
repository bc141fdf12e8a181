/** Cuts of one text that are looked at: all of a short one, evenly spread in a long one. */
const most = 400

/** The text up to each of its places, longer and longer. The last one is whole. */
export function prefixes(text: string): string[] {
  const step = Math.max(1, Math.ceil(text.length / most))
  const count = Math.ceil(text.length / step)
  return Array.from({ length: count }, (_, at) => text.slice(0, (at + 1) * step))
}
