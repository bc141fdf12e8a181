import { withoutOpen } from '../../ledger/guard.ts'
import type { Run } from '../run.ts'
import type { RunConnection, RunDraft, StartOutcome } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { CheckOutcome } from './check-again.ts'
import { type Carried, createStart } from './start.ts'
import { isOpen } from './states.ts'

/** Starts and stops runs. Only `start` sends. */
export interface Runner {
  /** Sends the draft's request, at most once for one press; never rejects. */
  start(draft: RunDraft): Promise<StartOutcome>
  /** Ends an open run, in whichever tab it is carried; with our own router the upstream call as well. */
  stop(id: string): Promise<void>
  /** Settles an `unknown` run as given up, on the person's decision. */
  giveUp(id: string): Promise<void>
  /** Asks our own router for a lost run, follows a reply that still streams, and settles the run where possible. Free; never rejects. */
  checkAgain(id: string, connection: RunConnection): Promise<CheckOutcome>
  /** Whether this page carries the run. */
  carries(id: string): boolean
}

/** `publish` is called with every state of a carried run, last with its end. */
export function createRunner(tools: RunTools, publish: (run: Run) => void): Runner {
  const { ledger } = tools
  const carried = new Map<string, Carried>()

  function cut(id: string): boolean {
    const one = carried.get(id)
    if (one === undefined) return false
    one.abort.abort()
    const { connection } = one
    if (connection.own) void tools.stopRemote(connection, id).catch(() => {})
    return true
  }

  ledger.subscribe((change, from) => {
    if (from === 'here' || !carried.has(change.id)) return
    void ledger.get(change.id).then(
      (row) => row?.stop === 'asked' && cut(row.id),
      () => {},
    )
  })

  return {
    start: createStart(tools, carried, publish),
    async stop(id) {
      if (cut(id)) return
      await ledger.update(id, (row) => (isOpen(row.status) ? { ...row, stop: 'asked' } : row))
    },
    async giveUp(id) {
      await ledger.update(id, (row) => {
        const unsettled = row.status === 'unknown' && row.resolution === undefined
        return unsettled ? { ...withoutOpen(row), resolution: 'given_up' } : row
      })
    },
    async checkAgain(id, connection) {
      try {
        const { createCheckAgain } = await import('./check-again.ts')
        return await createCheckAgain(tools, carried, publish)(id, connection)
      } catch {
        // The lazy import failed: nothing was asked.
        return 'failed'
      }
    },
    carries: (id) => carried.has(id),
  }
}
