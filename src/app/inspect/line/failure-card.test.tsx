import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleRow } from '../../ledger/testing/sample-row.ts'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { FailureCard } from './failure-card.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const now = 1_000_000
const limited: Run = {
  ...sampleRow({ id: 'a', status: 'refused' }),
  seq: 1,
  log: [{ status: 'refused', at: now, mono: 1 }],
  request: {},
  result: { ...emptyResult, error: { kind: 'api', message: 'Slow down.', status: 429, retryAfter: 2 } },
  saved: true,
}

test('after a 429 the button counts down, and can be pressed when the wait is over', () => {
  vi.useFakeTimers({ now })
  const again = vi.fn()
  render(<FailureCard run={limited} onRunAgain={again} />)
  const button = screen.getByRole('button', { name: 'Run again in 2 s' })
  button.click()
  expect(again).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(2_250))
  screen.getByRole('button', { name: 'Run again' }).click()
  expect(again).toHaveBeenCalledTimes(1)
})
