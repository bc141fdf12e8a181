import { expect, test } from 'vitest'
import { codePointsIn } from '../../../ui/format.ts'
import { speechCalls, splitText, textLimit } from './speech-calls.ts'

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

const words = (text: string) => text.replace(/\s+/g, ' ').trim()

test('a text is cut between sentences, and every part fits', () => {
  const text = 'One is here. Two is a little longer! Is three a question? Four ends it.'
  expect(splitText(text, 40)).toEqual(['One is here. Two is a little longer!', 'Is three a question? Four ends it.'])
  expect(splitText(text, 1000)).toEqual([text])
})

test.each<[string, string, number]>([
  ['a sentence without an end', Array.from({ length: 300 }, (_, n) => `word${n}`).join(' '), 100],
  ['paragraphs', 'First line.\n\nSecond line, which is longer.\n\nThird.', 20],
  ['an abbreviation and a number', 'It costs 3.50 at No. 7. Dr. Who paid.', 16],
])('%s is cut at white space only, and loses nothing', (_, text, limit) => {
  const parts = splitText(text, limit)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.every((part) => codePointsIn(part) <= limit)).toBe(true)
  expect(words(parts.join(' '))).toBe(words(text))
})

test('Chinese and Japanese are cut behind their own full stops', () => {
  expect(splitText('今天天气很好。我们去公园吧。', 8)).toEqual(['今天天气很好。', '我们去公园吧。'])
  expect(splitText('猫が好きです。犬も好きです。', 8)).toEqual(['猫が好きです。', '犬も好きです。'])
})

test('a word longer than a part is cut between visible letters', () => {
  const family = '👨‍👩‍👧'
  const parts = splitText(family.repeat(4), 10)
  expect(parts.join('')).toBe(family.repeat(4))
  expect(parts.every((part) => part.length % family.length === 0)).toBe(true)
  expect(parts.every((part) => codePointsIn(part) <= 10)).toBe(true)
})
