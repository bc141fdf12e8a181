import { isJob } from '#contract/core/statuses.ts'
import type { ErrorFacts } from '../../client/client-error.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Answer } from './follow.ts'

type Polling = NonNullable<RunRow['polling']>

/** Ms between two questions about one run, whoever asks. */
const shortestWait = 2_000
const growth = 1.5
const longestWait = 15_000
const hiddenWait = 30_000
/** Waits by the age of the run: with their jitter they keep to four polls a minute for one that is older than ten minutes. */
const slower: readonly (readonly [age: number, wait: number])[] = [
  [24 * 3_600_000, 600_000],
  [3_600_000, 60_000],
  [600_000, 20_000],
]
/** For a hidden page and an old run, also where the router asks for more. */
const shortestSlow = 15_000
/** A router that does not accept the key is asked this seldom. */
const refusedWait = 60_000
/** Longer waits that a router asks for are cut to this. */
const longestAsked = 3_600_000
const jitter = 0.2

/** When the run was sent, as far as this browser knows: ms since 1970. */
export function createdAt({ log }: Pick<RunRow, 'log'>): number {
  const sent = log.find(({ status }) => status === 'sending') ?? log[0]
  return sent?.at ?? 0
}

/**
 * When a router is asked about a run next, in ms since 1970: about a lost run at once, about a job 2 s after its creation, then after 3 s,
 * 4.5 s … 15 s, each ± 20 %; what the router says (`Retry-After`) overrides that, and a press on "Check now" both. The jitter is derived
 * from the run's id and the number of polls, so that all tabs agree.
 */
export function dueAt(row: RunRow, now: number, isHidden: boolean): number {
  if (row.polling === undefined && !isJob(row.status)) return now
  const { polls = 0, askedAt = createdAt(row), askAfter, pressedAt = 0 } = row.polling ?? {}
  // The clock was set back.
  if (askedAt > now + longestWait) return now
  // A press in the future was made before the clock was set back.
  if (pressedAt > (row.polling?.askedAt ?? 0) && pressedAt <= now) return Math.max(pressedAt, askedAt + shortestWait)
  const slow = slower.find(([age]) => now - createdAt(row) >= age)?.[1] ?? 0
  const least = isHidden || slow > 0 ? shortestSlow : shortestWait
  if (askAfter !== undefined) return askedAt + Math.max(least, Math.min(askAfter - askedAt, longestAsked))
  const usual = Math.min(longestWait, shortestWait * growth ** polls)
  const refused = isRefused(row.polling) ? refusedWait : 0
  const wait = Math.max(usual, slow, refused, isHidden ? hiddenWait : 0)
  return askedAt + Math.max(least, wait * (1 + jitter * swing(`${row.id}${polls}`)))
}

/** Whether the last question was not answered because of the key. */
export const isRefused = ({ missed = 0, troubleStatus }: Polling = {}): boolean =>
  missed > 0 && (troubleStatus === 401 || troubleStatus === 403)

/** A number from -1 up to 1 that follows from a text (FNV-1a). */
function swing(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 31 - 1
}

/** The row before a question, so that every tab counts it. */
export function withQuestion(row: RunRow, now: number): RunRow {
  const { askAfter: _, ...polling } = row.polling ?? {}
  return { ...row, polling: { ...polling, polls: (polling.polls ?? 0) + 1, askedAt: now } }
}

/** The row after a press on "Check now". */
export function withPress(row: RunRow, now: number): RunRow {
  const { unwatched: _, absences: __, absentSince: ___, ...polling } = row.polling ?? {}
  return { ...row, polling: { ...polling, pressedAt: now } }
}

/** Ms after its creation in which a run may still be unknown to its router. */
const youth = 30_000

/** The row after an answer. */
export function withAnswer(row: RunRow, answer: Answer, now: number): RunRow {
  const { retryAfter } = answer
  const asked = retryAfter === undefined ? {} : { askAfter: now + retryAfter * 1000 }
  return { ...row, polling: { ...afterAnswer(row, answer, now), ...asked } }
}

function afterAnswer(row: RunRow, answer: Answer, now: number): Polling {
  const { polling = {} } = row
  if (answer.status === 'trouble') return troubled(polling, answer.error)
  if (answer.status === 'gone')
    return now - createdAt(row) < youth ? polling : troubled(withAbsence(row, now), answer.error)
  const { missed: _, trouble: __, troubleStatus: ___, absences: ____, absentSince: _____, ...rest } = polling
  return { ...rest, answeredAt: now }
}

/** `polling` with one more absence, which counts from 30 seconds after the creation on. */
export function withAbsence(row: RunRow, now: number): Polling {
  const { polling = {} } = row
  if (now - createdAt(row) < youth) return polling
  return { ...polling, absences: (polling.absences ?? 0) + 1, absentSince: polling.absentSince ?? now }
}

function troubled(polling: Polling, error: ErrorFacts): Polling {
  const { troubleStatus: _, ...before } = polling
  const { status } = error
  return {
    ...before,
    missed: (polling.missed ?? 0) + 1,
    trouble: troubleOf(error),
    ...(status !== undefined && { troubleStatus: status }),
  }
}

const longestTrouble = 300

/** Why a question had no usable answer, as a sentence. */
export function troubleOf({ kind, status, message }: ErrorFacts): string {
  const words = message.slice(0, longestTrouble)
  if (kind === 'network') return 'Could not reach the router.'
  if (kind === 'interrupted') return 'The router’s reply was cut off.'
  if (status === 401 || status === 403) return `The router does not accept the API key: ${words}`
  if (status === 404 || status === 410) return `The router does not know this job: ${words}`
  return status === undefined || message.includes(String(status)) ? words : `HTTP ${status}: ${words}`
}
