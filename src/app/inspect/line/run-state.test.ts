import { expect, test } from 'vitest'
import { stateOf } from './run-state.tsx'

const words = (...args: Parameters<typeof stateOf>) => {
  const { word, own } = stateOf(...args)
  return own === undefined ? word : `${word} · ${own}`
}

test.each([
  ['Queued', { status: 'queued', jobState: { word: 'queued' } }],
  ['Queued · submitted', { status: 'queued', jobState: { word: 'SUBMITTED' } }],
  ['Running', { status: 'running', jobState: { word: 'in_progress' } }],
  ['Running', { status: 'running' }],
  ['Running · marinating', { status: 'running', jobState: { word: 'marinating' } }],
  ['Not tracked', { status: 'running', jobState: { word: 'marinating' }, polling: { unwatched: 'yes' } }],
  ['Waiting to download', { status: 'running', jobState: { word: 'completed', content: 'ready' } }],
  ['Completed', { status: 'completed', jobState: { word: 'succeeded' } }],
  ['Failed', { status: 'failed', jobState: { word: 'failed' }, reason: 'failed' }],
  ['Failed · moderation blocked', { status: 'failed', jobState: { word: 'failed' }, reason: 'moderation_blocked' }],
  ['Expired', { status: 'failed', jobState: { word: 'EXPIRED' }, reason: 'expired' }],
  ['Not found', { status: 'failed', jobState: { word: 'queued' }, reason: 'not found' }],
  ['Status unknown', { status: 'unknown', jobState: { word: 'unknown' }, reason: 'stale' }],
  ['Not downloaded', { status: 'interrupted', jobState: {}, reason: 'not downloaded' }],
  ['Unknown result', { status: 'unknown' }],
  ['Dismissed', { status: 'unknown', resolution: 'given_up' }],
  ['Cut off', { status: 'interrupted' }],
] as const)('%s: %j', (said, run) => {
  expect(words(run)).toBe(said)
})

test('what holds up a job is said in place of its last state, and a download in place of both', () => {
  const run = { status: 'running', jobState: { word: 'marinating' } } as const
  expect(words(run, { hold: 'offline' })).toBe('Offline, retrying')
  expect(words({ ...run, polling: { troubleStatus: 503 } }, { hold: 'offline' })).toBe('HTTP 503, retrying')
  expect(words(run, { hold: 'key-wanted' })).toBe('Waiting for the API key')
  const transfer = { state: 'fetching', received: 3_140_000, total: 8_400_000 } as const
  expect(words(run, { hold: 'offline', transfer })).toBe('Downloading 3.1 of 8.4 MB')
  expect(words(run, { transfer: { state: 'fetching', received: 2500 } })).toBe('Downloading 2.5 kB')
  expect(words(run, { transfer: { state: 'waiting', received: 0 } })).toBe('Waiting to download')
})

test('a word of a router is cut', () => {
  expect(stateOf({ status: 'running', jobState: { word: 'x'.repeat(500) } }).own).toHaveLength(40)
})
