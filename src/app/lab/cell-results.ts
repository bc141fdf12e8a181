import { defined } from '#contract/core/loose-json.ts'
import type { CellResult, MediaFacts } from '#lab/cell-facts.ts'
import { cellCount, columnsOf, rowsOf } from '#lab/cells.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import { checksOf, neededOfFiles } from '#lab/checks/evaluate.ts'
import type { CheckQuestion } from '#lab/checks/limited-evaluator.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import type { Asset } from '../ledger/run-row.ts'
import { type RunResult, storedError } from '../run/result.ts'
import { factsOfRun, resultFiles } from './facts-of-run.ts'
import { type Places, placeState, type Row } from './places.ts'

/** Where what runs gave is read from, and who carries out checks: each rejects where it cannot. */
export interface CellSource {
  readonly resultOf: (row: Row) => Promise<RunResult>
  readonly filesOf: (row: Row) => Promise<readonly Asset[]>
  readonly factsOfFile: (file: Asset, needs: 'facts' | 'levels') => Promise<MediaFacts>
  readonly evaluate: (question: CheckQuestion) => Promise<readonly CheckResult[]>
}

/** What the head of a run says of its place; its facts and checks are not read. */
function cellHeads(plan: LabPlan) {
  const columns = columnsOf(plan)
  const rows = rowsOf(plan)
  return (at: number, run: Row | undefined): CellResult => {
    const row = Math.floor(at / columns.length)
    const [column, vars] = [columns[at % columns.length], rows[row]]
    if (!column || !vars) throw new RangeError(`The plan has no place ${at}.`)
    const place = { at, row, column, vars, state: placeState(run), attempt: run?.batch?.attempt ?? 0, checks: [] }
    if (!run) return place
    const { verdict, score, note, tags, status, id } = run
    const error = storedError(run.error)?.message
    return { ...place, run: id, status, ...defined({ verdict, score, note, tags, error }) }
  }
}

/** The results of all places without their facts, for what only counts them. `checks`: by the place. */
export function headResults(
  plan: LabPlan,
  places: Places,
  checks: ReadonlyMap<number, readonly CheckResult[]>,
): readonly CellResult[] {
  const headOf = cellHeads(plan)
  return Array.from({ length: cellCount(plan) }, (_, at) => ({
    ...headOf(at, places.get(at)),
    checks: checks.get(at) ?? [],
  }))
}

/** The result of one place of a plan from the newest run of it: what it gave is read only where its reply has ended. */
export function cellResultsOf(plan: LabPlan, source: CellSource) {
  const headOf = cellHeads(plan)
  return async (at: number, run: Row | undefined): Promise<CellResult> => {
    const known = headOf(at, run)
    const { state, vars } = known
    if (!run || (state !== 'done' && state !== 'failed')) return known
    const checks = checksOf(plan, vars)
    const result = await source.resultOf(run)
    const needs = neededOfFiles(checks) === 'levels' ? 'levels' : 'facts'
    const files = resultFiles(result, await source.filesOf(run))
    const media = await Promise.all(files.map((file) => source.factsOfFile(file, needs)))
    const facts = factsOfRun(run, result, media)
    return { ...known, facts, checks: state === 'done' ? await source.evaluate({ checks, facts, vars }) : [] }
  }
}
