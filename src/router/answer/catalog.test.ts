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
const catalog = createCatalog(() => [first, second, speaker])

test('every model is listed once', () => {
  expect(catalog.entries().map(({ id }) => id)).toEqual(['shared', 'own', 'voice'])
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

test('a list that was replaced counts from then on', () => {
  let models: Provider['models'] = []
  const changing: Provider = {
    ...second,
    get models() {
      return models
    },
  }
  const { entries, choose } = createCatalog(() => [changing])
  expect(entries()).toEqual([])
  expect(entries()).toBe(entries())
  models = second.models
  expect(entries().map(({ id }) => id)).toEqual(['shared'])
  expect(choose('responses', { model: 'shared' }).providers).toEqual([changing])
})

test('the configuration says which providers have a model, in which order, and whether an unknown outcome ends the tries', () => {
  const { choose } = createCatalog(
    () => [first, second],
    (model) => (model === 'shared' ? { providers: ['second', 'first'], fallbackOnUnknown: true } : { providers: [] }),
  )
  const { providers, fallbackOnUnknown } = choose('responses', { model: 'shared' })
  expect([providers.map(({ id }) => id), fallbackOnUnknown]).toEqual([['second', 'first'], true])
  expect(() => choose('responses', { model: 'own' })).toThrow(expect.objectContaining({ status: 404 }))
})

const sandbox: Provider = {
  ...testProvider(),
  id: 'sandbox',
  models: ['shared', 'made-up'].map((id) => ({ id, object: 'model', sandbox: true })),
}

test('the sandbox never answers for a model that a real provider offers, whatever the order', () => {
  const { choose, entries } = createCatalog(() => [sandbox, first])
  expect(choose('responses', { model: 'shared' }).providers).toEqual([first])
  expect(entries().map(({ id }) => id)).toEqual(['shared', 'own', 'made-up'])
  expect(entries()[0]?.sandbox).toBeUndefined()
})

test('nor for a model that is reserved for real providers and that none of them lists at present', () => {
  const { choose, entries } = createCatalog(
    () => [first, sandbox],
    (model) => (model === 'made-up' ? { isReal: true } : undefined),
  )
  expect(() => choose('responses', { model: 'made-up' })).toThrow(expect.objectContaining({ status: 404 }))
  expect(entries().map(({ id }) => id)).toEqual(['shared', 'own'])
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
