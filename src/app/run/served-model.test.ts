import { expect, test } from 'vitest'
import { emptyResult } from './result.ts'
import { servedModel, servedOther } from './served-model.ts'

const served = { model: 'house' }
const named = { ...emptyResult, response: { model: 'gpt-5.4-2026-03-01' } }

test.each([
  ['the reply’s own name for it', { status: 'completed', model: 'asked', served, result: named }, 'gpt-5.4-2026-03-01'],
  [
    'the router’s, where the reply has none',
    { status: 'completed', model: 'asked', served, result: emptyResult },
    'house',
  ],
  ['the router’s, where nothing is known of the reply', { status: 'completed', model: 'asked', served }, 'house'],
  ['none where the router says so', { status: 'failed', model: 'asked', served: { model: 'none' } }, undefined],
  [
    'none for a refused run, which no model served',
    { status: 'refused', model: 'asked', served, result: emptyResult },
    undefined,
  ],
  ['none where nothing is known', { status: 'unknown', model: 'asked', result: emptyResult }, undefined],
] as const)('the model that served is %s', (_, run, model) => {
  expect(servedModel(run)).toBe(model)
})

test.each([
  ['a dated snapshot', 'gpt-5.4', { result: named }, 'gpt-5.4-2026-03-01'],
  ['nothing where it is the same', 'gpt-5.4-2026-03-01', { result: named, served }, undefined],
  ['nothing where a header could not carry the name', 'модель-1', { served: { model: '??????-1' } }, undefined],
  ['nothing where it is not said', 'gpt-5.4', { result: emptyResult }, undefined],
  ['nothing where it is empty', 'gpt-5.4', { result: { ...emptyResult, response: { model: '' } } }, undefined],
] as const)('beside the model that was asked stands %s', (_, model, facts, other) => {
  expect(servedOther({ status: 'completed', model, ...facts })).toBe(other)
})
