/** Numbers from 0 up to 1 that a seed determines (mulberry32 by Tommy Ettinger, public domain). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A copy in an order that each call of `next` decides. */
export function inDrawnOrder<T>(values: readonly T[], next: () => number): T[] {
  const keyed = values.map((value) => ({ value, key: next() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value)
}
