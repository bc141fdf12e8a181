import { expect, test } from 'vitest'
import { emptyResult } from './result.ts'
import { servedModel } from './served-model.ts'

const served = { model: 'house' }
const named = { ...emptyResult, response: { model: 'gpt-5.4-2026-03-01' } }

test.each([
  ['the reply’s own name for it', { status: 'completed', served, result: named }, 'gpt-5.4-2026-03-01'],
  ['the router’s, where the reply has none', { status: 'completed', served, result: emptyResult }, 'house'],
  ['none for a refused run, which no model served', { status: 'refused', served, result: emptyResult }, undefined],
  ['none where nothing is known', { status: 'unknown', result: emptyResult }, undefined],
] as const)('the model that served is %s', (_, run, model) => {
  expect(servedModel(run)).toBe(model)
})
