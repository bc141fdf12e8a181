import { useEffect, useMemo, useRef, useState } from 'react'
import type { LabPlan } from '#lab/lab-plan.ts'
import { useConnection, useModels } from '../../../connection/use-connection.ts'
import {
  answerTextOf,
  judgeBatch,
  judgedPairs,
  judgedResults,
  judgesThread,
  targetsByState,
} from '../../../lab/judge-answers.ts'
import {
  type JudgeTarget,
  judgePrices,
  judgeRuns,
  judgeTargets,
  readJudgings,
  resultRuns,
  targetKey,
} from '../../../lab/judge-targets.ts'
import type { Places, Row } from '../../../lab/places.ts'
import { planKeys } from '../../../lab/plan-drafts.ts'
import { concurrencyOf, priceOfCards, sandboxModels, sumOf } from '../../../lab/planned-requests.ts'
import { type RunReading, useRunReading } from '../../../run/history/run-record.ts'
import { ledgerDrafts, useHistory } from '../../../run/history/use-history.ts'
import { newId } from '../../../run/new-id.ts'
import { writeDraft } from '../../../run/stored-draft.ts'
import { useRuns } from '../../../run/use-runs.tsx'
import { chatTool } from '../../../tool/tools.ts'
import { drawPause, useLabQueue, useThreadDrafts } from '../use-places.ts'

export type Judges = ReturnType<typeof useJudges>

/**
 * The judges of a plan: what they have said of the results that are shown, and asking them. Their calls are runs of the plan, sent by a press alone;
 * a result that is made again has not been judged.
 */
export function useJudges(id: string, batch: string, plan: LabPlan, places: Places) {
  const runs = useRuns()
  const reading = useRunReading()
  const connection = useConnection()
  const thread = judgesThread(id)
  const { queue, shown } = useLabQueue(thread)
  const { rows } = useHistory(drawPause)
  const [stored, readAgain] = useThreadDrafts(planKeys.judged(batch), thread)
  const [problem, setProblem] = useState<string>()
  const cards = useModels().data?.cards
  const targets = useMemo(() => judgeTargets(plan, resultRuns(places)), [plan, places])
  const asked = useMemo(() => judgeRuns(readJudgings(stored ?? new Map()), rows), [stored, rows])
  const byState = useMemo(() => targetsByState(targets, asked), [targets, asked])
  const answers = useAnswers(
    reading,
    byState.done.map((target) => asked.get(targetKey(target))),
  )
  const left = byState['not sent']
  const priceOf = useMemo(() => priceOfCards(chatTool.endpoint, cards), [cards])
  const sum = useMemo(() => sumOf(judgePrices(plan, left, priceOf), sandboxModels(cards)), [plan, left, priceOf, cards])

  const failed = (error: unknown) => setProblem(error instanceof Error ? error.message : String(error))
  async function send(choose: (states: ReturnType<typeof targetsByState>) => readonly JudgeTarget[]): Promise<void> {
    setProblem(undefined)
    // Another tab may have asked since.
    const asked = judgeRuns(readJudgings(await ledgerDrafts(runs).under(planKeys.judged(batch))), rows)
    readAgain()
    const wanted = choose(targetsByState(targets, asked))
    const own = { id: newId(), concurrency: concurrencyOf(plan, cards), now: runs.page.clock.now() }
    const questions = await judgeBatch(plan, wanted, {
      ...{ asked, places, source: reading, priceOf, connection, thread },
      ...own,
    })
    if (!questions) return
    // Stored before the plan, and so before the first is sent: no answer is without its question.
    writeDraft(runs, planKeys.judged(batch) + own.id, wanted.map(targetKey))
    await queue.begin(questions, connection)
    readAgain()
  }

  return {
    ...{ targets, byState, shown, queue, problem, sum, thread },
    /** What was said of single results, by the place of each. */
    results: useMemo(() => judgedResults(targets, asked, answers), [targets, asked, answers]),
    pairs: useMemo(() => judgedPairs(targets, asked, answers), [targets, asked, answers]),
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
        const texts = read.map((run) => [run.id, answerTextOf(run)] as const)
        setAnswers((known) => new Map([...known, ...texts]))
      },
      () => {},
    )
  }, [reading, key])
  return answers
}
