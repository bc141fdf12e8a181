import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { canonicalJson, type JsonRecord } from '#contract/core/loose-json.ts'
import { promptField, routes } from '#contract/routes.ts'
import { cellCount, columnsOf } from '#lab/cells.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { type PlannedRequest, planOf } from '../../batch/batch-plan.ts'
import { useConnection, useModels } from '../../connection/use-connection.ts'
import { requestBody } from '../../files/request-body.ts'
import { byState, type Places } from '../../lab/places.ts'
import { keepVersion, readVersions } from '../../lab/plan-drafts.ts'
import { withPlanFiles } from '../../lab/plan-files.ts'
import {
  concurrencyOf,
  plannedRequests,
  priceOfCards,
  pricesOf,
  sandboxModels,
  sumOf,
} from '../../lab/planned-requests.ts'
import { ledgerDrafts } from '../../run/history/use-history.ts'
import { newId } from '../../run/new-id.ts'
import { type HeldFile, type RunDraft, Unsendable } from '../../run/run-draft.ts'
import { labThread } from '../../run/stored-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { setupOf } from '../../tool/tool-view.tsx'
import type { Tool } from '../../tool/tools.ts'
import { cellTitle, labTool } from './lab-tools.ts'
import { type useEditedPlan, useVersionPlan } from './stored-plans.ts'
import { useLabQueue, usePlaces } from './use-places.ts'

export type PlanRuns = ReturnType<typeof usePlanRuns>

/** Sending the cells of a plan, and what has become of them. A plan that has changed since it was run is sent as a new version. */
export function usePlanRuns(id: string, edited: ReturnType<typeof useEditedPlan>, tool: Tool) {
  const { plan, versions, readAgain } = edited
  const runs = useRuns()
  const connection = useConnection()
  const { queue, shown } = useLabQueue(labThread(id))
  const [told, tell] = useState<{ readonly why: string; readonly status: string }>()
  // That another tab is sending holds no longer once it has ended.
  const problem = told?.status === shown.status ? told.why : undefined
  const sayProblem = (error: unknown) =>
    tell({ why: error instanceof Error ? error.message : String(error), status: queue.shown().status })
  const cells = useCells(edited, tool)
  const { last, places, filled, held, hasFiles, priceOf, rest, ...state } = cells
  const concurrency = concurrencyOf(plan, useModels().data?.cards)
  const words = { titleOf: (request: JsonRecord) => cellTitle(request, tool), priceOf }
  const draftOf = (planned: PlannedRequest) => ({
    ...bodyOf(planned.request, tool, held),
    ...{ endpoint: tool.endpoint, tool: tool.id, model: String(planned.request.model), title: planned.title },
    ...{ connection, thread: labThread(id) },
  })

  /** Sends the chosen places as one batch; the others are left out of it. `again`: which run of a place is repeated. */
  async function send(batch: string, isChosen: (at: number) => boolean, again?: Places): Promise<void> {
    tell(undefined)
    const planned = plannedRequests(filled, words)
    if (!planned[0]) return
    const own = { id: batch, concurrency, onFailure: 'continue' } as const
    const whole = planOf(draftOf(planned[0]), planned, runs.page.clock.now(), own)
    const cells = whole.cells.map((cell, at) => {
      if (!isChosen(at) || !hasFiles(at)) return { ...cell, leftOut: 'yes' as const }
      const before = again?.get(at)
      return before ? { ...cell, attempt: (before.batch?.attempt ?? 0) + 1, repeats: before.id } : cell
    })
    await queue.begin({ ...whole, cells }, connection, async () => {
      const drafts = ledgerDrafts(runs)
      const known = new Set(versions.map((one) => one.batch))
      const isRunElsewhere = (await readVersions(drafts, id)).some((one) => !known.has(one.batch))
      if (isRunElsewhere) readAgain()
      if (isRunElsewhere) throw new Unsendable('Another tab has run this plan. Check its results, then press again.')
      if (!known.has(batch)) await keepVersion(drafts, id, { batch, at: whole.createdAt }, plan)
    })
    readAgain()
  }
  function trySend(...args: Parameters<typeof send>): void {
    if (queue.isSendingHere) sayProblem('Cells are still being sent. Wait for them, or stop them first.')
    else void send(...args).catch(sayProblem)
  }

  return {
    ...{ ...state, queue, shown, connection, problem },
    /** Gives the request of the first cell as it would be sent, where there is one. */
    firstDraft(use: (draft: RunDraft) => void) {
      const [first] = plannedRequests({ ...filled, rows: filled.rows.slice(0, 1) }, words)
      try {
        if (first) use(draftOf(first))
      } catch (error) {
        sayProblem(error)
      }
    },
    /** Goes on with what the last press did not send. */
    sendLeft: () => void queue.send(connection),
    /** Sends what is not sent of this plan; all of it, as a new version, where nothing is left. */
    run: (which: 'all' | 'first row') => {
      const most = which === 'all' ? cellCount(plan) : columnsOf(plan).length
      trySend(rest && last ? last.batch : newId(), (at) => at < most)
    },
    /** Makes another run of each of these places. */
    again(chosen: readonly number[]) {
      const wanted = new Set(chosen)
      if (last) trySend(last.batch, (at) => wanted.has(at), places)
    },
  }
}

