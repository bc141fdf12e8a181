import type { RunRow, RunStatus, Verdict } from '../../ledger/run-row.ts'
import { readError } from '../read-result.ts'
import { isLost } from '../settle.ts'
import { isOpen } from '../states.ts'

/** Which runs are looked for; what is left out holds for all. */
export interface RunQuery {
  /** Words that all stand somewhere in the head: names, ids, note, tags, what went wrong. Letter case does not count. */
  readonly text?: string | undefined
  readonly endpoint?: string | undefined
  readonly model?: string | undefined
  /** `ruling`: nobody knows how it ended, or it was cut off, and nobody has ruled on it. `open`: on its way. */
  readonly state?: RunStatus | 'ruling' | 'open' | undefined
  readonly verdict?: Verdict | 'none' | undefined
  readonly tag?: string | undefined
  /** Wall clock of the press, in ms: from here, up to but without there. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** When a run was pressed, as wall clock; 0 where its log is empty. */
export function startedAt(row: RunRow): number {
  return row.log[0]?.at ?? 0
}

/** What a person calls the run: the name given to it, else its first words. */
export function nameOf(row: Pick<RunRow, 'name' | 'title'>): string {
  return row.name ?? row.title
}

/** Whether a run is among those that are looked for. */
export function matches(row: RunRow, query: RunQuery): boolean {
  const { text, endpoint, model, state, verdict, tag, from, to } = query
  if (endpoint !== undefined && row.endpoint !== endpoint) return false
  if (model !== undefined && row.model !== model) return false
  if (state !== undefined && !isIn(row, state)) return false
  if (verdict !== undefined && (row.verdict ?? 'none') !== verdict) return false
  if (tag !== undefined && !row.tags?.includes(tag)) return false
  if (from !== undefined && startedAt(row) < from) return false
  if (to !== undefined && startedAt(row) >= to) return false
  return text === undefined || holdsWords(row, text)
}

function isIn(row: RunRow, state: NonNullable<RunQuery['state']>): boolean {
  if (state === 'ruling') return isLost(row)
  return state === 'open' ? isOpen(row.status) : row.status === state
}

// A person types letter by letter, and the words of ten thousand rows do not change meanwhile.
const texts = new WeakMap<RunRow, string>()

function holdsWords(row: RunRow, words: string): boolean {
  const text = texts.get(row) ?? textOf(row)
  texts.set(row, text)
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function textOf(row: RunRow): string {
  const error = readError(row.error)
  return [
    ...[row.title, row.name, row.model, row.endpoint, row.status, row.reason, row.note, ...(row.tags ?? [])],
    ...[row.id, row.connection.name, row.served?.requestId, row.served?.model, row.served?.provider],
    ...[error?.message, error?.code, error?.type, error?.param, error?.requestId],
  ]
    .filter((word) => word !== undefined)
    .join('\n')
    .toLowerCase()
}
