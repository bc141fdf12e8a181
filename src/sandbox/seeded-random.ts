import { canonicalJson, type JsonRecord } from '#contract/core/loose-json.ts'
import { platform } from '#sandbox/platform.ts'

/** A deterministic random source: the same seed gives the same sequence. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** A random item. Throws for an empty list. */
  pick<T>(list: readonly T[]): T
}

export const seedOf = (text: string): string => platform.sha256(text)

/** The seed of a request: all its fields but those that leave what is made as it is, and what else decides about it. */
export function seedFor(body: JsonRecord, leaves: ReadonlySet<string>, more = ''): string {
  const fields = Object.entries(body).filter(([name]) => !leaves.has(name))
  return seedOf(`${canonicalJson(Object.fromEntries(fields))}${more}`)
}

/** A source seeded by the text's SHA-256; the generator is sfc32. */
export function randomOf(seed: string): Random {
  const hex = seedOf(seed)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 8), 16) | 0
  let [a, b, c, counter] = [part(0), part(8), part(16), part(24)]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (list) => pickFrom(list, below(list.length)) }
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** Yields the list in repeated random permutations, so that every item occurs before any repeats. Throws for an empty list. */
export function* dealt<T>(list: readonly T[], random: Random): Generator<T, never> {
  if (list.length === 0) throw new RangeError('nothing to deal')
  for (;;) yield* shuffled(list, random)
}

function pickFrom<T>(list: readonly T[], at: number): T {
  for (const one of list.slice(at, at + 1)) return one
  throw new RangeError('nothing to pick from')
}
