import { canonicalJson } from '#contract/core/loose-json.ts'
import { toolEndpoints } from '#contract/tool-endpoints.ts'
import type { CellResult, CellState } from '#lab/cell-facts.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import {
  agreedWinner,
  isJudgeType,
  type Judge,
  type JudgedAnswer,
  readGrade,
  readWinner,
  type Winner,
} from '#lab/judges/judge-requests.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { type Plan, planOf } from '../batch/batch-plan.ts'
import type { Asset } from '../ledger/run-row.ts'
import { fileReference, soundReference } from '../run/file-marks.ts'
import type { Run } from '../run/run.ts'
import type { HeldFile, RunConnection } from '../run/run-draft.ts'
import { labThread } from '../run/stored-draft.ts'
import { factsOfRun, resultFiles } from './facts-of-run.ts'
import { type JudgeTarget, judgeRequests, noAnswer, targetKey } from './judge-targets.ts'
import { byState, type Places, placeState, type Row } from './places.ts'
import { filePart } from './plan-files.ts'
import type { PriceOf } from './planned-requests.ts'

/** Reads many runs whose heads are at hand, in their order, and the files of one. Rejects where the ledger does. */
export interface RunSource {
  readonly runs: (rows: readonly Row[]) => Promise<readonly Run[]>
  readonly files: (id: string) => Promise<readonly Asset[]>
}

/** The newest run for each question that was asked, by its key. */
type Asked = ReadonlyMap<string, Row>

/** The thread of the questions to the judges of a plan. */
export const judgesThread = (plan: string): string => `${labThread(plan)}.judges`

/** The questions by what has become of them. */
export const targetsByState = (targets: readonly JudgeTarget[], asked: Asked) =>
  byState(targets, (target) => asked.get(targetKey(target)))

interface Asking {
  readonly asked: Asked
  readonly places: Places
  readonly source: RunSource
  readonly priceOf: PriceOf
  readonly connection: RunConnection
  readonly thread: string
  /** Of the batch. */
  readonly id: string
  readonly concurrency: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A batch that asks each of these questions at its place; undefined without any. What was asked before is repeated. */
export async function judgeBatch(
  plan: LabPlan,
  targets: readonly JudgeTarget[],
  { asked, places, source, priceOf, connection, thread, id, concurrency, now }: Asking,
): Promise<Plan | undefined> {
  const judged = new Set(targets.flatMap((target) => target.runs))
  const heads = [...places.values()].filter((row) => judged.has(row.id))
  const { answers, files } = await readAnswers(source, heads)
  const planned = judgeRequests(plan, targets, (run) => answers.get(run) ?? noAnswer, priceOf)
  const [first] = planned
  if (!first) return undefined
  const { title, request } = first
  const draft = {
    ...{ endpoint: toolEndpoints.chat, tool: 'chat', model: String(request.model), request, title },
    ...{ connection, thread, files },
  }
  const whole = planOf(draft, planned, now, { id, concurrency, onFailure: 'continue' })
  const cells = whole.cells.map((cell, nth) => {
    const target = targets[nth]
    const before = target && asked.get(targetKey(target))
    return before ? { ...cell, repeats: before.id } : cell
  })
  return { ...whole, cells }
}

/** What runs gave, as judges see it, and the files that it refers to. */
async function readAnswers({ runs, files: filesOf }: RunSource, rows: readonly Row[]) {
  const answers = new Map<string, JudgedAnswer>()
  const files = new Map<string, HeldFile>()
  for (const run of await runs(rows)) {
    const found = resultFiles(run.result, await filesOf(run.id))
    const shown = found.filter(({ type }) => mediaKind(type) === 'image' || isHeard(type))
    for (const { sha256, type, blob } of shown) files.set(sha256, { sha256, name: `answer.${extensionOf(type)}`, blob })
    answers.set(run.id, { text: answerTextOf(run), media: shown.map(answerPart) })
  }
  return { answers, files: [...files.values()] }
}

/** The sounds that a chat takes. */
const isHeard = (type: string) => ['wav', 'mp3'].includes(extensionOf(type))

const answerPart = ({ type, sha256 }: Asset) =>
  filePart(type, isHeard(type) ? soundReference(sha256) : fileReference(type, sha256), '')

/** The text of a run's answer; empty without one. */
export const answerTextOf = (run: Run): string => factsOfRun(run, run.result).text ?? ''

const waiting: Record<Exclude<CellState, 'done'>, string> = {
  'not sent': 'Not judged yet.',
  open: 'Being judged.',
  failed: 'The judge gave no answer.',
  unclear: 'Whether the judge answered is unknown.',
  deleted: 'What the judge said was deleted.',
}

/** The answers of judges, by the ids of their runs. */
type Texts = ReadonlyMap<string, string>

/** What was said of single results, by the place of each. */
export function judgedResults(
  targets: readonly JudgeTarget[],
  asked: Asked,
  texts: Texts,
): ReadonlyMap<number, readonly CheckResult[]> {
  const found = new Map<number, CheckResult[]>()
  for (const target of targets) {
    const { judge, at } = target
    if (judge.type !== 'llm-rubric') continue
    const run = asked.get(targetKey(target))
    const state = placeState(run)
    const text = run && texts.get(run.id)
    const result: CheckResult =
      state === 'done' && text !== undefined
        ? readGrade(judge, text)
        : { check: judge, outcome: 'unable', reason: state === 'done' ? waiting.open : waiting[state] }
    found.set(at, [...(found.get(at) ?? []), result])
  }
  return found
}

type ChecksByPlace = ReadonlyMap<number, readonly CheckResult[]>

/** The results of cells with what judges have said in place of “Not judged yet.” */
export function withJudged(cells: ChecksByPlace, judged: ChecksByPlace): ChecksByPlace {
  if (judged.size === 0) return cells
  return new Map(
    [...cells].map(([at, results]) => {
      const said = judged.get(at) ?? []
      const ofCheck = ({ check }: CheckResult) => said.find((one) => canonicalJson(one.check) === canonicalJson(check))
      return [at, results.map((one) => (isJudgeType(one.check.type) ? (ofCheck(one) ?? one) : one))]
    }),
  )
}

/** The same for results of cells. */
export function cellsJudged(cells: readonly CellResult[], judged: ChecksByPlace): readonly CellResult[] {
  const checks = withJudged(new Map(cells.map((cell) => [cell.at, cell.checks])), judged)
  return cells.map((cell) => ({ ...cell, checks: checks.get(cell.at) ?? cell.checks }))
}

/** What two results were judged to be by a judge that was asked in both orders. */
export interface JudgedPair {
  readonly judge: Judge
  readonly runs: readonly [string, string]
  /** Undefined where it disagrees with itself. */
  readonly winner: Winner | undefined
}

/** The pairs that were judged in both orders. */
export function judgedPairs(targets: readonly JudgeTarget[], asked: Asked, texts: Texts): readonly JudgedPair[] {
  const winnerOf = (target: JudgeTarget) => readWinner(texts.get(asked.get(targetKey(target))?.id ?? '') ?? '')
  return targets.flatMap((target, at): readonly JudgedPair[] => {
    const { judge, runs } = target
    const [one, other] = runs
    // The second of the two orders stands right behind the first.
    const swapped = targets[at + 1]
    if (other === undefined || swapped?.judge !== judge || swapped.runs[0] !== other || swapped.runs[1] !== one)
      return []
    const [straight, turned] = [winnerOf(target), winnerOf(swapped)]
    if (straight === undefined || turned === undefined) return []
    return [{ judge, runs: [one, other], winner: agreedWinner(straight, turned) }]
  })
}
