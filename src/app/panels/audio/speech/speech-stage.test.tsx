import { expect, test } from 'vitest'
import type { ModelCard } from '#contract/models/model-card.ts'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { fittingVoice, lastSeries, partsByVoice } from './speech-stage.tsx'

const card = (id: string, ...voices: readonly string[]): ModelCard => ({
  id,
  raw: voices.length > 0 ? { supported_voices: voices } : {},
})
const cards = [card('eleven', 'Rachel', 'Sarah'), card('gemini', 'Kore', 'Puck'), card('plain')]
const choice = { usual: 'alloy', cards }

test.each([
  ['a voice of the model', 'Kore', ['Kore', 'Puck'], undefined],
  ['a voice of another model, as a kept draft has it', 'Rachel', ['Kore', 'Puck'], 'Kore'],
  ['the usual voice, which the model has not', 'alloy', ['Kore', 'Puck'], 'Kore'],
  ['a designed voice, which no model lists', 'gen_voice_1', ['Kore', 'Puck'], undefined],
  ['a voice of another model, where this one lists none', 'Rachel', undefined, 'alloy'],
  ['one of the usual voices, where the model lists none', 'nova', undefined, undefined],
  ['no voice', undefined, ['Kore', 'Puck'], undefined],
])('%s (%s)', (_, voice, listed, fitting) => {
  expect(fittingVoice({ ...choice, voice, listed })).toBe(fitting)
})

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
