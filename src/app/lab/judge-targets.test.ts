import { expect, test } from 'vitest'
import type { Judge } from '#lab/judges/judge-requests.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { judgeRequests, judgeRuns, judgeTargets, resultRuns, targetKey } from './judge-targets.ts'
import { newestByPlace, type Row } from './places.ts'

const rubric: Judge = { type: 'llm-rubric', model: 'j', value: 'Names {{topic}}.' }
const best: Judge = { type: 'select-best', model: 'j', value: 'Shorter.' }

const plan: LabPlan = {
  ...emptyPlan('chat', { input: 'Describe {{topic}}.' }),
  axes: { models: ['a', 'b', 'c'], repeat: 1, sweeps: [] },
  rows: [{ topic: 'tides' }, { topic: 'rain' }],
}

const run = (id: string, batch: string, at: number, status: Row['status'] = 'completed'): Row => ({
  ...{ id, seq: at, endpoint: 'responses', model: 'm', title: '', status, intent: '', log: [] },
  connection: { name: '', baseUrl: '' },
  batch: { id: batch, at, of: 6, name: '' },
})
const places = newestByPlace([run('b', 'p', 1), run('a', 'p', 0), run('f', 'p', 3, 'failed'), run('e', 'p', 4)])

test('a rubric is asked of every result, and pairs of one row in both orders', () => {
  expect(judgeTargets({ ...plan, checks: [rubric] }, resultRuns(places))).toEqual([
    { judge: rubric, at: 0, runs: ['a'] },
    { judge: rubric, at: 1, runs: ['b'] },
    { judge: rubric, at: 4, runs: ['e'] },
  ])
  expect(judgeTargets({ ...plan, checks: [best] }, resultRuns(places))).toEqual([
    { judge: best, at: 0, runs: ['a', 'b'] },
    { judge: best, at: 1, runs: ['b', 'a'] },
  ])
})

test('a row may have a judge of its own', () => {
  const rows = [{ topic: 'tides' }, { topic: 'rain', own: JSON.stringify([rubric]) }]
  const targets = judgeTargets({ ...plan, rows, columns: { own: 'checks' } }, resultRuns(places))
  expect(targets.map(({ at }) => at)).toEqual([4])
})

test('the requests hold the task and the answers in the order of their seats', () => {
  const targets = judgeTargets({ ...plan, checks: [best, rubric] }, resultRuns(places))
  const requests = judgeRequests(
    plan,
    targets,
    (id) => ({ text: `answer of ${id}`, media: [] }),
    () => '1 cauri',
  )
  expect(requests[1]).toMatchObject({ name: 'Row 1 · judged by j', price: '1 cauri', request: { model: 'j' } })
  expect(requests[1]?.request.input).toMatch(
    /<task>Describe tides\.<\/task>\n<first>answer of b<\/first>\n<second>answer of a/,
  )
  expect(requests[2]?.request.input).toContain('<criteria>Names tides.</criteria>')
})

test('a question belongs to the runs that it was asked of: a result that is made again has not been judged', () => {
  const [target] = judgeTargets({ ...plan, checks: [rubric] }, resultRuns(places))
  const key = target ? targetKey(target) : ''
  const asked = judgeRuns(new Map([['x', ['other', key]]]), [run('new', 'x', 1), run('old', 'x', 1), run('z', 'y', 1)])
  expect(asked.get(key)?.id).toBe('new')
  const again = newestByPlace([run('a2', 'p', 0), run('a', 'p', 0)])
  const [next] = judgeTargets({ ...plan, checks: [rubric] }, resultRuns(again))
  expect(next && asked.has(targetKey(next))).toBe(false)
})
