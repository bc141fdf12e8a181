import { expect, test } from 'vitest'
import { checkedWords, elapsedOf, expiryWords, orderedAt } from './job-times.ts'

const step = (status: 'prepared' | 'queued' | 'running' | 'completed', at: number) => ({ status, at, mono: at })
const own = [step('prepared', 1000), step('queued', 1500)]

test('the time of a job runs from the press until it has ended', () => {
  expect(elapsedOf({ status: 'running', log: own }, 43_000)).toBe(42_000)
  expect(elapsedOf({ status: 'completed', job: 'j', log: [...own, step('completed', 31_000)] }, 99_000)).toBe(30_000)
})

test('the time of a job whose router gives no address to ask at is not counted', () => {
  expect(elapsedOf({ status: 'running', job: 'j', log: own, jobState: { noStatus: 'yes' } }, 43_000)).toBeUndefined()
})

test('the time stops while the content of a completed job is fetched', () => {
  const jobState = { createdAt: 2000, completedAt: 32_000 }
  expect(elapsedOf({ status: 'running', job: 'j', log: own, jobState }, 99_000)).toBe(30_000)
})

test('an adopted job was ordered when its router says so', () => {
  const log = [step('queued', 90_000)]
  expect(orderedAt({ log, jobState: { createdAt: 5000 } })).toBe(5000)
  expect(orderedAt({ log: own, jobState: { createdAt: 5 } })).toBe(1000)
  expect(elapsedOf({ status: 'running', log, jobState: { createdAt: 5000 } }, 65_000)).toBe(60_000)
})

test('nothing is said that the router did not say', () => {
  expect(expiryWords({}, 0)).toBeUndefined()
  expect(checkedWords({ polling: {} }, 0)).toBeUndefined()
})

test('times to come and times gone in words', () => {
  expect(expiryWords({ jobState: { expiresAt: 86_000_000 } }, 0)).toBe('in 23 h')
  expect(expiryWords({ jobState: { expiresAt: 5 } }, 5)).toBe('expired')
  expect(checkedWords({ polling: { answeredAt: 1000 } }, 9999)).toBe('checked 8 s ago')
  expect(checkedWords({ polling: { answeredAt: 1000 } }, 1900)).toBe('checked just now')
})
