import { countOf, isRecord } from '#contract/core/loose-json.ts'

/** How a `sequence_number` compares with those before it. `detail` names the numbers for people. */
type Sequence = { readonly kind: 'fine' } | { readonly kind: 'repeated' | 'gap' | 'inversion'; readonly detail: string }

const fine: Sequence = { kind: 'fine' }

/**
 * Compares the sequence numbers of one stream. Only an exact repeat (same number, same bytes) is to be dropped; gaps and inversions are
 * reported only, since many routers number badly. Events without a number are `fine`.
 */
export class SequenceWatch {
  readonly #seen = new Map<number, number>()
  #highest = -1

  see(value: unknown, bytes: string): Sequence {
    const number = isRecord(value) ? countOf(value.sequence_number) : undefined
    if (number === undefined) return fine
    const mark = fingerprint(bytes)
    const before = this.#highest
    if (number <= before && this.#seen.get(number) === mark) return { kind: 'repeated', detail: `${number} again` }
    this.#seen.set(number, mark)
    this.#highest = Math.max(before, number)
    if (number <= before) return { kind: 'inversion', detail: `${number} after ${before}` }
    // Streams start at 0 or at 1.
    if (number > before + 1 && number > 1)
      return { kind: 'gap', detail: before < 0 ? `begins at ${number}` : `${before} → ${number}` }
    return fine
  }
}

/** A 32-bit hash of a text. */
function fingerprint(text: string): number {
  // A text above 64 K is media, which differs everywhere from other media: a sample of the characters suffices.
  const step = 1 + (text.length >>> 16)
  let print = text.length
  for (let at = 0; at < text.length; at += step) {
    print = Math.imul(print ^ text.charCodeAt(at), 0x9e3779b1)
    print ^= print >>> 15
  }
  return print
}
