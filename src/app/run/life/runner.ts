import { withoutOpen } from '../../ledger/admit-run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { CheckOutcome } from './check-again.ts'
import { createStart } from './start.ts'
import { isOpen } from './states.ts'
import type { LiveRun, Publisher } from './stream-run.ts'

export type Runner = ReturnType<typeof createRunner>

/** Starts and stops runs; only `start` sends. The states of a streamed run are published, last its end. */
export function createRunner(tools: RunTools, publisher: Publisher) {
  const { ledger } = tools
  const liveRuns = new Map<string, LiveRun>()

  function cut(id: string): boolean {
    const one = liveRuns.get(id)
    if (one === undefined) return false
    one.abort.abort()
    const { connection } = one
    if (connection.own) void tools.stopRemote(connection, id).catch(() => {})
    return true
  }

  ledger.subscribe((change, from) => {
    if (from === 'here' || !liveRuns.has(change.id)) return
    void ledger.get(change.id).then(
      (row) => row?.stop === 'asked' && cut(row.id),
      () => {},
    )
  })

  return {
    /** Sends the draft's request, at most once for one press; never rejects. */
    start: createStart(tools, liveRuns, publisher),
    /** Ends an open run, in whichever tab it streams; with our own router the upstream call as well. */
    async stop(id: string): Promise<void> {
      if (cut(id)) return
      await ledger.update(id, (row) => (isOpen(row.status) ? { ...row, stop: 'asked' } : row))
    },
    /** Settles an `unknown` run as given up, on the person's decision. */
    async giveUp(id: string): Promise<void> {
      await ledger.update(id, (row) => {
        const unsettled = row.status === 'unknown' && row.resolution === undefined
        return unsettled ? { ...withoutOpen(row), resolution: 'given_up' } : row
      })
    },
    /** Asks our own router for a lost run, follows a reply that still streams, and settles the run where possible. Free; never rejects. */
    async checkAgain(id: string, connection: RunConnection): Promise<CheckOutcome> {
      try {
        const { createCheckAgain } = await import('./check-again.ts')
        return await createCheckAgain(tools, liveRuns, publisher)(id, connection)
      } catch {
        // The lazy import failed: nothing was asked.
        return 'failed'
      }
    },
    /** Whether this page streams the run. */
    isLive: (id: string): boolean => liveRuns.has(id),
  }
}
