import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { CellFacts } from '../cell-facts.ts'
import type { Check, CheckResult } from './check.ts'
import { evaluateCheck } from './evaluate.ts'

/** What browsers, workers and Node have of it; each gives an id of its own kind. */
declare const setTimeout: (call: () => void, ms: number) => object
declare const clearTimeout: (timer: object | undefined) => void

/** The checks of one cell. */
export interface CheckQuestion {
  readonly checks: readonly Check[]
  readonly facts: CellFacts
  readonly vars: JsonRecord
}

/** `begun` when a question is taken up, then a result for each of its checks, in their order. */
type CheckAnswer = { readonly kind: 'begun' } | { readonly kind: 'result'; readonly result: CheckResult }

/** What a worker does with each question that it gets. */
export function answerChecks({ checks, facts, vars }: CheckQuestion, post: (answer: CheckAnswer) => void): void {
  post({ kind: 'begun' })
  for (const check of checks) post({ kind: 'result', result: evaluateCheck(check, facts, vars) })
}

/** A worker that calls `answerChecks` with each message: a web Worker or a thread of Node. */
export interface CheckWorker {
  readonly post: (question: CheckQuestion) => void
  readonly end: () => void
}

/** Starts a worker. `onAnswer` gets each of its messages, `onFailure` is called where it does not start or breaks. */
export type StartCheckWorker = (onAnswer: (answer: CheckAnswer) => void, onFailure: () => void) => CheckWorker

/** ms for the checks of one cell. */
const cellLimit = 250
/** ms for which the answers that a busy page has not read yet are waited for. */
const grace = 30

/**
 * Evaluates the checks of one cell after another in a worker. When they take longer than `cellLimit`, the worker is ended, the check that it was at is
 * `unable`, and another worker goes on with those behind it.
 */
export function createLimitedEvaluator(start: StartCheckWorker) {
  let worker: CheckWorker | undefined
  let current: { readonly onAnswer: (answer: CheckAnswer) => void; readonly onFailure: () => void } | undefined
  let last: Promise<unknown> = Promise.resolve()

  function endWorker(): void {
    worker?.end()
    worker = undefined
  }

  function startWorker(): CheckWorker {
    // What a worker that was ended has said before counts no more.
    const isCurrent = () => own === worker
    const own: CheckWorker = start(
      (answer) => isCurrent() && current?.onAnswer(answer),
      () => isCurrent() && current?.onFailure(),
    )
    return own
  }

  /** The results up to the first check that hangs, that one among them. */
  function evaluateSome(question: CheckQuestion): Promise<readonly CheckResult[]> {
    const { checks } = question
    const results: CheckResult[] = []
    return new Promise((resolve) => {
      let timer: object | undefined
      const stop = (reason?: string) => {
        clearTimeout(timer)
        current = undefined
        if (reason !== undefined) endWorker()
        const hung = reason === undefined ? undefined : checks[results.length]
        resolve(hung ? [...results, { check: hung, outcome: 'unable', reason: reason ?? '' }] : results)
      }
      current = {
        onAnswer(answer) {
          if (answer.kind === 'result') results.push(answer.result)
          else
            timer = setTimeout(() => {
              timer = setTimeout(() => stop(`It took longer than ${cellLimit} ms.`), grace)
            }, cellLimit)
          if (results.length === checks.length) stop()
        },
        onFailure: () => stop('The check could not be started here.'),
      }
      worker ??= startWorker()
      worker.post(question)
    })
  }

  async function evaluate(question: CheckQuestion): Promise<readonly CheckResult[]> {
    const results: CheckResult[] = []
    while (results.length < question.checks.length)
      results.push(...(await evaluateSome({ ...question, checks: question.checks.slice(results.length) })))
    return results
  }

  return {
    /** The results in the order of the checks. Calls are answered one after the other. Never rejects. */
    evaluate(question: CheckQuestion): Promise<readonly CheckResult[]> {
      const next = last.then(() => evaluate(question))
      last = next
      return next
    },
    /** Ends the worker; another question starts a new one. What is being evaluated is never answered. */
    end(): void {
      endWorker()
      current = undefined
      last = Promise.resolve()
    },
  }
}
