import { expect, test } from 'vitest'
import { idleCollector } from './idle-memory.ts'

const MB = 1024 * 1024

test('memory is collected twice after each load, when the process is idle and larger than before', () => {
  const state = { held: 70, share: 0, collected: 0 }
  const look = idleCollector({
    memory: () => state.held * MB,
    share: () => state.share,
    collect: () => {
      state.collected += 1
    },
  })
  const after = (held: number, share: number) => {
    Object.assign(state, { held, share })
    look()
    return state.collected
  }
  expect(after(70, 0)).toBe(0)
  expect(after(150, 0.9)).toBe(0)
  expect(after(150, 0.01)).toBe(1)
  expect(after(120, 0)).toBe(2)
  // What is left is in use.
  expect(after(120, 0)).toBe(2)
  expect(after(120, 0.5)).toBe(2)
  expect(after(120, 0)).toBe(3)
  // A little is not worth it.
  expect(after(75, 0.5)).toBe(3)
  expect(after(75, 0)).toBe(3)
})
