import { expect, test } from 'vitest'
import { modelFor } from './foreign-set.ts'

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
