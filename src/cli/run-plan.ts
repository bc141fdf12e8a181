import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type PlannedRequest, planOf } from '#app/batch/batch-plan.ts'
import { batchQueueOf } from '#app/batch/batch-queue.ts'
import { cellResultsOf } from '#app/lab/cell-results.ts'
import { readMediaFacts } from '#app/lab/media-facts.ts'
import { withPlanFiles } from '#app/lab/plan-files.ts'
import { concurrencyOf, type PriceOf, plannedRequests } from '#app/lab/planned-requests.ts'
import type { Ledger } from '#app/ledger/ledger.ts'
import type { RunRow } from '#app/ledger/run-row.ts'
import { createRuns } from '#app/run/create-runs.ts'
import { hasReplied } from '#app/run/life/states.ts'
import { emptyResult, readResult } from '#app/run/result.ts'
import type { HeldFile, RunConnection } from '#app/run/run-draft.ts'
import type { Runs } from '#app/run/runs.ts'
import { labThread } from '#app/run/stored-draft.ts'
import { isJob } from '#contract/core/statuses.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { EndpointId } from '#contract/routes.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import { cellCount, columnsOf } from '#lab/cells.ts'
import { createLimitedEvaluator } from '#lab/checks/limited-evaluator.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { bundle as checkThread } from './check-thread.ts?bundle'
import { bodyOf } from './named-files.ts'
import { journaledLedger, nodeTools } from './node-runs.ts'
import type { ResultsFolder } from './results-folder.ts'

interface PlanRun {
  readonly plan: LabPlan
  readonly endpoint: EndpointId
  /** Those that its rows name. */
  readonly files: readonly HeldFile[]
  /** The ids of the runs are derived from it. */
  readonly batch: string
  readonly connection: RunConnection
  readonly cards: readonly ModelCard[]
  readonly priceOf: PriceOf
  readonly folder: ResultsFolder
  /** What an earlier command has made of places: only those that are `not sent` are sent. */
  readonly earlier: ReadonlyMap<number, CellResult>
  /** Aborted when nothing more is to be sent, and what is open to be stopped. */
  readonly stop: AbortSignal
  /** Called with all results so far when there is another one. */
  readonly onResult: (results: ReadonlyMap<number, CellResult>) => void
}

/** The results of all places in their order, and why some were not sent, as a sentence. */
interface PlanResults {
  readonly results: readonly CellResult[]
  readonly why?: string
}

/** Sends the cells that are not sent, and appends what becomes of each to the folder. Resolves when all have ended, jobs among them. */
export async function runPlan(run: PlanRun): Promise<PlanResults> {
  const { plan, connection, folder, onResult } = run
  const results = new Map(run.earlier)
  const checks = checksInThread()
  const settled = new Set<string>()
  const settling: Promise<void>[] = []
  const full = new AbortController()
  const stop = AbortSignal.any([run.stop, full.signal])
  const ledger = journaledLedger({
    opened: async (row) => await folder.append(await resultOf(row)),
    keepMedia: (file) => folder.keepMedia(file),
  })
  const resultAt = cellResultsOf(plan, {
    resultOf: async ({ id }) => readResult((await ledger.bodies([id]))[0]?.result) ?? emptyResult,
    filesOf: async ({ id }) => await (await ledger.history()).assets(id),
    factsOfFile: readMediaFacts,
    evaluate: checks.evaluate,
  })
  const resultOf = (row: RunRow) => resultAt(row.batch?.at ?? 0, row)
  async function settle(id: string): Promise<void> {
    const row = await ledger.get(id)
    // An unknown result may be recovered, which is another end of the same run.
    const end = `${row?.status} ${id}`
    if (!row || isJob(row.status) || !hasReplied(row.status) || settled.has(end)) return
    settled.add(end)
    const result = await resultOf(row)
    results.set(result.at, result)
    onResult(results)
    await folder.append(result)
  }
  // What cannot be written down is not sent either.
  ledger.subscribe(({ id }) => void settling.push(settle(id).catch((error: unknown) => full.abort(error))))
  const runs = createRuns(nodeTools(ledger))
  try {
    runs.follow.connect([{ connection, ready: true }])
    const why = await sendAll({ ...run, stop }, runs)
    await untilFollowed(runs, ledger, stop)
    await Promise.all(settling)
    full.signal.throwIfAborted()
    for (const row of await ledger.openRuns()) results.set(row.batch?.at ?? 0, await resultOf(row))
    const { missing } = withPlanFiles(plan, run.files)
    for (let at = 0; at < cellCount(plan); at += 1) {
      const file = missing.get(rowAt(plan, at))
      const unsent = results.get(at) ?? (await resultAt(at, undefined))
      results.set(at, file === undefined ? unsent : { ...unsent, error: `No file “${file}”.` })
    }
    return {
      results: [...results.values()].toSorted((one, other) => one.at - other.at),
      ...(why !== undefined && { why }),
    }
  } finally {
    runs.close()
    checks.end()
  }
}

