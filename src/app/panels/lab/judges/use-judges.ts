import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { requestPrice } from '#contract/models/prices.ts'
import type { CellState } from '#lab/cell-facts.ts'
import type { CheckResult } from '#lab/checks/check.ts'
import {
  agreedWinner,
  type Judge,
  type JudgedAnswer,
  readGrade,
  readWinner,
  type Winner,
} from '#lab/judges/judge-requests.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { extensionOf, mediaKind } from '#media/media-type.ts'
import { planOf } from '../../../batch/batch-plan.ts'
import { batchQueueOf } from '../../../batch/batch-queue.ts'
import { useConnection, useModels } from '../../../connection/use-connection.ts'
import { factsOfRun, resultFiles } from '../../../lab/facts-of-run.ts'
import {
  type JudgeTarget,
  type Judgings,
  judgeRequests,
  judgeRuns,
  judgeTargets,
  readJudgings,
  targetKey,
} from '../../../lab/judge-targets.ts'
import { type Places, placeState, type Row } from '../../../lab/places.ts'
import { planKeys } from '../../../lab/plan-drafts.ts'
import { concurrencyOf, sumOf } from '../../../lab/planned-requests.ts'
import { fileReference } from '../../../run/file-marks.ts'
import { type RunReading, useRunReading } from '../../../run/history/run-record.ts'
import { ledgerDrafts, useHistory } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import type { HeldFile } from '../../../run/run-draft.ts'
import { slowly } from '../../../run/slowly.ts'
import { labThread } from '../../../run/stored-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { write } from '../stored-plans.ts'
import { drawPause } from '../use-places.ts'

/** What two results were judged to be by a judge that was asked in both orders. */
export interface JudgedPair {
  readonly judge: Judge
  readonly runs: readonly [string, string]
  /** Undefined where it disagrees with itself. */
  readonly winner: Winner | undefined
}

export type Judges = ReturnType<typeof useJudges>

/**
 * The judges of a plan: what they have said of the results that are shown, and asking them. Their calls are runs of the plan, sent by a press alone;
 * a result that is made again has not been judged.
 */
export function useJudges(id: string, batch: string, plan: LabPlan, places: Places) {
  const runs = useRuns()
  const reading = useRunReading()
  const connection = useConnection()
  const thread = `${labThread(id)}.judges`
  const queue = batchQueueOf(runs, thread)
  const watch = useMemo(() => slowly(queue.watch, drawPause), [queue])
  const shown = useSyncExternalStore(watch, queue.shown)
  const { rows } = useHistory(drawPause)
  const { judgings, readAgain } = useJudgings(batch, thread, rows)
  const [problem, setProblem] = useState<string>()
  const cards = useModels().data?.cards
  const targets = useMemo(() => judgeTargets(plan, places), [plan, places])
  const asked = useMemo(() => judgeRuns(judgings, rows), [judgings, rows])
  const byState = useMemo(() => targetsByState(targets, asked), [targets, asked])
  const answers = useAnswers(
    reading,
    byState.done.map((target) => asked.get(targetKey(target))),
  )
  const left = byState['not sent']
  const { priceOf, sum } = useJudgePrices(plan, left)

  const failed = (error: unknown) => setProblem(error instanceof Error ? error.message : String(error))
  async function send(choose: (states: ReturnType<typeof targetsByState>) => readonly JudgeTarget[]): Promise<void> {
    setProblem(undefined)
    // Another tab may have asked since.
    const asked = judgeRuns(await readAgain(), rows)
    const wanted = choose(targetsByState(targets, asked))
    const judged = new Set(wanted.flatMap((target) => target.runs))
    const heads = [...places.values()].filter((row) => judged.has(row.id))
    const { answers: given, files } = await readAnswers(reading, heads)
    const planned = judgeRequests(plan, wanted, (run) => given.get(run) ?? noAnswer, priceOf)
    const [first] = planned
    if (!first) return
    const { title, request } = first
    const draft = {
      ...{ endpoint: chatTool.endpoint, tool: chatTool.id, model: String(request.model), request, title },
      ...{ connection, thread, files },
    }
    const own = { id: newId(), concurrency: concurrencyOf(plan, cards), onFailure: 'continue' } as const
    const keys = wanted.map(targetKey)
    // Stored before the plan, and so before the first is sent: no answer is without its question.
    write(runs, planKeys.judged(batch) + own.id, keys)
    const whole = planOf(draft, planned, runs.page.clock.now(), own)
    const cells = whole.cells.map((cell, nth) => {
      const before = asked.get(keys[nth] ?? '')
      return before ? { ...cell, repeats: before.id } : cell
    })
    await queue.begin({ ...whole, cells }, connection)
    await readAgain()
  }

  return {
    ...{ targets, byState, shown, queue, problem, sum, thread },
    /** What was said of single results, by the place of each. */
    results: useMemo(() => resultsOf(targets, asked, answers), [targets, asked, answers]),
    pairs: useMemo(() => pairsOf(targets, asked, answers), [targets, asked, answers]),
    /** Asks what has not been asked; what a press before has left goes first. */
    ask() {
      if (shown.left.length > 0) void queue.send(connection)
      else void send((states) => states['not sent']).catch(failed)
    },
    /** Asks once more where no answer came; it may be billed. */
    askAgain() {
      void send((states) => [...states.failed, ...states.unclear]).catch(failed)
    },
  }
}

