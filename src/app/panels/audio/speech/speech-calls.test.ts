import { expect, test } from 'vitest'
import { speechCalls, textLimit } from './speech-calls.ts'

const request = { model: 'm', input: 'One is here. Two is there.', voice: { id: 'ash' }, speed: 2 }

test('each voice speaks each part, and only voice and text differ', () => {
  const calls = speechCalls(request, { voices: ['coral', 'ash', 'coral'], limit: 14 })
  expect(calls.map(({ name }) => name)).toEqual([
    'ash, part 1 of 2',
    'ash, part 2 of 2',
    'coral, part 1 of 2',
    'coral, part 2 of 2',
  ])
  expect(calls[0]?.request).toEqual({ ...request, input: 'One is here.' })
  expect(calls[3]?.request).toEqual({ ...request, input: 'Two is there.', voice: 'coral' })
})

test('without a voice in the form, only the other voices are called, however few', () => {
  const calls = (voices: readonly string[]) =>
    speechCalls({ input: 'Hello.', voice: ' ' }, { voices, limit: undefined }).map(({ request }) => request.voice)
  expect(calls(['ash', 'coral', 'ash'])).toEqual(['ash', 'coral'])
  expect(calls(['ash'])).toEqual(['ash'])
  expect(calls([])).toEqual([' '])
})

test('a text that fits, and one that is not to be split, is one call as it is', () => {
  expect(speechCalls(request, { voices: [], limit: 100 })).toEqual([{ name: 'ash', request }])
  expect(speechCalls(request, { voices: [], limit: undefined })).toHaveLength(1)
  expect(speechCalls({ model: 'm' }, { voices: [], limit: 4 })).toEqual([
    { name: 'the text', request: { model: 'm', input: undefined } },
  ])
})

test('the limit is the one that the router lists', () => {
  expect(textLimit({ id: 'm', raw: {}, limits: { max_characters: 800 } })).toEqual({ limit: 800, isKnown: true })
  expect(textLimit(undefined)).toEqual({ limit: 4096, isKnown: false })
})
