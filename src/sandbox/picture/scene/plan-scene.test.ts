import { expect, test } from 'vitest'
import { drawScene } from './draw-scene.ts'
import { captionLines } from './inscriptions.ts'
import { planScene } from './plan-scene.ts'
import { subjects } from './subjects/subjects.ts'

const frame = { width: 300, height: 200, detail: 3, isTransparent: false } as const
const drawn = (prompt: string, more: Partial<Parameters<typeof drawScene>[1]> = {}, index = 0) =>
  drawScene(planScene(prompt, 'seed', index), { ...frame, ...more })

test.each([
  ['misty mountains at dawn', 'landscape', undefined, false],
  ['a sailboat on the ocean at sunset', 'sea', 'boat', false],
  ['city skyline at night', 'city', undefined, true],
  ['a study of ferns and wildflowers', 'emblem', 'flowers', false],
  ['abstract geometric poster', 'poster', undefined, false],
  ['portrait of an old man', 'emblem', 'person', false],
  ['a planet with rings', 'emblem', 'planet', true],
  ['Two large seagulls', 'sea', 'bird', false],
  ['three foxes in a snowy forest', 'landscape', 'fox', false],
  ['夕暮れの富士山と桜', 'landscape', 'flowers', false],
  ['🦊 im Wald', 'landscape', 'fox', false],
  ['بيت قديم', 'emblem', 'house', false],
  ['Sunflowers in a field, Van Gogh style', 'emblem', 'flowers', false],
  ['A clear blue sky with small clouds', 'landscape', undefined, false],
  ['remove the boat', 'sea', 'boat', false],
  ['two puppies playing', 'emblem', 'dog', false],
  ['logo with a fox', 'emblem', 'fox', false],
  ['minimalist poster of a mountain', 'landscape', undefined, false],
  ['portrait of Ada Lovelace', 'emblem', 'person', false],
  ['a house with a flag that says "HOME"', 'emblem', 'house', false],
  // What is named first and known to no scene is set in letters, whatever else is known.
  ['penguins', 'lettering', undefined, false],
  ['Please draw me a penguin in space', 'lettering', 'planet', false],
  ['an elephant riding a boat', 'lettering', 'boat', false],
  ['a red bicycle against a wall in the city', 'lettering', undefined, false],
  ['a portrait of a penguin', 'lettering', 'person', false],
  ['A poster for a jazz festival', 'lettering', undefined, false],
  ['Пингвины на льду', 'lettering', undefined, false],
  ['🎉', 'lettering', undefined, false],
])('%s is drawn as %s', (prompt, family, subject, isNight) => {
  expect(planScene(prompt, 'seed', 0)).toMatchObject({ family, subject, isNight })
})

test.each([
  ['Two large seagulls', { count: 2, size: 1.35 }],
  ['a pair of tiny foxes', { count: 2, size: 0.6 }],
  ['12 boats', { count: 9 }],
  ['a dog and a cat', { subject: 'dog', others: ['cat'] }],
])('%s: how many, how large and what else', (prompt, expected) => {
  expect(planScene(prompt, 'seed', 0)).toMatchObject(expected)
})

test('as many are drawn as the prompt says', () => {
  // The board across a boat's hull has a place of its own in the row.
  const boats = (prompt: string) => drawn(prompt).match(/M-48 -16L52 -16L50 -10/g)?.length
  expect(['a boat', 'two boats', 'seven boats'].map(boats)).toEqual([1, 2, 7])
})

