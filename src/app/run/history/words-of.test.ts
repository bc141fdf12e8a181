import { expect, test } from 'vitest'
import { searchWordsOf, wordsIn } from './words-of.ts'

const lines = (text: string) => text.split('\n').toSorted()

test('words of every script are words, whatever stands between them', () => {
  expect(wordsIn('Tides, harbours: “Größe” —naïve… don’t')).toEqual(['tides', 'harbours', 'größe', 'naïve', 'don', 't'])
  expect(wordsIn('Ｆｕｌｌ ＷＩＤＴＨ ﬁne')).toEqual(['full', 'width', 'fine'])
  expect(wordsIn('山水画。水彩、東京 🚢 मौसम שלום')).toEqual(['山水画', '水彩', '東京', '🚢', 'मौसम', 'שלום'])
})

test('each word of request and answer stands there once; what nobody wrote does not', async () => {
  const request = {
    model: 'm',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Red boat, red sea' }] }],
    image: 'data:image/png;base64,sha256:0123',
    noise: 'iVBORw0KGgo'.repeat(40),
  }
  const outputs = [
    { kind: 'message', index: 0, parts: [{ part: 0, text: 'A boat.' }] },
    { kind: 'tool-call', callId: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
  ]
  const parts = [{ kind: 'text' as const, name: 'prompt', value: 'Harbour' }]
  const found = lines(await searchWordsOf({ request, parts }, outputs))
  expect(found).toEqual(
    ['m', 'red', 'boat', 'sea', 'prompt', 'harbour', 'a', 'get', 'weather', 'city', 'oslo'].toSorted(),
  )
})

test('a reply that is nested deeper than calls can be is read', async () => {
  let deep: unknown = 'bottom'
  for (let n = 0; n < 100_000; n += 1) deep = [deep]
  expect(await searchWordsOf({}, deep)).toBe('bottom')
})

test('a run keeps no more words than a long book has', async () => {
  const endless = Array.from({ length: 300_000 }, (_, n) => `word${n}`).join(' ')
  expect((await searchWordsOf({ request: endless }, [])).length).toBeLessThanOrEqual(1_000_000)
})

test('a long text is read in slices that cut no word', async () => {
  const all = Array.from({ length: 60_000 }, (_, n) => `wörd${n}`)
  expect(await searchWordsOf({ request: all.join(' ') }, [])).toBe(all.join('\n'))
})
