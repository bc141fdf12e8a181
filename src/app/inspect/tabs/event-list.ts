import { recordOf } from '#contract/core/loose-json.ts'
import type { EventMark, EventsView } from '../../run/event-log.ts'

type RawEvent = EventsView['events'][number]

export interface EventRow {
  /** Its place among all events, from 0. */
  readonly nth: number
  readonly raw: RawEvent
  readonly mark: EventMark
}

/** The filter of the list. An empty name or text matches all events. */
export interface EventFilter {
  readonly name: string
  /** Looked for in the data; capitals count for nothing. */
  readonly words: string
  /** Only what was odd. */
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

/** The number of events by name, in the order of first occurrence. */
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
  try {
    const value: unknown = JSON.parse(data)
    return /[\r\n]/.test(data) ? JSON.stringify(value) : data
  } catch {
    return JSON.stringify(data)
  }
}

/** Usage is in one of the last events; larger ones are bodies with media and are not searched. */
const lastOnes = 5
const largest = 2_000_000

/** The `usage` of a reply in the router's own words, as JSON; undefined where it gave none. */
export function usageGiven(events: EventsView['events']): string | undefined {
  for (const { data } of events.slice(-lastOnes).reverse()) {
    if (data.length > largest || !data.includes('"usage"')) continue
    const usage = usageIn(data)
    if (usage !== undefined) return JSON.stringify(usage)
  }
  return undefined
}

function usageIn(data: string): unknown {
  try {
    const { usage, response } = recordOf(JSON.parse(data))
    return usage ?? recordOf(response).usage ?? undefined
  } catch {
    return undefined
  }
}
