import { expect, test } from 'vitest'
import { captionLines } from './caption.ts'
import { drawScene } from './draw-scene.ts'
import { planScene } from './plan-scene.ts'
import { subjects } from './subjects/subjects.ts'

const frame = { width: 300, height: 200, detail: 3, isTransparent: false } as const
const drawn = (prompt: string, more: Partial<Parameters<typeof drawScene>[1]> = {}, index = 0) =>
  drawScene(planScene(prompt, 'seed', index), { ...frame, ...more })

test.each([
  ['misty mountains at dawn', 'landscape', undefined, false],
  ['a sailboat on the ocean at sunset', 'sea', 'boat', false],
  ['city skyline at night', 'city', undefined, true],
  ['a still life with pears in a bowl', 'still-life', undefined, false],
  ['a study of ferns and wildflowers', 'botanical', undefined, false],
  ['abstract geometric poster', 'poster', undefined, false],
  ['portrait of an old man', 'portrait', undefined, false],
  ['a planet with rings', 'space', undefined, true],
  ['an owl', 'emblem', 'owl', false],
  ['three foxes in a snowy forest', 'landscape', 'fox', false],
  ['夕暮れの富士山と桜', 'landscape', undefined, false],
  ['🦊 im Wald', 'landscape', 'fox', false],
  ['قلعة قديمة', 'emblem', 'castle', false],
  ['Sunflowers in a field, Van Gogh style', 'botanical', undefined, false],
  ['A clear blue sky with small clouds', 'sky', undefined, false],
  ['remove the boat', 'emblem', 'boat', false],
])('%s is drawn as %s', (prompt, family, subject, isNight) => {
  expect(planScene(prompt, 'seed', 0)).toMatchObject({ family, subject, isNight })
})

test('every subject is found by its own name, and every family draws in every detail and shape', {
  timeout: 60_000,
}, () => {
  for (const subject of Object.keys(subjects)) expect(planScene(`a ${subject}`, 'seed', 0).subject).toBe(subject)
  for (const prompt of ['hills', 'sea', 'city', 'vase', 'flowers', 'abstract', 'portrait', 'planet', 'owl', 'clouds']) {
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

test('what asks for something to go adds nothing', () => {
  expect(planScene('Please remove the boat', 's', 0)).toMatchObject({ removes: true, isNamed: false })
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
  for (const prompt of ['a lake', '夕暮れの富士山と桜', '🦊', '']) expect(drawn(prompt)).toContain('SANDBOX')
})
