import { contentAddresses, contentNames, type JobFacts, jobOf } from '#contract/core/job.ts'
import { isRecord, jsonIn, recordOf } from '#contract/core/loose-json.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { createdAt } from '../follow/next-poll.ts'
import { type JobPoll, readPoll } from './poll-job.ts'
import { isPoll, pollName } from './polls.ts'

/**
 * Makes the function that stores polls as events of their runs, behind those of the reply: every answer, and of failed polls in a row those
 * that differ from the one before. It never rejects.
 */
export function createPollLog(ledger: Pick<Ledger, 'eventsOf' | 'appendEvents'>) {
  /** The next free batch of each run, as far as this page knows. */
  const next = new Map<string, number>()
  const last = new Map<string, string>()
  return async (row: RunRow, outcome: JobPoll, now: number): Promise<void> => {
    const data = dataOf(outcome)
    const isRepeated = outcome.kind !== 'told' && last.get(row.id) === data
    last.set(row.id, data)
    if (isRepeated) return
    try {
      const { next: n } = await ledger.eventsOf(row.id, next.get(row.id))
      const event = { at: Math.max(0, now - createdAt(row)), name: pollName, data }
      await ledger.appendEvents({ id: row.id, n, events: [event] })
      next.set(row.id, n + 1)
    } catch {
      // The storage is full: the row says what the router said.
    }
  }
}

function dataOf(outcome: JobPoll): string {
  if (outcome.kind === 'told') return JSON.stringify(outcome.value)
  if (outcome.kind === 'pending') return '{}'
  const { status, code, message } = outcome.error
  return JSON.stringify({ error: { status, code, message } })
}

/** What the reply that created a job says of it; undefined where it is not stored. */
export async function jobAtCreation(ledger: Pick<Ledger, 'eventsOf'>, id: string): Promise<JobFacts | undefined> {
  const { events } = await ledger.eventsOf(id)
  const value = jsonIn(events.find((event) => !isPoll(event))?.data ?? '')
  return isRecord(value) ? jobOf(value) : undefined
}

/**
 * A job that has ended, from the last stored answer that says so: where its results are, to which `job.addresses` adds every other address
 * that may lead to one, and what the router calls them, by address.
 */
export async function endedJob(ledger: Pick<Ledger, 'eventsOf'>, id: string) {
  const { events } = await ledger.eventsOf(id)
  for (const { data } of events.toReversed()) {
    const value = jsonIn(data)
    const read = readPoll(value)
    if (read.kind !== 'told' || (read.job.state !== 'completed' && read.job.state !== 'failed')) continue
    const reply = recordOf(value)
    const named = contentAddresses(reply)
    const results = named.length > 0 ? named : (read.job.addresses ?? [])
    return { job: read.job, results, names: contentNames(reply) }
  }
  return { job: {} as JobFacts, results: [], names: new Map<string, string>() }
}