/** What a version has asked its judges, read again when a run of a press appears that is not known yet: another tab has asked. */
function useJudgings(batch: string, thread: string, rows: readonly Row[]) {
  const runs = useRuns()
  const [judgings, setJudgings] = useState<Judgings>(new Map())
  const readAgain = useCallback(async () => {
    const found = readJudgings(await ledgerDrafts(runs).under(planKeys.judged(batch)))
    setJudgings(found)
    return found
  }, [runs, batch])
  const presses = new Set(rows.flatMap((row) => (row.thread === thread && row.batch ? row.batch.id : [])))
  const key = [...presses].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the presses.
  useEffect(() => void readAgain().catch(() => {}), [readAgain, key])
  return { judgings, readAgain }
}

/** What a question costs, and what those that are left cost together. */
function useJudgePrices(plan: LabPlan, left: readonly JudgeTarget[]) {
  const cards = useModels().data?.cards
  const priceOf = useMemo(() => {
    const byId = new Map(cards?.map((card) => [card.id, card]))
    const { estimate }: Endpoint = endpoints.responses
    return (request: JsonRecord) => requestPrice(estimate, byId.get(String(request.model)), request)
  }, [cards])
  const sum = useMemo(() => {
    const free = new Set(cards?.flatMap(({ id, sandbox }) => (sandbox ? id : [])))
    const planned = judgeRequests(plan, left, () => noAnswer, priceOf)
    return sumOf(
      planned.map(({ request, price }) => ({ model: String(request.model), price })),
      free,
    )
  }, [plan, left, priceOf, cards])
  return { priceOf, sum }
}

function targetsByState(targets: readonly JudgeTarget[], asked: ReadonlyMap<string, Row>) {
  const ended = { done: [], failed: [], unclear: [], deleted: [] }
  const found: Record<CellState, JudgeTarget[]> = { 'not sent': [], open: [], ...ended }
  for (const target of targets) found[placeState(asked.get(targetKey(target)))].push(target)
  return found
}

const noAnswer: JudgedAnswer = { text: '', images: [] }

/** What runs gave, as judges see it, and the files that it refers to. */
async function readAnswers(reading: RunReading, rows: readonly Row[]) {
  const answers = new Map<string, JudgedAnswer>()
  const files = new Map<string, HeldFile>()
  for (const run of await reading.runs(rows)) {
    const found = resultFiles(run.result, await reading.files(run.id))
    const images = found.filter(({ type }) => mediaKind(type) === 'image')
    for (const { sha256, type, blob } of images) files.set(sha256, { sha256, name: `image.${extensionOf(type)}`, blob })
    const text = factsOfRun(run, run.result).text ?? ''
    answers.set(run.id, { text, images: images.map(({ type, sha256 }) => fileReference(type, sha256)) })
  }
  return { answers, files: [...files.values()] }
}

/** The texts of runs that are done, each read once, by their ids. */
function useAnswers(reading: RunReading, rows: readonly (Row | undefined)[]): ReadonlyMap<string, string> {
  const [answers, setAnswers] = useState<ReadonlyMap<string, string>>(new Map())
  const wanted = useRef(new Set<string>())
  const fresh = rows.filter((row) => row !== undefined).filter(({ id }) => !wanted.current.has(id))
  const key = fresh.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows.
  useEffect(() => {
    if (fresh.length === 0) return
    for (const { id } of fresh) wanted.current.add(id)
    void reading.runs(fresh).then(
      (read) => {
        const texts = read.map((run) => [run.id, factsOfRun(run, run.result).text ?? ''] as const)
        setAnswers((known) => new Map([...known, ...texts]))
      },
      () => {},
    )
  }, [reading, key])
  return answers
}

const waiting: Record<Exclude<CellState, 'done'>, string> = {
  'not sent': 'Not judged yet.',
  open: 'Being judged.',
  failed: 'The judge gave no answer.',
  unclear: 'Whether the judge answered is unknown.',
  deleted: 'What the judge said was deleted.',
}

function resultsOf(
  targets: readonly JudgeTarget[],
  asked: ReadonlyMap<string, Row>,
  answers: ReadonlyMap<string, string>,
): ReadonlyMap<number, readonly CheckResult[]> {
  const found = new Map<number, CheckResult[]>()
  for (const target of targets) {
    const { judge, at } = target
    if (judge.type !== 'llm-rubric') continue
    const run = asked.get(targetKey(target))
    const state = placeState(run)
    const text = run && answers.get(run.id)
    const result: CheckResult =
      state === 'done' && text !== undefined
        ? readGrade(judge, text)
        : { check: judge, outcome: 'unable', reason: state === 'done' ? waiting.open : waiting[state] }
    found.set(at, [...(found.get(at) ?? []), result])
  }
  return found
}

/** The pairs that were judged in both orders. */
function pairsOf(
  targets: readonly JudgeTarget[],
  asked: ReadonlyMap<string, Row>,
  answers: ReadonlyMap<string, string>,
): readonly JudgedPair[] {
  const said = new Map(
    targets.flatMap((target) => {
      const winner = readWinner(answers.get(asked.get(targetKey(target))?.id ?? '') ?? '')
      return winner === undefined ? [] : [[targetKey(target), winner] as const]
    }),
  )
  return targets.flatMap(({ judge, runs: [one, other] }, at): readonly JudgedPair[] => {
    // The second of the two orders stands right behind the first.
    const swapped = targets[at + 1]
    if (other === undefined || swapped?.judge !== judge || swapped.runs[0] !== other || swapped.runs[1] !== one)
      return []
    const winners = [said.get(targetKey({ judge, runs: [one, other] })), said.get(targetKey(swapped))] as const
    const [straight, turned] = winners
    if (straight === undefined || turned === undefined) return []
    return [{ judge, runs: [one, other], winner: agreedWinner(straight, turned) }]
  })
}
