import type { RunStatus } from '#contract/core/statuses.ts'
import type { RunRow, Verdict } from '../../ledger/run-row.ts'
import { isOpen, needsRuling } from '../life/states.ts'
import { storedError } from '../result.ts'
import { isStageThread } from '../stored-draft.ts'
import { timeTaken } from '../time-taken.ts'
import { wordsIn } from './words-of.ts'

/** A filter of runs; fields left out match all. */
export interface RunQuery {
  /** Words that must all occur in the head (names, ids, note, tags, error) or in the texts, regardless of case. */
  readonly text?: string | undefined
  readonly endpoint?: string | undefined
  readonly model?: string | undefined
  /** `ruling`: `unknown` or `interrupted` without a resolution. `open`: prepared, sending, receiving, or a job that runs. */
  readonly state?: RunStatus | 'ruling' | 'open' | undefined
  readonly verdict?: Verdict | 'none' | undefined
  readonly tag?: string | undefined
  /** Start, in ms since 1970: `from` inclusive, `to` exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only runs that were made on stage, or none of them. */
  readonly stage?: 'only' | 'none' | undefined
}

/** The start of a run in ms since 1970; 0 where its log is empty. */
export function startedAt(row: RunRow): number {
  return row.log[0]?.at ?? 0
}

/** The name that the person gave the run, else its first words. */
export function nameOf(row: Pick<RunRow, 'name' | 'title'>): string {
  return row.name ?? row.title
}

/** Whether a run matches the filter. `words`: those of its texts, as far as they have been read. */
export function matches(row: RunRow, query: RunQuery, words = ''): boolean {
  const { text, endpoint, model, state, verdict, tag, from, to, stage } = query
  if (endpoint !== undefined && row.endpoint !== endpoint) return false
  if (model !== undefined && row.model !== model) return false
  if (state !== undefined && !stands(row, state)) return false
  if (verdict !== undefined && (row.verdict ?? 'none') !== verdict) return false
  if (tag !== undefined && !row.tags?.includes(tag)) return false
  if (from !== undefined && startedAt(row) < from) return false
  if (to !== undefined && startedAt(row) >= to) return false
  if (stage !== undefined && isStageThread(row.thread) !== (stage === 'only')) return false
  return text === undefined || holdsWords(row, text, words)
}

function stands(row: RunRow, state: NonNullable<RunQuery['state']>): boolean {
  if (state === 'ruling') return needsRuling(row)
  return state === 'open' ? isOpen(row.status) || row.status === 'running' : row.status === state
}

// Cached, since the search runs with every letter typed and rows are immutable.
const texts = new WeakMap<RunRow, string>()

function holdsWords(row: RunRow, asked: string, words: string): boolean {
  const text = texts.get(row) ?? textOf(row)
  texts.set(row, text)
  return readQuery(asked).every(({ word, parts }) => text.includes(word) || holds(words, parts))
}

/** A search word, and its parts as `wordsIn` splits them. */
interface Sought {
  readonly word: string
  readonly parts: readonly string[]
}

let lastAsked: string | undefined
let lastRead: readonly Sought[] = []

/** Parses a query; the last one is cached, since it is applied to thousands of rows in sequence. */
function readQuery(asked: string): readonly Sought[] {
  if (asked !== lastAsked) {
    lastAsked = asked
    const words = asked.toLowerCase().split(/\s+/)
    lastRead = words.map((word) => ({ word, parts: wordsIn(word) }))
  }
  return lastRead
}

const holds = (words: string, parts: readonly string[]) =>
  parts.length > 0 && parts.every((part) => words.includes(part))

function textOf(row: RunRow): string {
  // Parsing is most of the cost of a first search, so that missing errors are skipped.
  const error = row.error === undefined ? undefined : storedError(row.error)
  return [
    ...[row.title, row.name, row.model, row.endpoint, row.status, row.reason, row.note, ...(row.tags ?? [])],
    ...[
      row.id,
      row.job,
      row.jobState?.word,
      row.connection.name,
      row.served?.requestId,
      row.served?.model,
      row.served?.provider,
    ],
    ...[error?.message, error?.code, error?.type, error?.param, error?.requestId],
  ]
    .filter((word) => word !== undefined)
    .join('\n')
    .toLowerCase()
}

/** The orders of a list of runs. Ties are sorted newest first. */
export const runOrders = ['newest', 'oldest', 'slowest', 'most tokens', 'name', 'model'] as const
export type RunOrder = (typeof runOrders)[number]

/** The rows in an order; missing values count as 0. */
export function sortRows(rows: readonly RunRow[], order: RunOrder): readonly RunRow[] {
  return rows.toSorted((a, b) => compare(a, b, order) || b.seq - a.seq)
}

const words = new Intl.Collator('en', { numeric: true })

function compare(a: RunRow, b: RunRow, order: RunOrder): number {
  switch (order) {
    case 'newest':
      return 0
    case 'oldest':
      return a.seq - b.seq
    case 'slowest':
      return (timeTaken(b) ?? 0) - (timeTaken(a) ?? 0)
    case 'most tokens':
      return tokensOf(b) - tokensOf(a)
    case 'name':
      return words.compare(nameOf(a), nameOf(b))
    case 'model':
      return words.compare(a.model, b.model)
  }
}

/** All tokens of a run, in and out. */
function tokensOf({ usage }: RunRow): number {
  return Number(usage?.total ?? Number(usage?.input ?? 0) + Number(usage?.output ?? 0))
}

/** Totals of runs. */
export interface RunTotals {
  readonly count: number
  /** Milliseconds from send to end, added up. */
  readonly time: number
  /** Tokens, where reported. */
  readonly input: number
  readonly output: number
  /** Runs that did not report their tokens. */
  readonly unreported: number
  /** Every price label with its number of runs, most frequent first. Labels are texts and cannot be added up. */
  readonly prices: readonly (readonly [label: string, count: number])[]
}

/** The totals of some runs. */
export function totalsOf(rows: readonly RunRow[]): RunTotals {
  let [time, input, output, unreported] = [0, 0, 0, 0]
  const prices = new Map<string, number>()
  for (const row of rows) {
    const { usage, price = 'price not stated' } = row
    time += timeTaken(row) ?? 0
    input += Number(usage?.input ?? 0)
    output += Number(usage?.output ?? 0)
    if (usage?.input === undefined && usage?.output === undefined) unreported += 1
    prices.set(price, (prices.get(price) ?? 0) + 1)
  }
  return {
    ...{ count: rows.length, time, input, output, unreported },
    prices: [...prices].toSorted(([, a], [, b]) => b - a),
  }
}

/** Compares the outputs of two runs by hash. `unknown` where one has no output, or no stored hash. */
export function sameOutput(a: Pick<RunRow, 'output'>, b: Pick<RunRow, 'output'>): 'equal' | 'different' | 'unknown' {
  if (a.output === undefined || b.output === undefined) return 'unknown'
  return a.output.sha256 === b.output.sha256 ? 'equal' : 'different'
}
