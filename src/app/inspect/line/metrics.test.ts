import { expect, test } from 'vitest'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { figuresOf } from './metrics.tsx'
import { cableStates } from './patch-line.tsx'

const run: Run = {
  ...{ id: '1', seq: 1, endpoint: 'responses', model: 'm', title: 't', status: 'completed', intent: 'i', log: [] },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  request: {},
  result: emptyResult,
  saved: true,
}

const said = { kind: 'message', index: 0, parts: [{ part: 0, text: 'a word' }] } as const

test('where nothing came there is nothing to count', () => {
  expect(figuresOf({ ...run, times: { end: 40 } })).toEqual([
    ['Total', '0.04 s'],
    ['Price', 'not stated'],
  ])
})

test('a job took as long as its router says, in whole seconds', () => {
  const jobState = { createdAt: 1000, completedAt: 24_000 }
  expect(figuresOf({ ...run, job: 'j', jobState })).toContainEqual(['Total', '23 s'])
})

test('what was not reported is called so, and a missing price is never 0', () => {
  expect(Object.fromEntries(figuresOf({ ...run, result: { ...emptyResult, outputs: [said] } }))).toEqual({
    'First token': 'not reported',
    Total: 'not reported',
    Speed: 'not reported',
    Input: 'not reported',
    Output: 'not reported',
    Price: 'not stated',
  })
})

test('a picture has no first token and no speed, and tokens only where the router counts them', () => {
  const picture = { ...run, result: { ...emptyResult, outputs: [{ kind: 'media', index: 0 }] } } as const
  expect(figuresOf(picture).map(([what]) => what)).toEqual(['Total', 'Price'])
  const counted = { ...picture, result: { ...picture.result, usage: { input: 12 } } }
  expect(figuresOf(counted)).toContainEqual(['Input', '12'])
})

test('a sound has the time of its first bytes, where they came before the reply was whole', () => {
  const sound = { ...run, result: { ...emptyResult, outputs: [{ kind: 'media', index: 0 }] } } as const
  const figures = figuresOf({ ...sound, times: { firstSound: 420, firstByte: 410, end: 3000 } })
  expect(figures[0]).toEqual(['First audio', '0.42 s'])
})

test('speed counts from the first token to the end, and an estimate says that it is one', () => {
  const usage = { input: 12, output: 1500, estimated: true }
  const figures = figuresOf({
    ...run,
    times: { firstToken: 500, end: 10_500 },
    result: { ...emptyResult, outputs: [said], usage },
  })
  expect(Object.fromEntries(figures)).toMatchObject({
    'First token': '0.50 s',
    Total: '10.50 s',
    Speed: '150.0 tok/s',
    Output: '1,500 est.',
  })
})

test.each([
  ['a JSON body', { firstToken: 900, lastToken: 900, end: 903 }],
  ['one chunk before the end of a stream', { firstToken: 900, lastToken: 900, end: 1400 }],
  ['a reply of an earlier version', { firstToken: 900, end: 903 }],
])('what came at once has no speed: %s', (_, times) => {
  const figures = figuresOf({ ...run, times, result: { ...emptyResult, outputs: [said], usage: { output: 500 } } })
  expect(figures.map(([what]) => what)).not.toContain('Speed')
  expect(figures).toContainEqual(['Output', '500'])
})

test('only a completed run has two whole cables', () => {
  const words = [
    'draft',
    'prepared',
    'sending',
    'receiving',
    'incomplete',
    'failed',
    'unconfirmed',
    'interrupted',
    'stopped',
    'refused',
    'unknown',
  ]
  expect(cableStates('completed', true)).toEqual(['done', 'done'])
  expect(cableStates('completed', true, true)).toEqual(['done', 'fell-back'])
  for (const word of words) expect(cableStates(word, true), word).not.toEqual(['done', 'done'])
})
