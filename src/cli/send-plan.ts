import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan } from '#app/batch/batch-plan.ts'
import { batchQueueOf } from '#app/batch/batch-queue.ts'
import type { Ledger } from '#app/ledger/ledger.ts'
import type { RunRow } from '#app/ledger/run-row.ts'
import type { RunConnection } from '#app/run/run-draft.ts'
import type { Runs } from '#app/run/runs.ts'
import { isJob } from '#contract/core/statuses.ts'

/** What sends plans. */
export interface Sending {
  readonly runs: Runs
  readonly ledger: Ledger
  readonly connection: RunConnection
  /** Aborted when nothing more is to be sent, and what is open to be stopped. */
  readonly stop: AbortSignal
}

/** Sends the cells of a plan that are left, through the queue that a page has. Resolves when all have ended, jobs among them, with why some are left. */
export async function sendPlan(plan: Plan, sending: Sending): Promise<string | undefined> {
  const { runs, connection, stop } = sending
  const queue = batchQueueOf(runs, plan.shared.thread)
  stop.addEventListener('abort', queue.stop)
  await queue.begin(plan, connection)
  // What is shown is derived from all cells, and changes several times with each.
  while (queue.isSendingHere) await sleep(10)
  const { left, halts, why } = queue.shown()
  await untilFollowed(sending)
  const halted = [...halts].map(([model, sentence]) => `${model}: ${sentence}`)
  return left.length === 0 ? undefined : halted.join(' ') || why
}

/** Resolves when no job is followed any more and no lost reply is asked for, or at a stop: jobs go on at their router then. */
async function untilFollowed({ runs: { follow }, ledger, stop }: Sending): Promise<void> {
  const isFollowed = (row: RunRow) =>
    isJob(row.status)
      ? row.polling?.unwatched === undefined && follow.holdOf(row) !== 'no-connection'
      : follow.lostState(row) === 'asking'
  while (!stop.aborted && (await ledger.openRuns()).some(isFollowed)) await sleep(50)
}
