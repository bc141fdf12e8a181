import { expect, test } from 'vitest'
import { timeTaken } from './time-taken.ts'

const log = [
  { status: 'prepared', at: 1000, mono: 1 },
  { status: 'sending', at: 1010, mono: 2 },
  { status: 'queued', at: 1400, mono: 3 },
  { status: 'completed', at: 91_010, mono: 4 },
] as const
const job = { status: 'completed', job: 'video_1', log, times: { end: 390 } } as const

test('a job takes as long as its router says, not until a closed browser was opened again', () => {
  expect(timeTaken({ ...job, jobState: { createdAt: 1_000, completedAt: 43_000 } })).toBe(42_000)
  expect(timeTaken({ ...job, jobState: { createdAt: 43_000, completedAt: 1_000 } })).toBe(90_000)
  expect(timeTaken(job)).toBe(90_000)
  expect(timeTaken({ ...job, status: 'running' })).toBeUndefined()
})

test('every other run takes as long as its reply', () => {
  expect(timeTaken({ status: 'completed', log, times: { end: 390 } })).toBe(390)
  expect(timeTaken({ status: 'completed', log: [] })).toBeUndefined()
})
