import type { ErrorFacts } from '../../client/client-error.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Answer, FollowedKind } from '../follow/follow.ts'
import type { RunTools } from '../run-tools.ts'
import { type CheckOutcome, idempotencyKeyOf, keepTime } from './check-again.ts'
import type { Runner } from './runner.ts'
import { needsRuling } from './states.ts'

/** Reasons with which a reply ends locally while the router may continue it. */
const brokenHere = new Set(['page closed', 'connection lost', 'stalled'])

/**
 * Lost runs: a question is `Runner.checkAgain`, which reads the reply that our own router has kept, and streams one that still comes. Not
 * asked where the router's own end of the run is known, and about a run with a job, an imported, a deleted or a too old one.
 */
export function createLostKind({ ledger, clock }: RunTools, checkAgain: Runner['checkAgain']): FollowedKind {
  return {
    atOnce: Number.POSITIVE_INFINITY,
    isFollowed(row) {
      const age = clock.now() - (row.log[0]?.at ?? 0)
      if (!needsRuling(row) || row.job !== undefined || row.deleted !== undefined || age > keepTime) return false
      return brokenHere.has(row.reason ?? '') || (row.status === 'unknown' && row.served?.status === undefined)
    },
    /** Only runs that were sent with their id as the idempotency key: other routers keep nothing. */
    admits: async ({ id }) => idempotencyKeyOf((await ledger.bodies([id]))[0]) === id,
    ask: async ({ id }, connection) => answers[await checkAgain(id, { ...connection, own: true })],
  }
}

const error: ErrorFacts = { kind: 'network', message: 'The router did not answer.' }
const settled: Answer = { status: 'settled' }

const answers: Readonly<Record<CheckOutcome, Answer>> = {
  recovered: settled,
  'not-billed': settled,
  running: { status: 'going' },
  unknown: { status: 'gone', error, change: (row) => ({ ...row, polling: { ...row.polling, unwatched: 'yes' } }) },
  // Counted from the answer, since it may have been a long reply that broke off again.
  failed: {
    status: 'trouble',
    error,
    change: (row: RunRow, { at }) => ({ ...row, polling: { ...row.polling, askedAt: at } }),
  },
}
