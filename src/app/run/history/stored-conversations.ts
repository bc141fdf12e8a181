import { isJob } from '#contract/core/statuses.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { hasFailed, isOpen } from '../life/states.ts'
import { matches, startedAt } from './matches.ts'

/** The runs of one thread as an entry of a list. */
export interface Conversation {
  /** The id of its thread. */
  readonly id: string
  /** The person's title, else the first words of its first message. */
  readonly title: string
  /** `pinned` ones are listed above the others. */
  readonly place: 'pinned' | 'usual'
  /** `running`: an answer is on its way. */
  readonly status: 'running' | 'idle'
  /** When its newest run was started, in ms since 1970. */
  readonly at: number
  /** Oldest first, never empty. */
  readonly runs: readonly [first: RunRow, ...others: RunRow[]]
}

/** The runs of a tool by their threads; pinned ones first, then by their newest run. `rows`: newest first. */
export function conversationsOf(rows: readonly RunRow[], isOfTool: (row: RunRow) => boolean): readonly Conversation[] {
  const threads = new Map<string, RunRow[]>()
  for (const row of rows) {
    if (row.thread === undefined || !isOfTool(row)) continue
    const runs = threads.get(row.thread)
    if (runs === undefined) threads.set(row.thread, [row])
    else runs.push(row)
  }
  const all = [...threads].flatMap(([id, runs]) => conversation(id, runs.toReversed()))
  return [...all.filter(({ place }) => place === 'pinned'), ...all.filter(({ place }) => place === 'usual')]
}

function conversation(id: string, [first, ...others]: readonly RunRow[]): readonly Conversation[] {
  if (first === undefined) return []
  const runs = [first, ...others] as const
  // On the first run; on a later one where runs before it were deleted.
  const facts = runs.find((row) => row.conversation !== undefined)?.conversation
  return [
    {
      id,
      title: facts?.title ?? first.title,
      place: facts?.pinned === undefined ? 'usual' : 'pinned',
      status: runs.some((row) => isOpen(row.status)) ? 'running' : 'idle',
      at: startedAt(runs.at(-1) ?? first),
      runs: [...runs],
    },
  ]
}

/** How many of its runs gave an answer: not those that failed, nor those that are not over. */
export const answersIn = ({ runs }: Conversation): number =>
  runs.filter(({ status }) => !isOpen(status) && !hasFailed(status)).length

/** Whether every word occurs in the title, or in one run of the conversation. `wordsOf`: the words of a run's texts. */
export function holdsText(
  { title, runs }: Conversation,
  text: string,
  wordsOf: (run: string) => string | undefined,
): boolean {
  const lower = title.toLowerCase()
  if (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => lower.includes(word))
  )
    return true
  return runs.some((row) => matches(row, { text }, wordsOf(row.id)))
}

/** Runs that a deletion leaves where they are, since they hold an intent: those in progress or with an unknown result. */
export const heldRuns = ({ runs }: Conversation): readonly RunRow[] =>
  runs.filter(({ open, status }) => open !== undefined && !isJob(status))
