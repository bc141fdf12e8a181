import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UndoLine } from './undo-line.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const nothing = () => {}
/** The line of a new step. */
const line = (undo?: () => Promise<void>) => (
  <UndoLine of={{ last: { words: 'Run deleted.', ...(undo && { undo }) }, undo: nothing, dismiss: nothing }} />
)
const isShown = () => screen.queryByText('Run deleted.') !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('the bar hides after ten seconds, and is back for the next action, also one in the same words', () => {
  const { rerender } = render(line(async () => {}))
  pass(9_900)
  expect(isShown()).toBe(true)
  pass(200)
  expect(isShown()).toBe(false)
  rerender(line(async () => {}))
  expect(isShown()).toBe(true)
  pass(10_100)
  expect(isShown()).toBe(false)
})

test('it stays while it has the focus, and ten seconds more', () => {
  render(line(async () => {}))
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  pass(60_000)
  expect(isShown()).toBe(true)
  act(() => undo.blur())
  pass(9_900)
  expect(isShown()).toBe(true)
  pass(200)
  expect(isShown()).toBe(false)
})

test('words without an undo stay', () => {
  render(line())
  pass(60_000)
  expect(isShown()).toBe(true)
})
