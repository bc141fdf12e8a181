import { expect, test } from 'vitest'
import type { Check } from '#lab/checks/check.ts'
import { evaluateCheck } from '#lab/checks/evaluate.ts'
import type { Row } from '../../../lab/places.ts'
import { emptyResult, type RunResult } from '../../../run/result.ts'
import { toRun } from '../../../run/run.ts'
import { type CellChecks, createCellChecks } from './cell-checks.ts'

const row = (id: string, own: Partial<Row> = {}): Row => ({
  ...{ id, seq: 1, intent: '', endpoint: 'responses', model: 'm', title: '', status: 'completed' },
  ...{ connection: { name: '', baseUrl: '' }, log: [] },
  ...own,
})
const saying = (text: string): RunResult => ({
  ...emptyResult,
  outputs: [{ kind: 'message', index: 0, parts: [{ part: 0, text }] }],
})

/** Cells whose run says its own id. `read`: the ids of the runs that were read; `files`: those whose files were. */
function checking() {
  const [read, files]: [string[], string[]] = [[], []]
  let last: CellChecks = new Map()
  const engine = createCellChecks({
    reading: {
      async runs(rows) {
        read.push(...rows.map(({ id }) => id))
        return rows.map((one) => toRun(one, undefined, saying(one.id)))
      },
      async files(id) {
        files.push(id)
        return []
      },
    },
    evaluate: async ({ checks, facts, vars }) => checks.map((check) => evaluateCheck(check, facts, vars)),
    factsOfFile: async ({ type, sha256 }) => ({ kind: 'other', type, bytes: 0, sha256 }),
    onResults: (results) => {
      last = results
    },
  })
  return {
    engine,
    read,
    files,
    outcomes: () => [...last].map(([at, all]) => [at, ...all.map(({ outcome }) => outcome)]),
  }
}
const cell = (at: number, one: Row, checks: readonly Check[]) => ({ at, row: one, checks, vars: { wanted: 'a' } })

test('results are kept for as long as the run, its log and the checks are the same', async () => {
  const { engine, read, outcomes } = checking()
  const checks = [{ type: 'contains', value: '{{wanted}}' }]
  const [a, b] = [row('a'), row('b')]
  engine.want([cell(3, a, checks), cell(5, b, checks)])
  await expect.poll(outcomes).toEqual([
    [3, 'passed'],
    [5, 'failed'],
  ])
  engine.want([cell(3, a, checks), cell(5, b, checks), cell(6, row('ab'), checks)])
  expect(outcomes()).toEqual([
    [3, 'passed'],
    [5, 'failed'],
  ])
  await expect.poll(outcomes).toHaveLength(3)
  expect(read).toEqual(['a', 'b', 'ab'])
  const next = row('b', { log: [{ status: 'completed', at: 0, mono: 0 }] })
  engine.want([cell(3, a, checks), cell(5, next, checks)])
  await expect.poll(outcomes).toHaveLength(2)
  engine.want([cell(3, a, [{ type: 'equals', value: 'x' }])])
  await expect.poll(outcomes).toEqual([[3, 'failed']])
  expect(read).toEqual(['a', 'b', 'ab', 'b', 'a'])
})

test('files are read where a check looks at them, and a run that cannot be read says so', async () => {
  const { engine, files, outcomes } = checking()
  engine.want([cell(0, row('a'), [{ type: 'contains', value: 'a' }])])
  await expect.poll(outcomes).toEqual([[0, 'passed']])
  expect(files).toEqual([])
  engine.want([cell(0, row('a'), [{ type: 'image-alpha' }])])
  await expect.poll(outcomes).toEqual([[0, 'unable']])
  expect(files).toEqual(['a'])
})

test('more cells than are read at once have their results all the same', async () => {
  const { engine, outcomes } = checking()
  const checks = [{ type: 'contains', value: '7' }]
  engine.want(Array.from({ length: 60 }, (_, at) => cell(at, row(`r${at}`), checks)))
  await expect.poll(outcomes).toHaveLength(60)
  expect(
    outcomes()
      .filter(([, outcome]) => outcome === 'passed')
      .map(([at]) => at),
  ).toEqual([7, 17, 27, 37, 47, 57])
})
