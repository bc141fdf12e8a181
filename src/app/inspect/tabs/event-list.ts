import { jobOf } from '#contract/core/job.ts'
import { isRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import type { EventMark, EventsView } from '../../run/event-log.ts'
import { isPoll } from '../../run/jobs/polls.ts'
import { counted } from '../../ui/format.ts'
import { oncePer } from '../../ui/once-per.ts'

type RawEvent = EventsView['events'][number]

export interface EventRow {
  readonly nth: number
  readonly raw: RawEvent
  readonly mark: EventMark
}

/** The filter of the list. An empty name or text matches all events. */
export interface EventFilter {
  readonly name: string
  readonly words: string
  readonly odd: boolean
}

export function filterEvents(
  events: readonly RawEvent[],
  marks: readonly EventMark[],
  { name, words, odd }: EventFilter,
): readonly EventRow[] {
  const pattern = words === '' ? undefined : new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')
  return marks.flatMap((mark, nth) => {
    const raw = events[nth]
    if (raw === undefined || (name !== '' && mark.name !== name) || (odd && mark.notices.length === 0)) return []
    return pattern === undefined || pattern.test(raw.data) ? [{ nth, raw, mark }] : []
  })
}

export function namesOf(marks: readonly EventMark[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const { name } of marks) names.set(name, (names.get(name) ?? 0) + 1)
  return names
}

/** Milliseconds since the send; the polls of a job come minutes later, and are shown in seconds. */
export const sinceSend = (at: number): string =>
  at < 100_000 ? `${at.toLocaleString('en')} ms` : `${Math.round(at / 1000).toLocaleString('en')} s`

const longestPreview = 160
const encoded = /[A-Za-z0-9+/_-]{120,}={0,2}/g

/** One line of an event's data: the piece of text it brings, in quotes, else its first characters. */
export function previewOf({ data }: RawEvent): string {
  const piece = /"(?:delta|text|arguments|message)"\s*:\s*("(?:[^"\\]|\\.){1,400}")/.exec(data.slice(0, 2000))?.[1]
  const shown = (piece ?? data.slice(0, 4 * longestPreview)).replaceAll(encoded, '(base64)')
  return shown.length > longestPreview ? `${shown.slice(0, longestPreview)}…` : shown
}

export function saidOf({ kind, detail }: EventMark['notices'][number]): string {
  const words: Readonly<Record<typeof kind, string>> = {
    'unknown-event': 'unknown name',
    'not-json': 'not JSON',
    'too-deep': 'nested too deeply',
    repeated: 'repeated',
    gap: 'gap in sequence',
    inversion: 'out of order',
    'after-end': 'after end',
    'text-differs': 'text differs',
    'not-a-stream': 'not a stream',
    'unasked-stream': 'stream not requested',
  }
  const numbers = kind === 'gap' || kind === 'inversion' || kind === 'repeated' ? detail : undefined
  return numbers === undefined ? words[kind] : `${words[kind]}: ${numbers}`
}

/** Events as JSON Lines: the time in ms since the send, the name, and the data as they came; as a text where they are not JSON. */
export function jsonLines(rows: readonly EventRow[]): string {
  return rows.map(lineOf).join('')
}

function lineOf({ raw: { at, name, data } }: EventRow): string {
  const head = name === undefined ? `{"at":${at}` : `{"at":${at},"event":${JSON.stringify(name)}`
  return `${head},"data":${onOneLine(data)}}\n`
}

/** The very text where it is JSON, so that long numbers keep their digits. */
function onOneLine(data: string): string {
  const value = jsonIn(data)
  if (value === undefined) return JSON.stringify(data)
  return /[\r\n]/.test(data) ? JSON.stringify(value) : data
}

/** Usage is in one of the last events; larger ones are bodies with media and are not searched. */
const lastOnes = 5
const largest = 2_000_000

/** The `usage` of a reply in the router's own words, as JSON; undefined where it gave none. */
export function usageGiven(events: EventsView['events']): string | undefined {
  for (const { data } of events.slice(-lastOnes).reverse()) {
    if (data.length > largest || !data.includes('"usage"')) continue
    const { usage, response } = recordOf(jsonIn(data))
    const given = usage ?? recordOf(response).usage
    if (given !== undefined && given !== null) return JSON.stringify(given)
  }
  return undefined
}

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

// Events are immutable, and a list is folded anew with every poll.
const readPoll = oncePer(({ data }: RawEvent) => {
  const reply = recordOf(jsonIn(data))
  const { word = isRecord(reply.error) ? 'no usable answer' : undefined, progress } = jobOf(reply)
  return { word, progress }
})

const toldBy = ({ raw }: EventRow) => readPoll(raw)

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