test('every subject is found by its own name, and every family draws in every detail and shape', {
  timeout: 60_000,
}, () => {
  for (const subject of Object.keys(subjects)) expect(planScene(`a ${subject}`, 'seed', 0).subject).toBe(subject)
  for (const prompt of [
    'hills',
    'sea',
    'city',
    'flowers',
    'abstract',
    'portrait',
    'planet',
    'fox',
    'clouds',
    'penguins',
    '🎉',
  ]) {
    const sizes = ([1, 2, 3] as const).map((detail) => drawn(prompt, { detail }).length)
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
    for (const [width, height] of [
      [30, 10],
      [10, 30],
      [7, 7],
    ] as const) {
      const svg = drawn(prompt, { width, height, isTransparent: true })
      expect(svg).toContain(`width="${width}" height="${height}"`)
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  }
})

test('the same words and seed are the same picture; another word, seed or place in the row is another', () => {
  const one = drawn('a quiet lake')
  expect(drawn('a quiet lake')).toBe(one)
  const others = [
    drawn('a quiet river'),
    drawScene(planScene('a quiet lake', 'other', 0), frame),
    ...Array.from({ length: 9 }, (_, at) => drawn('a quiet lake', {}, at + 1)),
  ]
  expect(new Set([one, ...others]).size).toBe(11 + 1)
})

test('colour words colour the picture', () => {
  const accents = ['red', 'green', 'blue'].map((word) => planScene(`${word} abstract`, 'seed', 0).palette.accent.h)
  expect(accents[0]).toBeCloseTo(28, -1)
  expect(accents[1]).toBeCloseTo(147, -1)
  expect(accents[2]).toBeCloseTo(257, -1)
})

test.each([
  ['A quiet lake', ['A quiet lake']],
  ['  two\n words ', ['two words']],
  ['', []],
  ['静かな湖', []],
  ['a lake 🌊', []],
  ['Müde Füße, ça va?', ['Müde Füße, ça va?']],
])('%j is lettered as %j: only what the font has', (prompt, lines) => {
  expect(captionLines(prompt)).toEqual(lines)
})

/** What a poster sets large, which is drawn bold. */
const titleOf = (prompt: string) =>
  [...drawn(prompt).matchAll(/stroke-linejoin="round"[^>]*>([^<]+)</g)].map(([, line]) => line)

test('a poster keeps no marks around letters that the font has not', () => {
  expect(titleOf('"日本語のテキスト" on a banner')).toEqual(['On a', 'banner'])
  expect(titleOf('an accordion & a harp').join(' ')).toContain('&amp;')
})

test('several quoted texts of a poster have lines of their own', () => {
  expect(titleOf('A poster with the words "Jazz am Fluss" and "12. Juni"')).toEqual(['Jazz am Fluss', '12. Juni'])
})

test('what asks for something to go adds nothing', () => {
  expect(planScene('Please remove the boat', 's', 0)).toMatchObject({ removes: true, isNamed: false })
  expect(planScene('Remove the text "OPEN"', 's', 0).texts).toEqual([])
  expect(planScene('a boat to be removed', 's', 0)).toMatchObject({ removes: false, isNamed: true })
})

test('two lines are about equally long, and wide pictures have longer ones', () => {
  expect(captionLines('A friendly robot watering plants in a greenhouse', 1000)).toEqual([
    'A friendly robot watering',
    'plants in a greenhouse',
  ])
  expect(captionLines('A friendly robot watering plants in a greenhouse', 1500)).toHaveLength(1)
})

test('a long prompt is lettered on two lines and cut, and markup in it is text', () => {
  const lines = captionLines('word '.repeat(80))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/word…$/)
  expect(captionLines('x'.repeat(500))[0]).toHaveLength(46)
  expect(drawn('a <b> & "c" lake')).toContain('a &lt;b&gt; &amp; "c" lake')
})

test('every picture says what made it, also where the font has no letters for the prompt', () => {
  for (const prompt of ['a lake', '夕暮れの富士山と桜', '🦊', '', 'penguins'])
    for (const isTransparent of [true, false]) expect(drawn(prompt, { isTransparent }).includes('SANDBOX')).toBe(true)
})

test('a quoted text is written into the picture of any family, and draws nothing else', () => {
  const places = ['hills', 'sea', 'city', 'flowers', 'abstract', 'a face', 'planet', 'fox', 'clouds', 'penguins']
  const written = (svg: string) => svg.includes('>CAT<')
  for (const place of places) {
    for (const isTransparent of [true, false])
      expect([place, written(drawn(`${place} with a sign "CAT"`, { isTransparent }))]).toEqual([place, true])
    expect(planScene(`${place} "CAT"`, 'seed', 0).subject).toBe(planScene(place, 'seed', 0).subject)
  }
  expect(written(drawn('a neon sign that says CAT in a street'))).toBe(true)
})

test('words that no scene knows are set in the picture, and nothing else is drawn but shapes', () => {
  const svg = drawn('penguins')
  expect([svg.includes('>Penguins<'), svg.includes('<circle')]).toEqual([true, false])
  expect(drawn('Пингвины').includes('>Пингвины<')).toBe(true)
  // Whatever the quality: only the grain of the paper is its own.
  for (const prompt of ['penguins', 'dragons', 'pizza', 'violins', 'guitars'])
    expect(drawn(prompt, { detail: 1 }) === drawn(prompt, { detail: 3 })).toBe(true)
  expect(drawn('🎉').match(/<text/g)).toHaveLength(1)
})
