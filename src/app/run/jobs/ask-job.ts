import { defined } from '#contract/core/loose-json.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import type { Answer, FollowedKind } from '../follow/follow.ts'
import { stampOf } from '../life/run-clock.ts'
import type { Stamp } from '../life/states.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { endOf, isFollowed, questionOf, withFacts, withoutStatus } from './job-steps.ts'
import { pollJob } from './poll-job.ts'
import { createPollLog, jobAtCreation } from './poll-log.ts'
import { settleJob } from './settle-job.ts'

/** Jobs: a question is a GET of the job's status. Of a completed job the content is fetched instead. */
export function createJobKind(
  tools: RunTools,
  download: (id: string, connection: RunConnection) => void,
): FollowedKind {
  const { ledger, clock } = tools
  const keep = createPollLog(ledger)

  /** Takes what the reply at its creation says; a job whose state cannot be asked for is not watched. */
  async function begin({ id }: RunRow): Promise<RunRow | undefined> {
    const job = await jobAtCreation(ledger, id)
    return await ledger.update(id, (row) =>
      isBegun(row) || !isFollowed(row)
        ? row
        : withoutStatus(withFacts({ ...row, jobState: row.jobState ?? {} }, job ?? {}, stampOf(clock))),
    )
  }

  async function ask(row: RunRow, connection: RunConnection): Promise<Answer> {
    const question = questionOf(row)
    if (question === undefined) return { status: 'going' }
    const poll = await pollJob(tools.connect(connection), question, clock)
    await keep(row, poll, clock.now())
    const settle = async ({ at }: Stamp) => {
      const end = endOf(row, poll, at)
      const run = end && (await settleJob(tools, row.id, { media: [], files: [], end }))
      // An end that could not be stored is what the next poll brings again.
      return run?.saved ? run : undefined
    }
    const answer = { settle, ...defined({ retryAfter: poll.retryAfter }) }
    if ('error' in poll) return { ...answer, status: poll.kind, error: poll.error }
    const facts = poll.kind === 'told' ? poll.job : undefined
    return { ...answer, status: 'going', ...(facts && { change: (row, stamp) => withFacts(row, facts, stamp) }) }
  }

  return {
    lock: 'jobs',
    atOnce: 4,
    isFollowed,
    works(row, connection) {
      if (row.jobState?.content !== 'ready') return false
      download(row.id, connection)
      return true
    },
    begin: (row) => (isBegun(row) ? undefined : () => begin(row)),
    ask,
  }
}

const isBegun = (row: RunRow) => row.jobState !== undefined && questionOf(row) !== undefined
