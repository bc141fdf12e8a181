import type { ModelEntry } from '#contract/models/models.ts'

/** How often a list is fetched anew, and for how long at most one is waited for. */
const refreshMs = 10 * 60_000
const limitMs = 15_000

/** The router's clock, as far as it is needed here. */
interface Timer {
  after(ms: number, run: () => void): () => void
}

interface KeepOptions {
  /** The provider's id. */
  readonly name: string
  /** Fetches the list. */
  readonly list: (signal: AbortSignal) => Promise<readonly ModelEntry[]>
  /** Called with each list that came. */
  readonly replace: (list: readonly ModelEntry[]) => void
  readonly log: (line: string) => void
  readonly clock: Timer
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : 'unknown reason')

/**
 * Fetches a provider's list now, every 10 minutes, and after a failure in 1, 2, 4 … seconds up to those 10 minutes. The last good list
 * stays. Resolves when the first try is over, and never rejects.
 */
export function keepListed({ name, list, replace, log, clock }: KeepOptions): Promise<void> {
  let failures = 0
  let told = ''
  async function round(): Promise<void> {
    const ending = new AbortController()
    const cancel = clock.after(limitMs, () => ending.abort(new Error(`${name} did not list its models in time`)))
    try {
      const models = await list(ending.signal)
      replace(models)
      failures = 0
      const line = `${name}: ${models.length} models`
      if (line !== told) log(line)
      told = line
    } catch (thrown) {
      failures += 1
      const reason = reasonOf(thrown)
      if (reason !== told) log(`${name}: could not list its models, will retry: ${reason}`)
      told = reason
    } finally {
      cancel()
    }
    clock.after(Math.min(refreshMs, failures === 0 ? refreshMs : 500 * 2 ** failures), () => void round())
  }
  return round()
}
