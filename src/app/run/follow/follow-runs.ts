import type { RunRow } from '../../ledger/run-row.ts'
import { stampOf } from '../life/run-clock.ts'
import type { KnownConnection, RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { FollowedKind, Hold } from './follow.ts'
import { dueAt, isRefused, withAnswer, withPress, withQuestion } from './next-poll.ts'
import { createLeaders } from './tab-leader.ts'

interface Followed {
  readonly kind: FollowedKind
  row: RunRow
  isAsking: boolean
  callOff: () => void
}

/** Ms until the next try where there are too many questions, and where the ledger fails. */
const crowded = 500
const ledgerPause = 5_000

/**
 * Asks routers about the runs it takes until they are settled. The schedule is in the row (`polling`), so that the next tab or visit goes on from there. Each question is claimed in a transaction that
 * checks that it is due, so that no two tabs ask at once.
 */
export function createFollower(tools: RunTools, kinds: readonly FollowedKind[]) {
  const { ledger, clock } = tools
  const followed = new Map<string, Followed>()
  const leaders = createLeaders(tools, planAll)
  const forget = tools.onVisible(planAll)
  let known: readonly KnownConnection[] | undefined

  function planAll(): void {
    for (const one of followed.values()) plan(one)
  }

  function plan(one: Followed): void {
    one.callOff()
    one.callOff = () => {}
    const { row, kind } = one
    const { baseUrl } = row.connection
    const via = known?.find(({ connection, ready }) => ready && connection.baseUrl === baseUrl)?.connection
    if (via === undefined || row.polling?.unwatched !== undefined || one.isAsking || kind.works?.(row, via)) return
    if (kind.lock !== undefined && !leaders.isOurs(`${kind.lock} ${baseUrl}`)) return
    const wait = kind.begin?.(row) ? 0 : dueAt(row, clock.now(), !tools.isVisible()) - clock.now()
    if (wait > 0) one.callOff = clock.after(wait, () => plan(one))
    else if (asking(kind) >= kind.atOnce) one.callOff = clock.after(crowded, () => plan(one))
    else void step(one, via)
  }

  const asking = (kind: FollowedKind) =>
    [...followed.values()].filter((one) => one.isAsking && one.kind === kind).length

  async function step(one: Followed, connection: RunConnection): Promise<void> {
    one.isAsking = true
    const begin = one.kind.begin?.(one.row)
    const row = await (begin ? begin() : askOnce(tools, one, connection)).catch(() => undefined)
    one.isAsking = false
    if (followed.get(one.row.id) !== one) return
    if (row !== undefined) await take(row)
    else one.callOff = clock.after(ledgerPause, () => plan(one))
  }

  /** Takes up a row, or drops it where there is nothing to ask; whether it was taken up. */
  async function take(row: RunRow): Promise<boolean> {
    const before = followed.get(row.id)
    const kind = kinds.find((one) => one.isFollowed(row))
    if (before?.kind !== kind) {
      before?.callOff()
      followed.delete(row.id)
    }
    if (kind === undefined) return false
    const isKept = before?.kind === kind
    if (!isKept && kind.admits !== undefined && !(await kind.admits(row))) return false
    const one = isKept ? before : (followed.get(row.id) ?? { kind, row, isAsking: false, callOff: () => {} })
    one.row = row
    followed.set(row.id, one)
    plan(one)
    return true
  }

  return {
    take,
    connect(next: readonly KnownConnection[]): void {
      known = next
      planAll()
    },
    /** What holds up a followed run; undefined where nothing does, and before `connect`. */
    holdOf: (run: Pick<RunRow, 'connection' | 'polling'>) => known && holdOf(run, known),
    /** Asks at once about the rows of a kind whose last question had no usable answer. */
    hurry(kind: FollowedKind): void {
      for (const one of followed.values())
        if (one.kind === kind && !one.isAsking && one.row.polling && !one.row.polling.unwatched)
          void ledger.update(one.row.id, (row) => withPress(row, clock.now())).catch(() => {})
    },
    close(): void {
      forget()
      for (const one of followed.values()) one.callOff()
      followed.clear()
      leaders.close()
    },
  }
}

/** The row after one question; without one where it is not due, since another tab has asked. Rejects where the ledger does. */
async function askOnce(
  { ledger, clock, isVisible }: RunTools,
  { kind, row: { id } }: Pick<Followed, 'kind' | 'row'>,
  connection: RunConnection,
): Promise<RunRow | undefined> {
  let isClaimed = false
  const now = clock.now()
  const row = await ledger.update(id, (stored) => {
    // A completed job is asked about no more.
    const isAsked = kind.isFollowed(stored) && stored.jobState?.content === undefined
    isClaimed = isAsked && dueAt(stored, now, !isVisible()) <= now
    return isClaimed ? withQuestion(stored, now) : stored
  })
  if (row === undefined || !isClaimed) return row
  const answer = await kind.ask(row, connection)
  if (answer.status === 'settled') return await ledger.get(id)
  const stamp = stampOf(clock)
  const told = await ledger.update(id, (stored) => {
    if (!kind.isFollowed(stored)) return stored
    const next = withAnswer(stored, answer, stamp.at)
    return answer.change?.(next, stamp) ?? next
  })
  return (await answer.settle?.(stamp)) ?? told
}

function holdOf(
  { connection: { baseUrl }, polling }: Pick<RunRow, 'connection' | 'polling'>,
  known: readonly KnownConnection[],
): Hold | undefined {
  const via = known.filter(({ connection }) => connection.baseUrl === baseUrl)
  if (via.length === 0) return 'no-connection'
  if (!via.some(({ ready }) => ready)) return 'key-wanted'
  if (!polling?.missed) return undefined
  return isRefused(polling) ? 'key-refused' : 'offline'
}
