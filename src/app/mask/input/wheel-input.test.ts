import { expect, test } from 'vitest'
import { wheelMeaning } from './wheel-input.ts'

const turn = (change: Partial<Parameters<typeof wheelMeaning>[0]>) => ({
  ...{ deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...change,
})

test('the wheel enlarges away from the hand, and back again to where it was', () => {
  const more = wheelMeaning(turn({ deltaY: -100 }), false)
  const less = wheelMeaning(turn({ deltaY: 100 }), false)
  if (more?.kind !== 'zoom' || less?.kind !== 'zoom') throw new Error('no zoom')
  expect(more.factor).toBeCloseTo(1.25)
  expect(more.factor * less.factor).toBeCloseTo(1)
})

test('lines count as the pixels that they are', () => {
  expect(wheelMeaning(turn({ deltaY: 3, deltaMode: 1 }), false)).toEqual(wheelMeaning(turn({ deltaY: 99 }), false))
})

test('a pinch comes with Ctrl that nobody holds, and enlarges; Ctrl and the wheel change the size', () => {
  expect(wheelMeaning(turn({ deltaY: -4, ctrlKey: true }), false)?.kind).toBe('zoom')
  expect(wheelMeaning(turn({ deltaY: -4, ctrlKey: true }), true)).toEqual({ kind: 'size', direction: 1 })
  expect(wheelMeaning(turn({ deltaY: 120, ctrlKey: true }), false)).toEqual({ kind: 'size', direction: -1 })
  expect(wheelMeaning(turn({ deltaY: -100, altKey: true }), false)).toEqual({ kind: 'size', direction: 1 })
})

test('Shift and the wheel, and a trackpad that goes sideways, move the picture', () => {
  expect(wheelMeaning(turn({ deltaY: 100, shiftKey: true }), false)).toEqual({ kind: 'pan', by: { x: -100, y: 0 } })
  expect(wheelMeaning(turn({ deltaX: 30, deltaY: 4 }), false)).toEqual({ kind: 'pan', by: { x: -30, y: -4 } })
  expect(wheelMeaning(turn({}), false)).toBeUndefined()
})
