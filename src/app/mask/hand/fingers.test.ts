import { expect, test } from 'vitest'
import { Fingers } from './fingers.ts'

const at = (x: number, y: number) => ({ x, y })

test('one finger is no gesture', () => {
  const fingers = new Fingers()
  fingers.down(1, at(10, 10), 0)
  expect(fingers.isGesture).toBe(false)
  expect(fingers.move(1, at(90, 90))).toBeUndefined()
  expect(fingers.up(1, 100)).toBeUndefined()
})

test('two fingers that part enlarge what lies between them', () => {
  const fingers = new Fingers()
  fingers.down(1, at(100, 100), 0)
  fingers.down(2, at(200, 100), 10)
  expect(fingers.isGesture).toBe(true)
  expect(fingers.move(2, at(300, 100))).toEqual({ from: at(150, 100), to: at(200, 100), factor: 2 })
  expect(fingers.move(1, at(0, 100))).toEqual({ from: at(200, 100), to: at(150, 100), factor: 1.5 })
})

test('two fingers that go together move, and do not enlarge', () => {
  const fingers = new Fingers()
  fingers.down(1, at(0, 0), 0)
  fingers.down(2, at(100, 0), 0)
  let factor = 1
  let down = 0
  for (let step = 1; step <= 20; step++)
    for (const id of [1, 2]) {
      const pinch = fingers.move(id, at(id === 1 ? 0 : 100, step * 3))
      factor *= pinch?.factor ?? 1
      down += pinch ? pinch.to.y - pinch.from.y : 0
    }
  expect(factor).toBeCloseTo(1)
  expect(down).toBeCloseTo(60)
})

test('a short touch of two is a tap, of three another, and a trembling hand does not spoil it', () => {
  const fingers = new Fingers()
  fingers.down(1, at(0, 0), 0)
  fingers.down(2, at(100, 0), 30)
  expect(fingers.move(1, at(3, 2))).toBeUndefined()
  expect(fingers.up(1, 100)).toBeUndefined()
  expect(fingers.up(2, 120)).toBe('two-tap')
  for (const id of [1, 2, 3]) fingers.down(id, at(id * 50, 0), 200)
  expect([1, 2, 3].map((id) => fingers.up(id, 260))).toEqual([undefined, undefined, 'three-tap'])
})

test('a slow touch, and one that moved, is no tap', () => {
  const fingers = new Fingers()
  fingers.down(1, at(0, 0), 0)
  fingers.down(2, at(100, 0), 0)
  fingers.up(1, 500)
  expect(fingers.up(2, 500)).toBeUndefined()
  fingers.down(1, at(0, 0), 600)
  fingers.down(2, at(100, 0), 600)
  fingers.move(1, at(40, 0))
  fingers.up(1, 650)
  expect(fingers.up(2, 650)).toBeUndefined()
})

test('the finger that stays after a gesture belongs to it until it leaves', () => {
  const fingers = new Fingers()
  fingers.down(1, at(0, 0), 0)
  fingers.down(2, at(100, 0), 0)
  fingers.up(2, 100)
  expect(fingers.isGesture).toBe(true)
  expect(fingers.move(1, at(50, 50))).toBeUndefined()
  fingers.up(1, 200)
  fingers.down(3, at(0, 0), 300)
  expect(fingers.isGesture).toBe(false)
})
