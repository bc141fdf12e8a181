import { randomUUID } from 'node:crypto'
import {
  answerTextOf,
  judgeBatch,
  judgedPairs,
  judgedResults,
  judgesThread,
  type RunSource,
  targetsByState,
} from '#app/lab/judge-answers.ts'
import { judgeRuns, judgeTargets, readJudgings, resultRuns, targetKey } from '#app/lab/judge-targets.ts'
import { pairWords } from '#app/lab/pair-words.ts'
import type { Places } from '#app/lab/places.ts'
import { concurrencyOf, type PriceOf } from '#app/lab/planned-requests.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import type { ResultsFolder } from './results-folder.ts'
import { type Sending, sendPlan } from './send-plan.ts'

/** A plan with what its cells and its judges both need. */
export interface PlannedCells extends Pick<Sending, 'connection' | 'stop'> {
  readonly plan: LabPlan
  /** Of the cells: the ids of their runs are derived from it. */
  readonly batch: string
  readonly cards: readonly ModelCard[]
  /** Of a question to a judge. */
  readonly judgePriceOf: PriceOf
  readonly folder: ResultsFolder
  /** Of earlier commands: what has an end, or may have been sent, is not sent. */
  readonly journal: readonly JsonRecord[]
  /** Says how far it is, as a few words. */
  readonly progress: (words: string) => void
}

interface Asking extends PlannedCells, Sending {
  readonly places: Places
  readonly source: RunSource
}

export type Judged = Awaited<ReturnType<typeof askJudges>>

/**
 * Asks the judges of a plan what they have not been asked of its results, as the page does at a press. The questions are in the journal before the first
 * is sent, so that the next command knows what the answers are about; what has an unknown answer is not asked again.
 */
export async function askJudges(asking: Asking) {
  const { plan, batch, places, cards, source, judgePriceOf: priceOf, ledger, connection, stop } = asking
  const { folder, journal, progress } = asking
  const thread = judgesThread(batch)
  const stored = journal.flatMap(({ press, keys }) => (typeof press === 'string' ? [[press, keys] as const] : []))
  const judgings = new Map(readJudgings(new Map(stored)))
  const askedNow = async () => judgeRuns(judgings, (await ledger.thread(thread)).rows.toReversed())
  const targets = judgeTargets(plan, resultRuns(places))
  const before = await askedNow()
  const left = stop.aborted ? [] : targetsByState(targets, before)['not sent']
  const own = { id: randomUUID(), concurrency: concurrencyOf(plan, cards), now: Date.now() }
  const questions = await judgeBatch(plan, left, {
    ...{ asked: before, places, source, priceOf, connection, thread },
    ...own,
  })
  const keys = left.map(targetKey)
  if (questions) progress(`Questions to judges: ${keys.length}`)
  if (questions) await folder.append({ press: own.id, keys })
  judgings.set(own.id, keys)
  const why = questions && (await sendPlan(questions, asking))
  const asked = await askedNow()
  const states = targetsByState(targets, asked)
  const answered = await source.runs(states.done.flatMap((target) => asked.get(targetKey(target)) ?? []))
  const texts = new Map(answered.map((run) => [run.id, answerTextOf(run)]))
  return {
    states,
    /** By the places of cells. */
    results: judgedResults(targets, asked, texts),
    /** What the judges of pairs say, as sentences. */
    said: pairWords(plan, places, judgedPairs(targets, asked, texts)),
    /** Why questions are left, as a sentence. */
    why,
  }
}
