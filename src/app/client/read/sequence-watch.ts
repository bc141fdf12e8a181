import { countOf, isRecord } from './json-value.ts'

/** What the `sequence_number` of an event says about its place. `detail` names the numbers for people. */
type Sequence = { readonly kind: 'fine' } | { readonly kind: 'repeated' | 'gap' | 'inversion'; readonly detail: string }

const fine: Sequence = { kind: 'fine' }

/** 53 bits of a text (the cyrb53 mixing), so that a long stream is watched without keeping all of its bytes twice. */
function fingerprint(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/**
 * Watches the sequence numbers of one stream. Only an exact repeat (same number, same bytes) is to be left out; gaps and
 * inversions are told and nothing more, since many routers number badly. Events without a number are always fine.
 */
export class SequenceWatch {
  readonly #seen = new Map<number, number>()
  #highest = -1

  see(value: unknown, bytes: string): Sequence {
    const number = isRecord(value) ? countOf(value.sequence_number) : undefined
    if (number === undefined) return fine
    const print = fingerprint(bytes)
    if (this.#seen.get(number) === print) return { kind: 'repeated', detail: `${number} again` }
    this.#seen.set(number, print)
    const before = this.#highest
    this.#highest = Math.max(before, number)
    if (number <= before) return { kind: 'inversion', detail: `${number} after ${before}` }
    // Streams start at 0 or at 1.
    if (number > before + 1 && number > 1)
      return { kind: 'gap', detail: before < 0 ? `begins at ${number}` : `${before} → ${number}` }
    return fine
  }
}
