import { afterEach, expect, test, vi } from 'vitest'
import { slowly } from './slowly.ts'

afterEach(() => void vi.useRealTimers())

test('the first change is told at once, those of a pause together at its end, and nothing after the end', () => {
  vi.useFakeTimers()
  const listeners = new Set<() => void>()
  const change = () => {
    for (const listener of listeners) listener()
  }
  const told = vi.fn()
  const end = slowly((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, 100)(told)
  change()
  expect(told).toHaveBeenCalledTimes(1)
  change()
  change()
  expect(told).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  expect(told).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(100)
  change()
  expect(told).toHaveBeenCalledTimes(3)
  change()
  end()
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveBeenCalledTimes(3)
})
