import { expect, test } from 'vitest'
import { emptyResult } from './result.ts'
import type { Run } from './run.ts'
import { createRunStore } from './run-store.ts'

const run = (status: Run['status']): Run => ({
  ...{ id: '1', seq: 1, endpoint: 'responses', model: 'm', title: 't', thread: 'T', status, intent: 'i', log: [] },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  request: {},
  result: emptyResult,
  saved: true,
})

/** A promise that is kept by hand. */
function byHand<T>() {
  let keep: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    keep = resolve
  })
  return { promise, keep }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

function reading() {
  const thread = byHand<{ runs: readonly Run[]; unreadable: number }>()
  const one = byHand<Run | undefined>()
  const store = createRunStore({ thread: () => thread.promise, one: () => one.promise })
  store.watchThread('T', () => {})
  return { thread, one, store }
}

test('a run that was settled while its conversation was being read is shown settled', async () => {
  const { thread, one, store } = reading()
  store.changed({ kind: 'run', id: '1', thread: 'T' })
  thread.keep({ runs: [run('receiving')], unreadable: 0 })
  await settle()
  one.keep(run('interrupted'))
  await settle()
  expect(store.thread('T').runs.map(({ status }) => status)).toEqual(['interrupted'])
})

test('what this page published stands over a reading that began before it', async () => {
  const { thread, one, store } = reading()
  thread.keep({ runs: [run('sending')], unreadable: 0 })
  await settle()
  store.changed({ kind: 'run', id: '1', thread: 'T' })
  store.publish({ ...run('receiving'), live: { since: 0, stalled: false } })
  one.keep(run('sending'))
  await settle()
  expect(store.thread('T').runs.map(({ status }) => status)).toEqual(['receiving'])
})

test('what this page streams is not read over by a change that it made while it was read', async () => {
  const { thread, one, store } = reading()
  thread.keep({ runs: [run('prepared')], unreadable: 0 })
  await settle()
  store.changed({ kind: 'run', id: '1', thread: 'T' })
  store.changed({ kind: 'run', id: '1', thread: 'T' })
  store.publish({ ...run('sending'), live: { since: 0, stalled: false } })
  one.keep(run('sending'))
  await settle()
  expect(store.thread('T').runs.map(({ live }) => live !== undefined)).toEqual([true])
})
