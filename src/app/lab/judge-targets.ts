import * as z from 'zod/mini'
import { type JsonRecord, textOrJson } from '#contract/core/loose-json.ts'
import { cellRequest, columnsOf, rowsOf } from '#lab/cells.ts'
import { rowChecksOf } from '#lab/checks/evaluate.ts'
import { type Judge, type JudgedAnswer, judgeRequest, judgesOf } from '#lab/judges/judge-requests.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import type { PlannedRequest } from '../batch/batch-plan.ts'
import { type Places, placeState, type Row } from './places.ts'
import type { PriceOf } from './planned-requests.ts'

/** One question to a judge: of one run, or of two in the order of their seats. */
export interface JudgeTarget {
  readonly judge: Judge
  readonly runs: readonly [string] | readonly [string, string]
  /** The place of the first run in the plan. */
  readonly at: number
}

/** Tells a question from all others, also after the results of its cells have been made again. */
export const targetKey = ({ judge, runs }: Pick<JudgeTarget, 'judge' | 'runs'>): string => JSON.stringify([judge, runs])

/** The id of the run at a place that has a result. */
export const resultRuns =
  (places: Places) =>
  (at: number): string | undefined => {
    const run = places.get(at)
    return run && placeState(run) === 'done' ? run.id : undefined
  }

/** Every question that the judges of a plan have of its results so far; pairs are asked in both orders. `runAt`: the run whose result is at a place. */
export function judgeTargets(plan: LabPlan, runAt: (at: number) => string | undefined): readonly JudgeTarget[] {
  const columns = columnsOf(plan).length
  return rowsOf(plan).flatMap((values, row) => {
    const judges = judgesOf(rowChecksOf(plan, values))
    if (judges.length === 0) return []
    const done = Array.from({ length: columns }, (_, column) => row * columns + column).flatMap((at) => {
      const id = runAt(at)
      return id === undefined ? [] : [{ at, id }]
    })
    return judges.flatMap((judge): readonly JudgeTarget[] => {
      if (judge.type === 'llm-rubric') return done.map(({ at, id }) => ({ judge, at, runs: [id] }))
      return done.flatMap((one, nth) =>
        done.slice(nth + 1).flatMap((other): readonly JudgeTarget[] => [
          { judge, at: one.at, runs: [one.id, other.id] },
          { judge, at: other.at, runs: [other.id, one.id] },
        ]),
      )
    })
  })
}

/** What a version of a plan has asked its judges: by the batch of each press, the `targetKey` of each of its places. */
export type Judgings = ReadonlyMap<string, readonly string[]>

const keysOfPress = z.array(z.string())

/** Reads stored presses; one that cannot be read is left out. */
export const readJudgings = (stored: ReadonlyMap<string, unknown>): Judgings =>
  new Map(
    [...stored].flatMap(([batch, keys]) => {
      const { data } = z.safeParse(keysOfPress, keys)
      return data ? [[batch, data] as const] : []
    }),
  )

/** The newest run for each question, by its key. `rows`: the newest first. */
export function judgeRuns(judgings: Judgings, rows: readonly Row[]): ReadonlyMap<string, Row> {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const key = row.batch && judgings.get(row.batch.id)?.[row.batch.at]
    if (key !== undefined && !found.has(key)) found.set(key, row)
  }
  return found
}

/** The requests of these questions. `answerOf`: what a run gave, as a judge sees it. */
export function judgeRequests(
  plan: LabPlan,
  targets: readonly JudgeTarget[],
  answerOf: (run: string) => JudgedAnswer,
  priceOf: PriceOf,
): readonly PlannedRequest[] {
  const columns = columnsOf(plan)
  return targets.map(({ judge, runs: [first, second], at }) => {
    const row = Math.floor(at / columns.length)
    const [vars = {}, column] = [rowsOf(plan)[row], columns[at % columns.length]]
    const task = column ? taskOf(cellRequest(plan, vars, column)) : ''
    const answers = second === undefined ? ([answerOf(first)] as const) : ([answerOf(first), answerOf(second)] as const)
    const request = judgeRequest(judge, { task, answers, vars })
    return { name: `Row ${row + 1} · judged by ${judge.model}`, title: 'Judgement', request, price: priceOf(request) }
  })
}

export const noAnswer: JudgedAnswer = { text: '', media: [] }

/** The price of each of these questions, which does not depend on the answers that are judged. */
export const judgePrices = (plan: LabPlan, targets: readonly JudgeTarget[], priceOf: PriceOf) =>
  judgeRequests(plan, targets, () => noAnswer, priceOf).map(({ request, price }) => ({
    model: String(request.model),
    price,
  }))

/** What was asked of a model, as text: the input of a chat, else the request without its model. */
function taskOf({ model: _, ...request }: JsonRecord): string {
  const isPlain = typeof request.input === 'string' && request.instructions === undefined
  return isPlain ? textOrJson(request.input) : JSON.stringify(request, null, 1)
}