/** The cells of a plan, what has become of them in its last version, and what the next press costs. */
function useCells({ plan, files, versions }: ReturnType<typeof useEditedPlan>, tool: Tool) {
  const last = versions.at(-1)
  const lastPlan = useVersionPlan(last?.batch).plan
  const isLast = useIsSent(plan, lastPlan)
  const cards = useModels().data?.cards
  const priceOf = useMemo(() => priceOfCards(tool.endpoint, cards), [tool, cards])
  const { places } = usePlaces(last?.batch)
  const { plan: filled, held, missing, missingAt } = useMemo(() => withPlanFiles(plan, files), [plan, files])
  const width = columnsOf(plan).length
  const hasFiles = useCallback((at: number) => missingAt(at) === undefined, [missingAt])
  const count = cellCount(plan)
  const states = useMemo(() => {
    const all = byState(Array(count).keys(), (at) => (isLast ? places.get(at) : undefined))
    return { ...all, 'not sent': all['not sent'].filter(hasFiles) }
  }, [isLast, places, count, hasFiles])
  const deferred = useDeferredValue(plan)
  const prices = useMemo(() => {
    const { [promptField(tool.endpoint)]: _, ...priced } = deferred.request
    return pricesOf(deferred, priceOf, priced)
  }, [deferred, priceOf, tool])
  const rest = isLast && states['not sent'].length > 0 ? states['not sent'] : undefined
  /** Of what the next press sends. */
  const sum = useMemo(
    () =>
      sumOf(
        rest ? rest.flatMap((at) => prices[at] ?? []) : prices.filter((_, at) => hasFiles(at)),
        sandboxModels(cards),
      ),
    [prices, rest, cards, hasFiles],
  )
  /** Of cells that can be sent: those that lack a file are none. */
  const size = count - missing.size * width
  return { last, lastPlan, isLast, places, filled, held, missing, hasFiles, states, size, rest, sum, priceOf }
}

/** A request as it is stored and sent, with all files of the plan. Throws, with a sentence, where it cannot be sent so. */
function bodyOf(request: JsonRecord, tool: Tool, files: readonly HeldFile[]) {
  const { endpoint } = tool
  const way = files.length > 0 && routes[endpoint].bodies[0] === 'multipart' ? 'multipart' : 'json'
  const written = requestBody({ endpoint, schema: setupOf(labTool(tool)).schema, request, files, way })
  if (written.kind === 'refused') throw new Error(written.why)
  return { ...written.body, ...(files.length > 0 && { files }) }
}

/** Whether a plan sends what an earlier one sent. */
function useIsSent(plan: LabPlan, earlier: LabPlan | undefined): boolean {
  const { tool, request, axes, rows } = plan
  const isSameRest = useMemo(
    () =>
      earlier !== undefined &&
      canonicalJson([tool, request, axes]) === canonicalJson([earlier.tool, earlier.request, earlier.axes]),
    [tool, request, axes, earlier],
  )
  const isSameRows = useMemo(
    () =>
      earlier?.rows.length === rows.length && rows.every((row, at) => rowText(row) === rowText(earlier.rows[at] ?? {})),
    [rows, earlier],
  )
  return isSameRest && isSameRows
}

const rowTexts = new WeakMap<JsonRecord, string>()

/** A row as canonical JSON, which is written once: an edit replaces one row among thousands. */
function rowText(row: JsonRecord): string {
  const text = rowTexts.get(row) ?? canonicalJson(row)
  rowTexts.set(row, text)
  return text
}
