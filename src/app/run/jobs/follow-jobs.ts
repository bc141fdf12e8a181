import type { RunRow } from '../../ledger/run-row.ts'
import type { KnownConnection } from '../life/lost-runs.ts'
import type { Run } from '../run.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { createAsker } from './ask-once.ts'
import { createContentFetcher } from './fetch-content.ts'
import { isFollowed } from './job-row.ts'
import type { Transfer } from './jobs.ts'
import { createLeads } from './lead.ts'
import { dueAt } from './poll-pace.ts'

/** Follows the jobs of this browser to their ends; its code is loaded with the first of them. */
export interface Follower {
  /** Takes up a row, or gives it up where it is no job any more. */
  take(row: RunRow): void
  connect(known: readonly KnownConnection[]): void
  transferOf(id: string): Transfer | undefined
  cancelTransfer(id: string): void
  close(): void
}

/** Polls of this page at the same time, and ms until the next try where there are so many. */
const mostPolls = 4
const crowded = 500

/** A job that this page follows. */
interface Followed {
  row: RunRow
  isAsking: boolean
  callOff: () => void
}

/**
 * One tab polls the jobs of a base URL (`createLeads`), of those that have a usable connection to it; what it learns is in the row, so that the
 * next one goes on from there. Before each poll the row is written, inside a transaction that checks that it is due: no two tabs ask at once.
 */
export function createFollower(tools: RunTools, changed: () => void, publish: (run: Run) => void): Follower {
  const { clock } = tools
  const content = createContentFetcher(tools, changed, publish)
  const asker = createAsker(tools)
  const followed = new Map<string, Followed>()
  const leads = createLeads(tools, planAll)
  let known: readonly KnownConnection[] = []
  let asking = 0
  const forget = tools.onVisible(planAll)

  const connectionOf = ({ connection: { baseUrl } }: RunRow): RunConnection | undefined =>
    known.find(({ connection, ready }) => ready && connection.baseUrl === baseUrl)?.connection

  function planAll(): void {
    for (const one of followed.values()) plan(one)
  }

  function plan(one: Followed): void {
    one.callOff()
    one.callOff = () => {}
    const { row } = one
    const connection = connectionOf(row)
    if (connection === undefined || row.tracked?.unwatched !== undefined || one.isAsking) return
    if (row.tracked?.content === 'ready') {
      content.begin(row.id, connection)
      return
    }
    if (!leads.isOurs(`jobs ${row.connection.baseUrl}`)) return
    const wait = row.tracked === undefined ? 0 : dueAt(row, clock.now(), !tools.isVisible()) - clock.now()
    if (wait > 0) one.callOff = clock.after(wait, () => plan(one))
    else if (asking >= mostPolls) one.callOff = clock.after(crowded, () => plan(one))
    else void ask(one, connection)
  }

  async function ask(one: Followed, connection: RunConnection): Promise<void> {
    one.isAsking = true
    asking += 1
    const step = one.row.tracked === undefined ? asker.begin(one.row) : asker.poll(one.row, connection)
    const row = await step.catch(() => undefined)
    asking -= 1
    one.isAsking = false
    if (followed.get(one.row.id) !== one) return
    if (row !== undefined) take(row)
    // The ledger failed: the job is taken up again with the next try.
    else one.callOff = clock.after(crowded * 10, () => plan(one))
  }

  function take(row: RunRow): void {
    const { id } = row
    const before = followed.get(id)
    if (!isFollowed(row)) {
      before?.callOff()
      followed.delete(id)
      return
    }
    const one = before ?? { row, isAsking: false, callOff: () => {} }
    one.row = row
    followed.set(id, one)
    plan(one)
  }

  return {
    take,
    connect(next) {
      known = next
      planAll()
    },
    transferOf: content.transferOf,
    cancelTransfer: content.cancel,
    close() {
      forget()
      for (const one of followed.values()) one.callOff()
      followed.clear()
      leads.close()
      content.close()
    },
  }
}
