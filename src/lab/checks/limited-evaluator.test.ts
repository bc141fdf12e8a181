import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createLimitedEvaluator, type StartCheckWorker } from './limited-evaluator.ts'
import { bundle } from './limited-evaluator.ts?bundle'

const script = `
  import { parentPort } from 'node:worker_threads'
  import { answerChecks } from ${JSON.stringify(bundle.href)}
  parentPort.on('message', (question) => answerChecks(question, (answer) => parentPort.postMessage(answer)))`

/** Threads of Node that do what the worker of the page does. */
function threads(code = script) {
  const started: Worker[] = []
  const start: StartCheckWorker = (onAnswer, onFailure) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    started.push(worker)
    worker.on('message', onAnswer)
    worker.on('error', onFailure)
    return { post: (question) => worker.postMessage(question), end: () => void worker.terminate() }
  }
  return { start, started }
}

const question = (text: string, ...patterns: readonly string[]) => ({
  checks: patterns.map((value) => ({ type: 'regex', value })),
  facts: { text, toolCalls: [], media: [] },
  vars: {},
})

test('a regular expression that hangs costs its own check, and another worker goes on behind it', async () => {
  const { start, started } = threads()
  const evaluator = createLimitedEvaluator(start)
  const hostile = `${'a'.repeat(40)}!`
  const cells = await Promise.all([
    evaluator.evaluate(question(hostile, '^a', '(a+)+$', '!$')),
    evaluator.evaluate(question('abc', 'c$', 'd')),
  ])
  evaluator.end()
  expect(cells.map((results) => results.map(({ outcome }) => outcome))).toEqual([
    ['passed', 'unable', 'passed'],
    ['passed', 'failed'],
  ])
  expect(cells[0]?.[1]?.reason).toBe('It took longer than 250 ms.')
  expect(started).toHaveLength(2)
})

test('a question after the end is answered by another worker, whatever the last one was at', async () => {
  const { start, started } = threads()
  const evaluator = createLimitedEvaluator(start)
  void evaluator.evaluate(question(`${'a'.repeat(40)}!`, '(a+)+$'))
  await expect.poll(() => started).toHaveLength(1)
  evaluator.end()
  expect(await evaluator.evaluate(question('a', 'a'))).toMatchObject([{ outcome: 'passed' }])
  evaluator.end()
})

test('where no worker starts, every check says so', async () => {
  const { start } = threads('throw new Error("no")')
  const evaluator = createLimitedEvaluator(start)
  const results = await evaluator.evaluate(question('a', 'a', 'b'))
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['unable', 'The check could not be started here.'],
    ['unable', 'The check could not be started here.'],
  ])
})

test('a cell without checks has no results, and starts no worker', async () => {
  const { start, started } = threads()
  expect(await createLimitedEvaluator(start).evaluate(question('a'))).toEqual([])
  expect(started).toEqual([])
})
