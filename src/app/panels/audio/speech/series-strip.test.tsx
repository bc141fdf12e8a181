import { expect, test } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { lastSeries, partsByVoice } from './series-strip.tsx'

const run = (id: string, series: string, at: number, change: Partial<Run> = {}): Run => ({
  ...{ id, endpoint: 'audio.speech', model: 'm', title: 'Hello', status: 'completed', seq: 0, intent: '', log: [] },
  ...{ connection: { name: 'One', baseUrl: 'https://one.example/v1' }, result: emptyResult, saved: true },
  ...{ batch: { id: series, at, of: 3, name: `call ${at}` }, request: { input: 'Hello', voice: id } },
  ...change,
})
const ids = (runs: readonly Run[]) => runs.map(({ id }) => id)

test('the sounds of the last press are its completed calls in their order, a repeated one as its last run', () => {
  const runs = [
    run('old', 'first press', 0),
    run('a', 'press', 0),
    run('b', 'press', 1, { status: 'failed' }),
    run('c', 'press', 2),
    run('b again', 'press', 1),
    run('c again', 'press', 2),
  ]
  expect(ids(lastSeries(runs))).toEqual(['a', 'b again', 'c again'])
  const { batch: _, ...alone } = run('alone', '', 0)
  expect(lastSeries([...runs, alone])).toEqual([])
  expect(lastSeries([])).toEqual([])
})

test('only different texts of one voice are parts that can be joined', () => {
  const part = (id: string, voice: string, input: string) => run(id, 'press', 0, { request: { input, voice } })
  const runs = [part('a1', 'ash', 'One.'), part('a2', 'ash', 'Two.'), part('c1', 'coral', 'One.')]
  expect(partsByVoice(runs).map(ids)).toEqual([['a1', 'a2']])
  expect(partsByVoice([part('a', 'ash', 'One.'), part('c', 'coral', 'One.')])).toEqual([])
})
