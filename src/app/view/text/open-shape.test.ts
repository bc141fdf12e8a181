import { expect, test } from 'vitest'
import { heldFrom, openShape } from './open-shape.ts'

test.each(['', '\n', '#', '## ', '-', '- ', '**', '> ', '``', '```py', '1', '12.', '| ', '---'])(
  'after %j nothing is shown yet',
  (text) => {
    expect(openShape(text)).toBeUndefined()
  },
)

test.each([
  ['plain', { kind: 'text', skip: 0 }],
  ['\n\nplain', { kind: 'text', skip: 2 }],
  ['- item', { kind: 'text', skip: 0 }],
  ['**b', { kind: 'text', skip: 0 }],
  ['#tag', { kind: 'text', skip: 0 }],
  ['`a', { kind: 'text', skip: 0 }],
  ['### Title', { kind: 'heading', depth: 3, skip: 4 }],
  ['```py\nx', { kind: 'fence', language: 'py', skip: 6 }],
  ['\n~~~\n', { kind: 'fence', language: '', skip: 5 }],
  ['*'.repeat(200), { kind: 'text', skip: 0 }],
])('%j is shown as what it will be', (text, shape) => {
  expect(openShape(text)).toEqual(shape)
})

test('line endings after a paragraph wait for what follows', () => {
  expect(heldFrom('text', 'a\n')).toBe(1)
  expect(heldFrom('text', 'a\nb')).toBe(3)
})

test('a line that may close a fence waits until it cannot', () => {
  for (const end of ['\n', '\n`', '\n```', '\n  ~~~ ']) expect(heldFrom('fence', `a${end}`)).toBe(1)
  for (const end of ['\nb', '\n``b', '`']) expect(heldFrom('fence', `a${end}`)).toBe(1 + end.length)
})
