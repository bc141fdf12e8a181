import type { RunRow } from '../../ledger/run-row.ts'

/** Ms between two polls of one job, whoever asks. */
export const shortestWait = 2_000

const growth = 1.5
const longestWait = 15_000
const hiddenWait = 30_000
/** Waits by the age of the job: with their jitter they keep to four polls a minute for a job that is older than ten minutes. */
const slower: readonly (readonly [age: number, wait: number])[] = [
  [24 * 3_600_000, 600_000],
  [3_600_000, 60_000],
  [600_000, 20_000],
]
/** For a hidden page and an old job, also where the router asks for more. */
const shortestSlow = 15_000
/** A router that does not accept the key is asked this seldom. */
const refusedWait = 60_000
/** Longer waits that a router asks for are cut to this. */
export const longestAsked = 3_600_000
const jitter = 0.2

/** When the job was created, as far as this browser knows: ms since 1970. */
export function createdAt({ log }: Pick<RunRow, 'log'>): number {
  const sent = log.find(({ status }) => status === 'sending') ?? log[0]
  return sent?.at ?? 0
}

/**
 * When a job is to be asked about next, in ms since 1970: 2 s after its creation, then after 3 s, 4.5 s … 15 s, each ± 20 %; what the
 * router says (`Retry-After`) counts for more, and a press on "Check now" for most. The jitter follows from the run's id and the number of
 * polls, so that all tabs agree.
 */
export function dueAt(row: RunRow, now: number, isHidden: boolean): number {
  const { polls = 0, askedAt = createdAt(row), askAfter, pressedAt = 0 } = row.tracked ?? {}
  // The clock was set back.
  if (askedAt > now + longestWait) return now
  // A press in the future was made before the clock was set back.
  if (pressedAt > (row.tracked?.askedAt ?? 0) && pressedAt <= now) return Math.max(pressedAt, askedAt + shortestWait)
  const slow = slower.find(([age]) => now - createdAt(row) >= age)?.[1] ?? 0
  const least = isHidden || slow > 0 ? shortestSlow : shortestWait
  if (askAfter !== undefined) return askedAt + Math.max(least, Math.min(askAfter - askedAt, longestAsked))
  const usual = Math.min(longestWait, shortestWait * growth ** polls)
  const refused = isRefused(row) ? refusedWait : 0
  const wait = Math.max(usual, slow, refused, isHidden ? hiddenWait : 0)
  return askedAt + Math.max(least, wait * (1 + jitter * swing(`${row.id}${polls}`)))
}

/** Whether the last poll was not answered because of the key. */
export function isRefused({ tracked }: Pick<RunRow, 'tracked'>): boolean {
  const { missed = 0, troubleStatus } = tracked ?? {}
  return missed > 0 && (troubleStatus === 401 || troubleStatus === 403)
}

/** A number from -1 up to 1 that follows from a text (FNV-1a). */
function swing(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 31 - 1
}
