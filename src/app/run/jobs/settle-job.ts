import type { ReplyFile } from '../../client/exchange.ts'
import type { Asset, RunRow } from '../../ledger/run-row.ts'
import { outputOf } from '../life/hashes.ts'
import { stampOf, within, writeTimeout } from '../life/run-clock.ts'
import { advance } from '../life/states.ts'
import { emptyResult, type MediaOutput, type RunResult, readResult } from '../result.ts'
import { type Run, toRun } from '../run.ts'
import type { RunTools } from '../run-tools.ts'
import { isFollowed, type JobEnd, withJobEnd } from './job-steps.ts'

/** How a job ended: with content, as files or at addresses that the page cannot read; and, where that is not all of it, with an end. */
export interface JobOutcome {
  readonly media: readonly MediaOutput[]
  readonly files: readonly ReplyFile[]
  readonly end?: JobEnd
}

/**
 * Stores the end of a job with its content. Undefined where it is no job any more. Where the storage fails, the run has `saved: false` and
 * the content in `fresh`, and its row stays a job. Rejects where the ledger cannot be read.
 */
export async function settleJob(
  { ledger, clock }: RunTools,
  id: string,
  outcome: JobOutcome,
  outputs: readonly Asset[] = [],
): Promise<Run | undefined> {
  const row = await ledger.get(id)
  if (row === undefined || !isFollowed(row)) return undefined
  const [body] = await ledger.bodies([id])
  const result = resultOf(readResult(body?.result) ?? emptyResult, row, outcome)
  const { end } = outcome
  const output = end === undefined ? await outputOf(result) : undefined
  const stamp = stampOf(clock)
  const close = (stored: RunRow) =>
    end ? withJobEnd(stored, end, stamp) : advance(stored, 'completed', stamp, output === undefined ? {} : { output })
  const stored = ledger.finish(id, close, { result, outputs })
  const ended = await within(clock, writeTimeout(outputs), stored).catch(() => undefined)
  const run = toRun(ended ?? close(row), body && { ...body, result }, result)
  return ended === undefined ? { ...run, saved: false, fresh: outputs } : run
}

/** Without content, what the replies said stays. */
function resultOf({ end: _, error: __, ...before }: RunResult, { job }: RunRow, { media, end }: JobOutcome): RunResult {
  const known = job === undefined ? {} : { job }
  const result = media.length > 0 ? { ...before, outputs: media } : before
  if (end === undefined) return { ...result, end: { status: 'completed', ...known } }
  const { status, reason, error } = end
  return { ...result, ...(error && { error }), end: { status, reason, ...known } }
}
