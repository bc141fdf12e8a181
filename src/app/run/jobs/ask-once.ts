import type { RunRow } from '../../ledger/run-row.ts'
import { stampOf } from '../life/clock.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { endOf, isFollowed, questionOf, withAsked, withFacts, withPoll, withQuestion } from './job-row.ts'
import { pollJob } from './poll-job.ts'
import { createPollLog, jobAtCreation } from './poll-log.ts'
import { dueAt } from './poll-pace.ts'
import { settleJob } from './settle-job.ts'

/** The steps of following a job. */
export interface Asker {
  /**
   * The first step takes what the reply at its creation says: of a job that is completed already, the content is fetched at once; one whose
   * state cannot be asked for is not watched. Every other is one poll, unless the job is not due, since another tab has asked. Stores what
   * it learns and gives the row after it; rejects where the ledger does.
   */
  next(row: RunRow, connection: RunConnection): Promise<RunRow | undefined>
}

export function createAsker(tools: RunTools): Asker {
  const { ledger, clock } = tools
  const log = createPollLog(ledger)

  async function begin({ id }: RunRow): Promise<RunRow | undefined> {
    const job = await jobAtCreation(ledger, id)
    const stamp = stampOf(clock)
    return await ledger.update(id, (row) => {
      const isBegun = row.tracked !== undefined && questionOf(row) !== undefined
      if (isBegun || !isFollowed(row)) return row
      return withQuestion(withFacts({ ...row, tracked: row.tracked ?? {} }, job ?? {}, stamp))
    })
  }

  async function poll({ id }: RunRow, connection: RunConnection): Promise<RunRow | undefined> {
    let isClaimed = false
    const now = clock.now()
    const row = await ledger.update(id, (stored) => {
      isClaimed =
        isFollowed(stored) && stored.tracked?.content === undefined && dueAt(stored, now, !tools.isVisible()) <= now
      return isClaimed ? withAsked(stored, now) : stored
    })
    const question = row && questionOf(row)
    if (!isClaimed || row === undefined || question === undefined) return row
    const outcome = await pollJob(tools.connect(connection), question, clock)
    await log.add(row, outcome, clock.now())
    const stamp = stampOf(clock)
    const end = endOf(row, outcome, stamp.at)
    const told = await ledger.update(id, (stored) => (isFollowed(stored) ? withPoll(stored, outcome, stamp) : stored))
    if (end === undefined) return told
    const ended = await settleJob(tools, id, { media: [], files: [], end })
    // An end that could not be stored is what the next poll brings again.
    return ended?.saved === false ? told : ended
  }

  return {
    next: (row, connection) =>
      row.tracked === undefined || questionOf(row) === undefined ? begin(row) : poll(row, connection),
  }
}
