import { defined } from '#contract/core/loose-json.ts'
import { jobReadsOf } from '#contract/routes.ts'
import type { NewRun, RunRow } from '../../ledger/run-row.ts'
import type { AdoptOutcome, ForeignJob } from '../follow/follow.ts'
import { troubleOf } from '../follow/next-poll.ts'
import { stampOf } from '../life/run-clock.ts'
import { emptyResult } from '../result.ts'
import { notSaved } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { withFacts } from './job-steps.ts'
import { type JobPoll, pollJob } from './poll-job.ts'
import { createPollLog } from './poll-log.ts'

/** The function behind `Jobs.adopt`. */
export async function adoptJob(tools: RunTools, { endpoint, id, connection, tool }: ForeignJob): Promise<AdoptOutcome> {
  const { ledger, clock } = tools
  const status = jobReadsOf(endpoint)?.status
  if (status === undefined) return { status: 'failed', why: 'Jobs of this kind cannot be read.' }
  try {
    const same = await knownJob(tools, connection.baseUrl, id)
    if (same !== undefined) return { status: 'known', id: same.id }
  } catch (error) {
    return { status: 'failed', why: notSaved(error) }
  }
  const outcome = await pollJob(tools.connect(connection), { endpoint: status, id }, clock)
  if (outcome.kind === 'gone') return { status: 'not-found' }
  if (outcome.kind === 'trouble') return { status: 'failed', why: troubleOf(outcome.error) }
  try {
    const row = newRow({ endpoint, id, connection, tool }, outcome, tools)
    const body = { id: row.id, request: undefined, result: { ...emptyResult, end: { status: 'queued', job: id } } }
    const prepared = await ledger.prepare(row, body)
    if (prepared.status === 'already-open') return { status: 'known', id: prepared.row.id }
    await createPollLog(ledger)(prepared.row, outcome, clock.now())
    const stamp = stampOf(clock)
    const job = outcome.kind === 'told' ? outcome.job : {}
    await ledger.update(row.id, (stored) =>
      withFacts({ ...stored, polling: { polls: 1, askedAt: stamp.at, answeredAt: stamp.at } }, job, stamp),
    )
    return { status: 'adopted', id: row.id }
  } catch (error) {
    return { status: 'failed', why: notSaved(error) }
  }
}

/** The run of this browser that has the job; undefined where there is none, or it is deleted. */
async function knownJob({ ledger }: RunTools, baseUrl: string, id: string): Promise<RunRow | undefined> {
  for await (const { rows } of (await ledger.history()).heads()) {
    const same = rows.find((row) => row.job === id && row.connection.baseUrl === baseUrl && row.deleted === undefined)
    if (same !== undefined) return same
  }
  return undefined
}

const longestTitle = 200

/** A run without a request. Its intent is the job, so that it is not adopted twice. */
function newRow({ endpoint, id, connection, tool }: ForeignJob, outcome: JobPoll, { newId, clock }: RunTools): NewRun {
  const { model = '', prompt = '' } = outcome.kind === 'told' ? outcome.job : {}
  const { name, baseUrl, keyHint } = connection
  const intent = `job:${baseUrl}:${id}`
  return {
    ...{ id: newId(), intent, open: intent, endpoint, model, tool, thread: tool, job: id, status: 'queued' },
    title: prompt.trim().replaceAll(/\s+/g, ' ').slice(0, longestTitle) || id,
    connection: { name, baseUrl, ...defined({ keyHint }) },
    log: [{ status: 'queued', ...stampOf(clock) }],
  }
}
