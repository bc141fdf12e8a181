import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { differenceOf, textReporter } from './open-editor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(first = '') {
  let text = first
  const told: number[] = []
  const out = textReporter(
    first,
    () => text,
    (one) => told.push(one.length),
  )
  const type = (more: string) => {
    text += more
    out.typed(text.length)
  }
  return { out, told, type }
}

test('a short text is handed on with every stroke', () => {
  const { told, type } = start()
  type('a')
  type('b')
  expect(told).toEqual([1, 2])
})

test('a long text is handed on once, after a pause', () => {
  const { told, type } = start('x'.repeat(200_000))
  type('a')
  vi.advanceTimersByTime(299)
  type('b')
  vi.advanceTimersByTime(299)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([200_002])
})

test('what is waiting is handed on when it is asked for, and not a second time', () => {
  const { out, told, type } = start('x'.repeat(200_000))
  type('a')
  out.now()
  vi.runAllTimers()
  expect(told).toEqual([200_001])
})

test('a text from outside counts once, and takes the place of what was waiting', () => {
  const { out, told, type } = start('x'.repeat(200_000))
  expect(out.accepts('x'.repeat(200_000))).toBe(false)
  type('a')
  expect(out.accepts('[]')).toBe(true)
  expect(out.accepts('[]')).toBe(false)
  vi.runAllTimers()
  expect(told).toEqual([])
})

test('only what differs is replaced', () => {
  expect(differenceOf('[1, 2, 3]', '[1, 5, 3]')).toEqual({ from: 4, to: 5, insert: '5' })
  expect(differenceOf('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' })
  expect(differenceOf('same', 'same')).toEqual({ from: 4, to: 4, insert: '' })
})

test(`a text with its difference becomes the other (SEED=${seed})`, () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀') })
  fc.assert(
    fc.property(few, few, (before, after) => {
      const { from, to, insert } = differenceOf(before, after)
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
    }),
    { seed, numRuns: 500 },
  )
})
