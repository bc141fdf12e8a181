import { expect, test } from 'vitest'
import { judgesIn, modelFor, withJudges } from './foreign-set.ts'

test.each([
  ['gpt-5.4', 'gpt-5.4'],
  ['openai:gpt-5.4', 'gpt-5.4'],
  ['openai:chat:gpt-5.4', 'gpt-5.4'],
  ['openrouter:meta/llama-4:free', 'meta/llama-4:free'],
  ['vendor/small', 'small'],
  ['openai:gpt-5', undefined],
])('%s is %s', (wanted, id) => {
  expect(modelFor(wanted, ['gpt-5.4', 'small', 'llama-4:free', 'meta/llama-4:free'])).toBe(id)
})

test('judges of shared checks and of rows get the models of the router', () => {
  const checks = [
    { type: 'contains', value: 'x' },
    { type: 'llm-rubric', value: 'Kind', model: 'a' },
  ]
  const own = [{ type: 'select-best', value: 'Better', model: '' }]
  const set = { checks, rows: [{ q: 1, own }, { own: 'a text' }], columns: { q: 'variable', own: 'checks' } as const }
  expect(judgesIn(set)).toEqual(['a', ''])
  expect(withJudges(set, (wanted) => `our ${wanted}`)).toEqual({
    ...{ columns: set.columns, checks: [checks[0], { ...checks[1], model: 'our a' }] },
    rows: [{ q: 1, own: [{ ...own[0], model: 'our ' }] }, { own: 'a text' }],
  })
})
