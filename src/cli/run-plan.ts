import { setMaxListeners } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Plan, type PlannedRequest, planOf } from '#app/batch/batch-plan.ts'
import { cellResultsOf } from '#app/lab/cell-results.ts'
import { cellsJudged, type RunSource } from '#app/lab/judge-answers.ts'
import { newestByPlace } from '#app/lab/places.ts'
import { withPlanFiles } from '#app/lab/plan-files.ts'
import { concurrencyOf, type PriceOf, plannedRequests } from '#app/lab/planned-requests.ts'
import { createRuns } from '#app/run/create-runs.ts'
import { hasReplied } from '#app/run/life/states.ts'
import { createLoadRun } from '#app/run/load-run.ts'
import { emptyResult, readResult } from '#app/run/result.ts'
import type { HeldFile } from '#app/run/run-draft.ts'
import { labThread } from '#app/run/stored-draft.ts'
import { isJob } from '#contract/core/statuses.ts'
import type { EndpointId } from '#contract/routes.ts'
import type { CellResult } from '#lab/cell-facts.ts'
import { cellCount } from '#lab/cells.ts'
import { createLimitedEvaluator } from '#lab/checks/limited-evaluator.ts'
import { askJudges, type PlannedCells } from './ask-judges.ts'
import { bundle as checkThread } from './check-thread.ts?bundle'
import { journaledLedger } from './journaled-ledger.ts'
import { bodyOf } from './named-files.ts'
import { nodeTools } from './node-runs.ts'
import { sendPlan } from './send-plan.ts'

// All senders that a router has asked to wait listen for the stop, which Node would warn of as a leak.
setMaxListeners(0)

interface PlanRun extends PlannedCells {
  readonly endpoint: EndpointId
  /** Those that its rows name. */
  readonly files: readonly HeldFile[]
  readonly priceOf: PriceOf
}

/**
 * Sends the cells that are not sent, follows the jobs of earlier commands as well, and asks the judges when all have ended. Resolves with the results of all
 * places in their order, what the judges say, and why some cells were not sent, as a sentence. Rejects where the folder cannot be written.
 */
export async function runPlan(run: PlanRun) {
  const { plan, batch, connection, folder } = run
  const results = new Map<number, CellResult>()
  const checks = checksInThread()
  const settled = new Set<string>()
  const settling: Promise<void>[] = []
  const broken = new AbortController()
  const stop = AbortSignal.any([run.stop, folder.full, broken.signal])
  const ledger = await journaledLedger(folder, run.journal, connection)
  const tools = nodeTools(ledger)
  const source: RunSource = {
    runs: createLoadRun(ledger, tools.createReader).ofRows,
    files: async (id) => (await ledger.history()).assets(id),
  }
  const resultAt = cellResultsOf(plan, {
    resultOf: async ({ id }) => readResult((await ledger.bodies([id]))[0]?.result) ?? emptyResult,
    filesOf: ({ id }) => source.files(id),
    // Its decoders take a quarter of a second to load.
    factsOfFile: async (...file) => await (await import('#app/lab/media-facts.ts')).readMediaFacts(...file),
    evaluate: checks.evaluate,
  })
  async function settle(id: string): Promise<void> {
    const row = await ledger.get(id)
    // An unknown result may be recovered, which is another end of the same run.
    const end = `${row?.status} ${id}`
    if (row?.batch?.id !== batch || isJob(row.status) || !hasReplied(row.status) || settled.has(end)) return
    settled.add(end)
    const result = await resultAt(row.batch.at, row)
    results.set(result.at, result)
    run.progress(`${results.size} of ${cellCount(plan)}`)
    folder.show(result)
  }
  const note = (id: string) => void settling.push(settle(id).catch((error: unknown) => broken.abort(error)))
  const cellRuns = async () => (await ledger.thread(labThread(batch))).rows
  ledger.subscribe(({ id }) => note(id))
  const runs = createRuns(tools)
  const sending = { runs, ledger, connection, stop }
  try {
    runs.follow.connect([{ connection, ready: true }])
    await runs.recovered
    for (const { id } of await cellRuns()) note(id)
    const cells = cellsOf(run)
    const why = stop.aborted ? 'Stopped.' : cells && (await sendPlan(cells, sending))
    const places = newestByPlace((await cellRuns()).toReversed())
    const judged = await askJudges({ ...run, ...sending, places, source })
    await Promise.all(settling)
    folder.full.throwIfAborted()
    broken.signal.throwIfAborted()
    for (const [at, row] of places) if (row.open !== undefined) results.set(at, await resultAt(at, row))
    const { missingAt } = withPlanFiles(plan, run.files)
    for (let at = 0; at < cellCount(plan); at += 1) {
      const file = missingAt(at)
      const unsent = results.get(at) ?? (await resultAt(at, undefined))
      results.set(at, file === undefined ? unsent : { ...unsent, error: `No file “${file}”.` })
    }
    const sorted = [...results.values()].toSorted((one, other) => one.at - other.at)
    return { results: cellsJudged(sorted, judged.results), judged, why }
  } finally {
    runs.close()
    checks.end()
  }
}

/** The plan of all cells; undefined where there are none. */
function cellsOf({ plan, batch, endpoint, connection, cards, files, priceOf }: PlanRun): Plan | undefined {
  const { plan: filled, held, missingAt } = withPlanFiles(plan, files)
  const planned = plannedRequests(filled, { titleOf: () => plan.name, priceOf })
  const [first] = planned
  if (!first) return undefined
  const own = { id: batch, concurrency: concurrencyOf(plan, cards), onFailure: 'continue' } as const
  const whole = planOf(draftOf(first), planned, Date.now(), own)
  const cells = whole.cells.map((cell, at) =>
    missingAt(at) === undefined ? cell : { ...cell, leftOut: 'yes' as const },
  )
  return { ...whole, cells }

  function draftOf({ request, title }: PlannedRequest) {
    const own = { endpoint, tool: plan.tool, model: String(request.model), title, connection }
    return { ...bodyOf(request, endpoint, held), ...own, thread: labThread(batch) }
  }
}

/** Carries out checks in a thread, which is ended where one takes too long. */
function checksInThread() {
  return createLimitedEvaluator((onAnswer, onFailure) => {
    const thread = new Worker(checkThread)
    thread.on('message', onAnswer)
    thread.on('error', onFailure)
    return { post: (question) => thread.postMessage(question), end: () => void thread.terminate() }
  })
}
