import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { Stream } from '../../client/exchange.ts'
import type { RemoteOperation } from '../../client/send/operation.ts'
import { failureOf } from '../failure-of.ts'
import type { RunConnection } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { answer, createFakeRouter, opened, type RouterStep } from '../testing/fake-router.ts'
import { openPage, type Page, sampleDraft, textShown } from '../testing/open-page.ts'
import { isEnded } from './states.ts'

const pages: Page[] = []
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const lost: readonly RouterStep[] = [{ kind: 'head', status: 500 }]
const done = (steps: readonly RouterStep[]): RemoteOperation => ({
  status: 'done',
  stream: createFakeRouter(steps).stream,
})
const { connection } = sampleDraft()

/** A run that ended after these steps, on a router that answers about it in this way, one answer after the other. */
async function ended(
  steps: readonly RouterStep[],
  answers: readonly (RemoteOperation | Error)[],
  tools: Partial<RunTools> = {},
) {
  const waiting = [...answers]
  const calls: string[] = []
  const one = await openPage({
    name: crypto.randomUUID(),
    router: createFakeRouter(steps),
    locks: createFakeLocks().page(),
    tools: {
      async readRemote() {
        calls.push('GET')
        const next = waiting.shift() ?? new Error('It was not to be asked.')
        if (next instanceof Error) throw next
        return next
      },
      async stopRemote() {
        calls.push('DELETE')
      },
      ...tools,
    },
  })
  pages.push(one)
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  const before = await one.until(id, ({ status }) => isEnded(status))
  const check = (through: RunConnection = connection) => one.runs.checkAgain(id, through)
  const after = () => one.until(id, ({ resolution }) => resolution !== undefined)
  return { one, id, before, calls, check, after }
}

it('a reply that was lost is fetched, and the run has the reply’s own end', async () => {
  const { one, id, before, check, after } = await ended(lost, [done(answer('Hi', ' there'))])
  expect(before).toMatchObject({ status: 'unknown', open: expect.any(String) })
  expect(await check()).toBe('recovered')
  const run = await after()
  expect(run).toMatchObject({ status: 'completed', resolution: 'recovered', served: { status: 200 } })
  expect(run).toMatchObject({ usage: { input: 3, output: 4 }, log: { length: 4 } })
  expect(textShown(run.result)).toBe('Hi there')
  expect(run.open).toBeUndefined()
  expect((await one.ledger.bodies([id]))[0]?.result).toEqual(run.result)
  expect(failureOf(run)).toBeUndefined()
})

it('the rest of an answer that was cut off is fetched', async () => {
  const { before, check, after } = await ended(opened('Hi'), [done(answer('Hi', ' there'))])
  expect(before).toMatchObject({ status: 'interrupted' })
  expect(await check()).toBe('recovered')
  expect(textShown((await after()).result)).toBe('Hi there')
})

const failing: Stream = async function* () {
  yield { kind: 'events', raw: [], events: [{ kind: 'end', status: 'unknown' }] }
}

it.each<[string, readonly RouterStep[], RemoteOperation]>([
  ['a failure like the one that is known', lost, { status: 'done', stream: failing }],
  ['an answer that is cut off too', opened('Hi'), done([...opened('Hi'), { kind: 'end', how: 'cut' }])],
])('%s settles nothing', async (_, steps, kept) => {
  const { one, id, before, check } = await ended(steps, [kept])
  expect(await check()).toBe('unknown')
  expect(await one.ledger.get(id)).toMatchObject({ status: before.status, log: before.log })
})

it('a request of which the router does not know the end stays as it is', async () => {
  const { one, id, calls, check } = await ended(lost, [{ status: 'unknown' }])
  expect(await check()).toBe('unknown')
  expect(calls).toEqual(['GET'])
  expect(await one.ledger.get(id)).toMatchObject({ status: 'unknown', open: expect.any(String) })
})

it('a request that never came is barred first, and then was not billed', async () => {
  const never = { status: 'never-came' } as const
  const { one, calls, check, after } = await ended(lost, [never, never])
  expect(await check()).toBe('not-billed')
  expect(calls).toEqual(['GET', 'DELETE', 'GET'])
  const run = await after()
  expect(run).toMatchObject({ status: 'refused', resolution: 'given_up', reason: 'never reached the router' })
  expect(failureOf(run)).toMatchObject({ cost: 'Not billed.', what: expect.stringContaining('never reached') })
  one.clock.pass(5_000)
  await vi.waitFor(async () => expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'started' }))
})

it('a request that came while it was being barred is not called free', async () => {
  const { calls, check } = await ended(lost, [{ status: 'never-came' }, { status: 'unknown' }])
  expect(await check()).toBe('unknown')
  expect(calls).toEqual(['GET', 'DELETE', 'GET'])
})

it('a router that will not bar the request leaves the run unknown', async () => {
  const stopRemote = () => Promise.reject(new Error('The router answered 503.'))
  const { one, id, check } = await ended(lost, [{ status: 'never-came' }], { stopRemote })
  expect(await check()).toBe('failed')
  expect(await one.ledger.get(id)).toMatchObject({ status: 'unknown' })
})

it('after a day the router may have forgotten, so nothing is called free', async () => {
  const { one, calls, check } = await ended(lost, [{ status: 'never-came' }])
  one.clock.pass(24 * 60 * 60_000)
  expect(await check()).toBe('unknown')
  expect(calls).toEqual(['GET'])
})

it.each<[string, readonly RouterStep[], RunConnection]>([
  ['at another router', lost, { ...connection, baseUrl: 'http://127.0.0.1:9999/v1' }],
  ['at a router that is not ours', lost, { ...connection, own: false }],
  ['about a run that is over', answer('Hi'), connection],
])('nothing is asked %s', async (_, steps, through) => {
  const { calls, check } = await ended(steps, [])
  expect(await check(through)).toBe('failed')
  expect(calls).toEqual([])
})

it('a router that does not answer settles nothing', async () => {
  const { one, id, check } = await ended(lost, [new TypeError('Failed to fetch')])
  expect(await check()).toBe('failed')
  expect(await one.ledger.get(id)).toMatchObject({ status: 'unknown', open: expect.any(String) })
})

it('a run that the person gave up meanwhile stays so', async () => {
  const { one, id, check } = await ended(lost, [done(answer('Hi'))])
  await one.runs.giveUp(id)
  expect(await check()).toBe('failed')
  expect(await one.ledger.get(id)).toMatchObject({ status: 'unknown', resolution: 'given_up' })
})
