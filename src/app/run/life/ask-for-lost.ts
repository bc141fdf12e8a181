import type { RunRow } from '../../ledger/run-row.ts'
import type { KnownConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runner } from './runner.ts'
import { idempotencyKeyOf } from './settle.ts'
import { isLost, needsRuling } from './states.ts'

/**
 * State of the recovery of a lost run's reply.
 * - `asking`: a request is pending or imminent. - `unreachable`: no answer; retried automatically.
 * - `key-wanted`: the connection's key is missing.
 */
export type LostState = 'asking' | 'unreachable' | 'key-wanted'

/** Asks our own router for the replies of lost runs. */
export interface Asking {
  /** Checks those of the runs that are lost through these connections, except those already being checked. */
  look(rows: readonly RunRow[], through: readonly KnownConnection[] | undefined): Promise<void>
}

/** The states to update, and the callbacks. */
interface Told {
  readonly states: Map<string, LostState>
  /** Called with every change of `states`. */
  readonly changed: () => void
  /** Called when it is time to look again. */
  readonly again: () => void
}

// The router keeps operations for a day; one hour of margin.
const memory = 23 * 60 * 60_000

/** Milliseconds before an unreachable router is asked again, doubled each time, and how often. */
const firstWait = 1_000
const longestWait = 30_000
const mostTries = 20

/** Reasons with which a reply ends locally while the router may continue it. */
const brokenHere = new Set(['page closed', 'connection lost', 'stalled'])

/** False where the router's own end of the run is known, for a run with a job, and for imported, deleted and too old runs. */
function mayBeKept(row: RunRow, now: number): boolean {
  const age = now - (row.log[0]?.at ?? 0)
  if (!needsRuling(row) || row.job !== undefined || row.deleted !== undefined || age > memory) return false
  return brokenHere.has(row.reason ?? '') || (row.status === 'unknown' && row.served?.status === undefined)
}

export function createAsking(
  { ledger, clock }: RunTools,
  checkAgain: Runner['checkAgain'],
  { states, changed, again }: Told,
): Asking {
  const busy = new Set<string>()
  let known: readonly KnownConnection[] | undefined
  let tries = 0
  let callOff = () => {}

  function set(id: string, state: LostState | undefined): void {
    if (state === undefined) states.delete(id)
    else states.set(id, state)
    changed()
  }

  /** Only runs sent to our own router with their id as the idempotency key: other routers keep nothing. */
  async function find(rows: readonly RunRow[]): Promise<readonly RunRow[]> {
    const all = new Map([...(await ledger.openRuns()), ...rows].map((row) => [row.id, row]))
    const lost = [...all.values()].filter((row) => mayBeKept(row, clock.now()))
    const bodies = await ledger.bodies(lost.map(({ id }) => id))
    return lost.filter(({ id }, at) => idempotencyKeyOf(bodies[at]) === id)
  }

  async function ask(row: RunRow): Promise<void> {
    const via = known?.find(({ connection }) => connection.baseUrl === row.connection.baseUrl)
    if (known === undefined) return set(row.id, 'asking')
    if (!via?.ready) return set(row.id, via && 'key-wanted')
    busy.add(row.id)
    if (!states.has(row.id)) set(row.id, 'asking')
    const outcome = await checkAgain(row.id, { ...via.connection, own: true })
    busy.delete(row.id)
    if (outcome === 'recovered') tries = 0
    const now = await ledger.get(row.id).catch(() => undefined)
    // The state of a settled run stays, since the page shows the row that was lost until it has read the new one.
    if (now === undefined || !isLost(now)) return
    const isAskedAgain = (outcome === 'failed' || outcome === 'running') && later()
    if (outcome === 'failed') set(row.id, 'unreachable')
    else if (!isAskedAgain) set(row.id, undefined)
  }

  /** Whether it will be asked again. */
  function later(): boolean {
    if (tries >= mostTries) return false
    callOff()
    callOff = clock.after(Math.min(longestWait, firstWait * 2 ** tries), () => {
      tries += 1
      again()
    })
    return true
  }

  async function look(rows: readonly RunRow[], through: readonly KnownConnection[] | undefined): Promise<void> {
    if (through !== known) tries = 0
    known = through
    const found = await find(rows).catch(() => [])
    for (const { id } of rows.filter(isLost))
      if (!busy.has(id) && !found.some((row) => row.id === id)) states.delete(id)
    for (const row of found) if (!busy.has(row.id)) void ask(row).catch(() => set(row.id, undefined))
    changed()
  }

  return { look }
}
