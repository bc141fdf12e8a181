import { cpSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import {
  type Answer,
  answer,
  answered,
  answerJson,
  command,
  eachInOwnFolder,
  inFolder,
  modelList,
  out,
  planFile,
  refused,
  replyOf,
  resultsIn,
  rows,
  runIn,
  serve,
  startRouter,
  textOf,
} from './testing/lab-runs.ts'

eachInOwnFolder()

const rubric = { type: 'llm-rubric', model: 'm', value: 'It is of {{n}}.' }
const isQuestion = (prompt: string) => /^(Does the answer|Which of the two)/.test(prompt)

/** Passes the answers to `p1` and `p3`. */
const judging: Answer = (prompt, response) =>
  isQuestion(prompt)
    ? answer(JSON.stringify({ reason: 'Seen.', pass: /Echo p[13]/.test(prompt), winner: 'first' }), response)
    : answered(prompt, response)

const verdicts = (from?: string) => resultsIn(from).map(({ checks: [check] }) => [check?.outcome, check?.reason])

test('judges are asked when all cells have ended, once, and their verdicts stand in every report', async () => {
  const router = await startRouter(judging)
  const plan = planFile({ checks: [rubric] })
  expect(await runIn(out(), plan, router.baseUrl)).toMatchObject({ exit: 1 })
  expect(router.prompts.map(isQuestion)).toEqual([false, false, false, false, true, true, true, true])
  const said = [
    ['failed', 'Seen.'],
    ['passed', 'Seen.'],
    ['failed', 'Seen.'],
    ['passed', 'Seen.'],
  ]
  expect(verdicts()).toEqual(said)
  expect(textOf('junit.xml')).toContain('tests="4" failures="2" errors="0" skipped="0"')
  expect(textOf('results.csv')).not.toContain('Not judged yet.')
  expect(textOf('report.html')).toContain('<td>2 of 4</td>')
  expect(await runIn(out(), plan, router.baseUrl, '--resume')).toMatchObject({ exit: 1 })
  expect([router.prompts.length, verdicts()]).toEqual([8, said])
})

test('pairs are judged in both orders; a judge that contradicts itself has chosen none', async () => {
  const router = await startRouter(judging)
  const checks = [{ ...rubric, type: 'select-best' }]
  const plan = planFile({ checks, axes: { models: ['m', 'n'] }, rows: rows(1) })
  const { exit, said } = await runIn(out(), plan, router.baseUrl)
  expect([exit, said]).toEqual([0, expect.stringContaining('m: 1 left out, decided by the order')])
  expect(router.prompts.filter(isQuestion)).toHaveLength(2)
})

test('the price limit counts the questions to judges', async () => {
  const router = await startRouter(judging, '2')
  const plan = planFile({ checks: [rubric] })
  const { exit, said } = await runIn(out(), plan, router.baseUrl, '--max-price', '15')
  expect([exit, said]).toEqual([4, expect.stringContaining('about 16 cauris, above --max-price 15')])
  expect(router.prompts).toEqual([])
})

test('a question that a killed command had sent is not asked again, and those that it had not are', async () => {
  const killed = inFolder('killed')
  const plan = planFile({ checks: [rubric], rows: rows(8), limits: { concurrency: 2 } })
  let before: readonly string[] = []
  const first = await startRouter((prompt, response) => {
    // What a killed process would have left: the folder as it is when the 5th question has come.
    if (first.prompts.length === 13) {
      before = [...first.prompts]
      cpSync(out(), killed, { recursive: true })
    }
    judging(prompt, response)
  })
  await runIn(out(), plan, first.baseUrl)
  const second = await startRouter(judging)
  expect(await runIn(killed, plan, second.baseUrl, '--resume')).toMatchObject({ exit: 3 })
  expect(second.prompts.filter((prompt) => !isQuestion(prompt) || before.includes(prompt))).toEqual([])
  const lost = verdicts(killed).filter(([, reason]) => reason === 'Whether the judge answered is unknown.')
  expect(lost.length).toBeGreaterThan(0)
  expect(new Set(second.prompts).size).toBe(second.prompts.length)
  const third = await startRouter(judging)
  expect(await runIn(killed, plan, third.baseUrl, '--resume')).toMatchObject({ exit: 3 })
  expect(third.prompts).toEqual([])
})

test('a judge without credits leaves its cells unjudged, exits with 3, and is asked by --resume', async () => {
  const poor = await startRouter((prompt, response) =>
    isQuestion(prompt) ? refused(402)(prompt, response) : answered(prompt, response),
  )
  const plan = planFile({ checks: [rubric], limits: { concurrency: 1 } })
  const { exit, said } = await runIn(out(), plan, poor.baseUrl)
  expect([exit, said]).toEqual([3, expect.stringContaining('No credits are left.')])
  expect(verdicts().every(([, reason]) => reason === 'Not judged yet.')).toBe(true)
  const router = await startRouter(judging)
  expect(await runIn(out(), plan, router.baseUrl, '--resume')).toMatchObject({ exit: 1 })
  expect(router.prompts.map(isQuestion)).toEqual([true, true, true, true])
})

test('a job that was running when the command ended is followed by its id, and never created again', async () => {
  let [created, isDone] = [0, false]
  const clip = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')
  const stop = new AbortController()
  const job = (status: string) => ({ id: 'video_1', object: 'video', model: 'm', status, progress: 0 })
  const sendClip = (response: ServerResponse) => response.setHeader('content-type', 'video/mp4').end(clip)
  const baseUrl = await serve((request, response) => {
    if (request.url?.endsWith('/models')) return answerJson(modelList(), response)
    if (request.url?.endsWith('/content')) return sendClip(response)
    if (request.method === 'GET') return answerJson(job(isDone ? 'completed' : 'in_progress'), response)
    created += 1
    return answerJson(job('queued'), response)
  })
  const plan = planFile({ tool: 'video.create', request: { prompt: '{{n}}', seconds: '4' }, rows: rows(1) })
  const first = command(['run', plan, '-o', out(), '--base-url', baseUrl], stop.signal)
  const journal = () => readFileSync(`${out()}/runs.jsonl`, 'utf8')
  await expect.poll(journal).toContain('"status":"queued"')
  stop.abort()
  expect(await first).toMatchObject({ exit: 3 })
  // What the router said of the job, which the next command reads.
  expect(journal()).toMatch(/^\{"events":\{.*video_1/m)
  expect(resultsIn().map(({ state }) => state)).toEqual(['open'])
  isDone = true
  // The second has the file from the folder.
  for (const _ of [1, 2]) {
    expect(await runIn(out(), plan, baseUrl, '--resume')).toMatchObject({ exit: 0 })
    const [{ state, facts } = { state: '', facts: undefined }, ...more] = resultsIn()
    expect([created, state, facts?.media[0]?.type, more]).toEqual([1, 'done', 'video/mp4', []])
  }
})

test('a reply that was lost with the command is fetched from our own router, which has kept it', async () => {
  const killed = inFolder('killed')
  const stop = new AbortController()
  const kept = { status: 200, headers: { 'content-type': 'application/json' }, ended: 'whole', encoding: 'utf8' }
  let sent = 0
  const baseUrl = await serve((request, response) => {
    response.setHeader('x-router', 'patchbay')
    if (request.url?.endsWith('/models')) return answerJson(modelList(), response)
    if (request.url?.startsWith('/ops/'))
      return answerJson({ status: 'done', reply: { ...kept, body: JSON.stringify(replyOf('Kept')) } }, response)
    sent += 1
    cpSync(out(), killed, { recursive: true })
    stop.abort()
  })
  const plan = planFile({ rows: rows(1) })
  expect(await command(['run', plan, '-o', out(), '--base-url', baseUrl], stop.signal)).toMatchObject({ exit: 1 })
  expect(await runIn(killed, plan, baseUrl, '--resume')).toMatchObject({ exit: 0 })
  expect([sent, resultsIn(killed).map(({ facts }) => facts?.text)]).toEqual([1, ['Kept']])
})
