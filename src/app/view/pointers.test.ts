import { expect, test } from 'vitest'
import { Pointers } from './pointers.ts'

const at = (x: number, y: number) => ({ x, y })

test('one pointer drags, and is no gesture', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(10, 10), 0)
  expect(pointers.isGesture).toBe(false)
  expect(pointers.move(1, at(90, 90))).toEqual({ from: at(10, 10), to: at(90, 90), factor: 1 })
  expect(pointers.move(2, at(90, 90))).toBeUndefined()
  expect(pointers.up(1, 100)).toBeUndefined()
})

test('two pointers that part enlarge what lies between them', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(100, 100), 0)
  pointers.down(2, at(200, 100), 10)
  expect(pointers.isGesture).toBe(true)
  expect(pointers.move(2, at(300, 100))).toEqual({ from: at(150, 100), to: at(200, 100), factor: 2 })
  expect(pointers.move(1, at(0, 100))).toEqual({ from: at(200, 100), to: at(150, 100), factor: 1.5 })
})

test('two pointers that go together move, and do not enlarge', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(0, 0), 0)
  pointers.down(2, at(100, 0), 0)
  let factor = 1
  let down = 0
  for (let step = 1; step <= 20; step++)
    for (const id of [1, 2]) {
      const pinch = pointers.move(id, at(id === 1 ? 0 : 100, step * 3))
      factor *= pinch?.factor ?? 1
      down += pinch ? pinch.to.y - pinch.from.y : 0
    }
  expect(factor).toBeCloseTo(1)
  expect(down).toBeCloseTo(60)
})

test('a short touch of two is a tap, of three another, and a trembling hand does not spoil it', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(0, 0), 0)
  pointers.down(2, at(100, 0), 30)
  expect(pointers.move(1, at(3, 2))).toBeUndefined()
  expect(pointers.up(1, 100)).toBeUndefined()
  expect(pointers.up(2, 120)).toBe('two-tap')
  for (const id of [1, 2, 3]) pointers.down(id, at(id * 50, 0), 200)
  expect([1, 2, 3].map((id) => pointers.up(id, 260))).toEqual([undefined, undefined, 'three-tap'])
})

test('a slow touch, and one that moved, is no tap', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(0, 0), 0)
  pointers.down(2, at(100, 0), 0)
  pointers.up(1, 500)
  expect(pointers.up(2, 500)).toBeUndefined()
  pointers.down(1, at(0, 0), 600)
  pointers.down(2, at(100, 0), 600)
  pointers.move(1, at(40, 0))
  pointers.up(1, 650)
  expect(pointers.up(2, 650)).toBeUndefined()
})

test('the finger that stays after a gesture belongs to it until it leaves', () => {
  const pointers = new Pointers(8)
  pointers.down(1, at(0, 0), 0)
  pointers.down(2, at(100, 0), 0)
  pointers.up(2, 100)
  expect([pointers.isGesture, pointers.count]).toEqual([true, 1])
  expect(pointers.move(1, at(50, 50))).toEqual({ from: at(0, 0), to: at(50, 50), factor: 1 })
  pointers.up(1, 200)
  pointers.down(3, at(0, 0), 300)
  expect(pointers.isGesture).toBe(false)
})