/** Sends through the queue that a page has, and gives why it has left cells. */
async function sendAll(run: PlanRun, runs: Runs): Promise<string | undefined> {
  const { plan, batch, endpoint, connection, cards, files, earlier, stop, priceOf } = run
  const { plan: filled, held, missing } = withPlanFiles(plan, files)
  const planned = plannedRequests(filled, { titleOf: () => plan.name, priceOf })
  const [first] = planned
  if (!first || stop.aborted) return stop.aborted ? 'Stopped.' : undefined
  const queue = batchQueueOf(runs, labThread(batch))
  const own = { id: batch, concurrency: concurrencyOf(plan, cards), onFailure: 'continue' } as const
  const whole = planOf(draftOf(first, run), planned, Date.now(), own)
  const cells = whole.cells.map((cell, at) => {
    const before = earlier.get(at)
    if (missing.has(rowAt(plan, at)) || (before && before.state !== 'not sent'))
      return { ...cell, leftOut: 'yes' as const }
    // The id of an attempt that was refused for want of capacity would bring its refusal back.
    return before?.run === undefined ? cell : { ...cell, attempt: before.attempt + 1 }
  })
  stop.addEventListener('abort', queue.stop)
  await queue.begin({ ...whole, cells }, connection)
  // Asked at times: what is shown is derived from all cells, and changes several times with each.
  while (queue.shown().status === 'sending') await sleep(50)
  const { left, halts, why } = queue.shown()
  const halted = [...halts].map(([model, sentence]) => `${model}: ${sentence}`)
  return left.length === 0 ? undefined : halted.join(' ') || why

  function draftOf({ request, title }: PlannedRequest, { plan: { tool } }: PlanRun) {
    const own = { endpoint, tool, model: String(request.model), title, connection, thread: labThread(batch) }
    return { ...bodyOf(request, endpoint, held), ...own }
  }
}

const rowAt = (plan: LabPlan, at: number) => Math.floor(at / columnsOf(plan).length)

/** Resolves when no job is followed any more and no lost reply is asked for, or at a stop: jobs go on at their router then. */
async function untilFollowed({ follow }: Runs, ledger: Ledger, stop: AbortSignal): Promise<void> {
  const isFollowed = (row: RunRow) =>
    isJob(row.status) ? row.polling?.unwatched === undefined : follow.lostState(row) === 'asking'
  while (!stop.aborted && (await ledger.openRuns()).some(isFollowed)) await sleep(50)
}

/** Carries out checks in a thread, which is ended where one takes too long. */
function checksInThread() {
  return createLimitedEvaluator({
    start(onAnswer, onFailure) {
      const thread = new Worker(checkThread)
      thread.on('message', onAnswer)
      thread.on('error', onFailure)
      return { post: (question) => thread.postMessage(question), end: () => void thread.terminate() }
    },
    after(ms, call) {
      const timer = setTimeout(call, ms)
      return { cancel: () => clearTimeout(timer) }
    },
  })
}
