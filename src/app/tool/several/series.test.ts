import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { isEnded } from '../../run/life/states.ts'
import { answer, createFakeRouter, opened, type RouterStep } from '../../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../../run/testing/open-page.ts'
import { type SeriesCall, type SeriesShown, seriesOf } from './series.ts'

const pages: Page[] = []
afterEach(() => {
  for (const { runs } of pages.splice(0)) runs.close()
})

async function open(script: readonly RouterStep[], name: string = crypto.randomUUID()) {
  const router = createFakeRouter(script)
  const page = await openPage({ name, router })
  pages.push(page)
  const ended = async () => (await page.ledger.thread('t')).rows.filter(({ status }) => isEnded(status)).length
  return { name, page, router, ended, series: seriesOf(page.runs, 't') }
}

const { connection, ...draft } = sampleDraft()
const calls = ['ash', 'coral', 'fable'].map((voice, at): SeriesCall => {
  const place = { id: 'one press', at, of: 3, name: voice }
  return {
    place,
    baseUrl: connection.baseUrl,
    draft: { ...draft, request: { input: 'Hello', voice } },
  }
})
const names = ({ left }: SeriesShown) => left.map(({ place }) => place.name)

test('calls are sent one after the other, each as a run with its place', async () => {
  const { router, series, page, ended } = await open(answer('Hi'))
  const openAtSend: number[] = []
  series.watch(() => openAtSend.push(router.sent.length))
  await series.send(calls, connection)
  expect(router.sent.map(({ request }) => request)).toEqual(calls.map(({ draft }) => draft.request))
  expect(new Set(router.sent.map(({ key }) => key)).size).toBe(3)
  expect(openAtSend).toEqual([0, 0, 1, 2, 3])
  expect(await ended()).toBe(3)
  page.runs.watchThread('t', () => {})
  const places = () => page.runs.thread('t').runs.map(({ batch }) => batch?.name)
  await expect.poll(places).toEqual(['ash', 'coral', 'fable'])
  expect(series.shown()).toEqual({ status: 'idle', left: [] })
})

test('what does not complete keeps the others back, and a press sends only those', async () => {
  const { router, series } = await open([...opened('Hi'), { kind: 'end', how: 'cut' }])
  await series.send(calls, connection)
  expect(router.sent).toHaveLength(1)
  expect(series.shown()).toMatchObject({ status: 'halted', why: '“ash” ended as interrupted.' })
  expect(names(series.shown())).toEqual(['coral', 'fable'])
  await series.send(series.shown().left, connection)
  expect(router.sent).toHaveLength(2)
  expect(names(series.shown())).toEqual(['fable'])
  series.discard()
  expect(series.shown()).toEqual({ status: 'idle', left: [] })
})

test('a stop ends the call that runs and sends no other', async () => {
  const { router, series } = await open([...opened('Hi'), { kind: 'wait' }])
  const done = series.send(calls, connection)
  await expect.poll(() => router.sent.length).toBe(1)
  await expect.poll(() => seriesOf(pages[0]?.runs ?? never(), 't').shown().current?.name).toBe('ash')
  series.stop()
  await done
  expect(router.sent).toHaveLength(1)
  expect(series.shown()).toMatchObject({ status: 'halted', why: 'Stopped.' })
  expect(names(series.shown())).toEqual(['coral', 'fable'])
})

test('a stop before the first call is stored ends that call too', async () => {
  const { router, series, ended } = await open([...opened('Hi'), { kind: 'wait' }])
  const sentAtStop: number[] = []
  series.watch(() => {
    if (!series.shown().current || sentAtStop.length > 0) return
    sentAtStop.push(router.sent.length)
    queueMicrotask(series.stop)
  })
  await series.send(calls, connection)
  expect(sentAtStop).toEqual([0])
  await expect.poll(ended).toBe(1)
  expect(names(series.shown())).toEqual(['coral', 'fable'])
})

test('a refusal to begin keeps all calls', async () => {
  const { router, series } = await open(answer('Hi'))
  await series.send(calls, { ...connection, missing: 'key' })
  expect(router.sent).toHaveLength(0)
  expect(names(series.shown())).toEqual(['ash', 'coral', 'fable'])
})

test('after a crash nothing is sent by itself, and the key is not stored with what is left', async () => {
  const { name, page, router, series } = await open([...opened('Hi'), { kind: 'wait' }])
  void series.send(calls, connection)
  await expect.poll(() => router.sent.length).toBe(1)
  page.hide()
  await expect.poll(() => page.ledger.readDraft('t.series')).toBeDefined()
  expect(JSON.stringify(await page.ledger.readDraft('t.series'))).not.toContain(connection.key)
  const next = await open(answer('Hi'), name)
  await expect.poll(() => next.series.shown().status).toBe('halted')
  expect(next.router.sent).toHaveLength(0)
  expect(names(next.series.shown())).toEqual(['ash', 'coral', 'fable'])
  // The first was sent, as its run says.
  await next.series.send(next.series.shown().left, connection)
  expect(next.router.sent.map(({ request }) => request)).toEqual(calls.slice(1).map(({ draft }) => draft.request))
})

function never(): never {
  throw new Error('No page.')
}
