import { isJob } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { stampOf } from '../life/clock.ts'
import type { Run } from '../run.ts'
import type { KnownConnection, RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { createAsker } from './ask-once.ts'
import { createContentFetcher } from './fetch-content.ts'
import { isFollowed, withoutWatch, withPress } from './job-row.ts'
import type { JobHold, Jobs } from './jobs.ts'
import { createLeads } from './lead.ts'
import { dueAt } from './poll-pace.ts'

/** Follows the jobs of this browser to their ends; its code is loaded with the first of them. */
export interface Follower extends Pick<Jobs, 'checkNow' | 'stopWatching' | 'holdOf' | 'transferOf' | 'cancelTransfer'> {
  /** Takes up a row, or gives it up where it is no job any more. */
  take(row: RunRow): void
  connect(known: readonly KnownConnection[]): void
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
  let known: readonly KnownConnection[] | undefined
  let asking = 0
  const forget = tools.onVisible(planAll)

  const connectionOf = ({ connection: { baseUrl } }: RunRow): RunConnection | undefined =>
    known?.find(({ connection, ready }) => ready && connection.baseUrl === baseUrl)?.connection

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
    const row = await asker.next(one.row, connection).catch(() => undefined)
    asking -= 1
    one.isAsking = false
    if (followed.get(one.row.id) !== one) return
    if (row !== undefined) take(row)
    // The ledger failed: the job is taken up again with the next try.
    else one.callOff = clock.after(crowded * 10, () => plan(one))
  }

  function take(row: RunRow): void {
    const before = followed.get(row.id)
    if (!isFollowed(row)) {
      before?.callOff()
      followed.delete(row.id)
      return
    }
    const one = before ?? { row, isAsking: false, callOff: () => {} }
    one.row = row
    followed.set(row.id, one)
    plan(one)
  }

  return {
    take,
    connect(next) {
      known = next
      planAll()
    },
    ...createPresses(tools),
    holdOf: (run) => known && holdOf(run, known),
    ...{ transferOf: content.transferOf, cancelTransfer: content.cancel },
    close() {
      forget()
      for (const one of followed.values()) one.callOff()
      followed.clear()
      leads.close()
      content.close()
    },
  }
}

function createPresses({ ledger, clock }: RunTools): Pick<Jobs, 'checkNow' | 'stopWatching'> {
  async function change(id: string, edit: (row: RunRow) => RunRow): Promise<void> {
    await ledger.update(id, edit).catch(() => {})
  }
  return {
    checkNow: (id) => change(id, (row) => withPress(row, stampOf(clock))),
    stopWatching: (id) => change(id, withoutWatch),
  }
}

function holdOf(
  { status, connection: { baseUrl }, tracked = {} }: Parameters<Jobs['holdOf']>[0],
  known: readonly KnownConnection[],
): JobHold | undefined {
  if (!isJob(status) || tracked.unwatched !== undefined) return undefined
  const via = known.filter(({ connection }) => connection.baseUrl === baseUrl)
  if (via.length === 0) return 'no-connection'
  if (!via.some(({ ready }) => ready)) return 'key-wanted'
  if ((tracked.missed ?? 0) === 0) return undefined
  return tracked.troubleStatus === 401 || tracked.troubleStatus === 403 ? 'key-refused' : 'offline'
}
