import { ClientError } from '../client-error.ts'
import { waitBefore } from './retry-table.ts'

/** Repeats free reads by themselves: gives the first answer, or rejects with the failure that is to be shown. */
export type ReadPatiently = <T>(read: () => Promise<T>, signal?: AbortSignal) => Promise<T>

interface PatienceTools {
  /** From 0 up to 1. */
  readonly random: () => number
  /** Resolves after so many milliseconds, and rejects with the signal's reason as soon as it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** So often one read is repeated before its failure is shown. */
const mostRepeats = 3

// All reads draw from one bucket: in a long outage each goes out once, and is not repeated.
const bucket = 100
const repeatCost = 5

/** Makes the one layer that sends reads again; all that it is given share its budget. What is paid must never be given to it. */
export function createPatience({ random, wait }: PatienceTools): ReadPatiently {
  let left = bucket

  function nextWait(error: unknown, repeats: number): number | undefined {
    if (!(error instanceof ClientError) || repeats >= mostRepeats || left < repeatCost) return undefined
    return waitBefore(error.facts, repeats, random)
  }

  return async (read, signal) => {
    for (let repeats = 0; ; repeats += 1) {
      try {
        const answer = await read()
        left = Math.min(bucket, left + 1)
        return answer
      } catch (error) {
        const ms = nextWait(error, repeats)
        if (ms === undefined) throw error
        left -= repeatCost
        await wait(ms, signal)
      }
    }
  }
}
