import { countOf, isRecord } from '#contract/core/loose-json.ts'
import { fingerprint } from './fingerprint.ts'

/** What the `sequence_number` of an event says about its place. `detail` names the numbers for people. */
type Sequence = { readonly kind: 'fine' } | { readonly kind: 'repeated' | 'gap' | 'inversion'; readonly detail: string }

const fine: Sequence = { kind: 'fine' }

/**
 * Watches the sequence numbers of one stream. Only an exact repeat (same number, same bytes) is to be left out; gaps and
 * inversions are told and nothing more, since many routers number badly. Events without a number are always fine.
 */
export class SequenceWatch {
  readonly #seen = new Map<number, number>()
  #highest = -1

  /** `print` stands for these bytes where it is at hand. */
  see(value: unknown, bytes: string, print?: number): Sequence {
    const number = isRecord(value) ? countOf(value.sequence_number) : undefined
    if (number === undefined) return fine
    const mark = print ?? fingerprint(bytes)
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
