import { jobOf } from '#contract/core/job.ts'
import { defined, isRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import { isPoll } from '../../run/jobs/polls.ts'
import { counted } from '../../ui/format.ts'
import type { EventRow } from './event-list.ts'

/** Consecutive polls that gave the same word for the job's state: shown as one row until it is opened. */
export interface PollFold {
  /** At least two, in their order. */
  readonly polls: readonly [EventRow, EventRow, ...EventRow[]]
  readonly open: boolean
}

/** A row of the list: an event, or a fold above its events. */
export type ListRow = EventRow | PollFold

export const isFold = (row: ListRow): row is PollFold => 'polls' in row

/** Identifies a row among those of a list: a fold and its first event have the same place. */
export const keyOf = (row: ListRow): string => (isFold(row) ? `fold ${row.polls[0].nth}` : `${row.nth}`)

/** The rows with polls folded; the events of an open fold stand below it. `opened` has the keys of the open ones. */
export function foldPolls(rows: readonly EventRow[], opened: ReadonlySet<string>): readonly ListRow[] {
  const list: ListRow[] = []
  for (let at = 0; at < rows.length; ) {
    const end = endOfFold(rows, at)
    const [first, second, ...rest] = rows.slice(at, end)
    at = end
    if (first === undefined) break
    if (second === undefined) {
      list.push(first)
      continue
    }
    const fold: PollFold = { polls: [first, second, ...rest], open: opened.has(`fold ${first.nth}`) }
    list.push(fold)
    if (fold.open) for (const row of fold.polls) list.push(row)
  }
  return list
}

/** The place behind the last of the events from `at` on that belong together: itself where it is no poll. */
function endOfFold(rows: readonly EventRow[], at: number): number {
  const first = rows[at]
  let end = at + 1
  if (first === undefined || !isPoll(first.raw)) return end
  const { word } = toldBy(first)
  for (let row = rows[end]; row && isPoll(row.raw) && toldBy(row).word === word; row = rows[end]) end += 1
  return end
}

interface Told {
  readonly word?: string
  readonly progress?: number
}

// Events are immutable, and a list is folded anew with every poll.
const read = new WeakMap<object, Told>()

function toldBy({ raw }: EventRow): Told {
  const known = read.get(raw)
  if (known) return known
  const reply = recordOf(jsonIn(raw.data))
  const { word = isRecord(reply.error) ? 'no usable answer' : undefined, progress } = jobOf(reply)
  const told = defined({ word, progress })
  read.set(raw, told)
  return told
}

const wordOf = (row: EventRow) => toldBy(row).word?.slice(0, 60) ?? 'no status'

/** What a poll gave, in words: `in_progress, 87 %`. */
export function pollWords(row: EventRow): string {
  const { progress } = toldBy(row)
  return progress === undefined ? wordOf(row) : `${wordOf(row)}, ${progress} %`
}

/** A fold in words: `24 polls, in_progress, 3 → 87 %`. */
export function wordsOf({ polls }: PollFold): string {
  const [first] = polls
  const all = polls.flatMap((row) => toldBy(row).progress ?? [])
  const [from, to] = [all[0], all.at(-1)]
  const progress = from === undefined || to === undefined ? undefined : from === to ? `${to} %` : `${from} → ${to} %`
  return [counted(polls.length, 'poll'), wordOf(first), progress].filter((word) => word !== undefined).join(', ')
}
