import { expect, test } from 'vitest'
import type { Provider } from '../provider.ts'
import { testProvider } from '../testing/test-provider.ts'
import { createCatalog } from './catalog.ts'

const speaker: Provider = {
  id: 'speaker',
  models: [{ id: 'voice', object: 'model', capabilities: ['audio.speech'] }],
  endpoints: new Set(['audio.speech']),
  answer: () => Promise.reject(new Error('not asked here')),
}
const first = testProvider(undefined, { id: 'first', models: ['shared', 'own'] })
const second = testProvider(undefined, { id: 'second', models: ['shared'] })
const catalog = createCatalog([first, second, speaker])

test('every model is listed once', () => {
  expect(catalog.entries.map(({ id }) => id)).toEqual(['shared', 'own', 'voice'])
})

test('an endpoint is served when any provider answers it', () => {
  expect([catalog.serves('responses'), catalog.serves('audio.speech'), catalog.serves('audio.music')]).toEqual([
    true,
    true,
    false,
  ])
})

test('the providers of a model come in the order of the list', () => {
  const idsOf = (model: string) => catalog.choose('responses', { model, input: 'hi' }).providers.map(({ id }) => id)
  expect([idsOf('shared'), idsOf('own')]).toEqual([['first', 'second'], ['first']])
})

test.each([
  ['a model that nobody lists', { model: 'nobody' }, 404, 'model_not_found'],
  ['a model that serves something else', { model: 'voice', input: 'hi' }, 400, 'unsupported_value'],
  ['no model', { input: 'hi' }, 400, 'invalid_value'],
])('%s is refused, and the model named as the reason', (_, body, status, code) => {
  expect(() => catalog.choose('responses', body)).toThrow(
    expect.objectContaining({ status, code, facts: expect.objectContaining({ param: 'model' }) }),
  )
})
