import { seed } from '../src/testing/seed.ts'

/** The full counts instead of a sample: a run of minutes. */
export const soak = Boolean(process.env.SOAK)

/** All of them in a soak, else this many, chosen by the seed. */
export function sample<Value>(values: readonly Value[], count: number): readonly Value[] {
  if (soak || values.length <= count) return values
  const random = randomFrom(seed)
  const left = [...values]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}

/** In heaps of so many. */
export function inBatches<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
