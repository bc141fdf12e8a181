import { openPage, type Page, sampleDraft, textShown } from '../testing/open-page.ts'
import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'
import type { RemoteOperation } from '../../client/send/operation.ts'
import { importRuns } from '../history/import-runs.ts'
import { runRecord } from '../history/run-record.ts'
import { emptyResult } from '../result.ts'
import { createFakeLocks, type FakeLocks } from '../testing/fake-locks.ts'
import { answer, createFakeRouter, type FakeRouter, opened, type RouterStep } from '../testing/fake-router.ts'
import { toolsOf } from '../tools-of.ts'
import { lockOf } from './locks.ts'
import { isEnded } from './states.ts'

const pages: Page[] = []
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const { connection } = sampleDraft()
const ready = [{ connection, ready: true }]

/** A run of a page that was killed when so much had come and was stored. */
async function left(text: string, draft = sampleDraft()) {
  const [name, locks] = [crypto.randomUUID(), createFakeLocks()]
  const browser = locks.page()
  const sent = createFakeRouter([...opened(text), { kind: 'wait' }])
  const one = await openPage({ name, router: sent, locks: browser })
  pages.push(one)
  const outcome = await one.runs.start(draft)
  const id = outcome.status === 'started' ? outcome.id : ''
  await vi.waitFor(async () => {
    one.clock.pass(250)
    expect((await one.ledger.eventsOf(id)).events).toHaveLength(3)
  })
  browser.kill()
  return { name, locks, id, sent }
}

type Answer = () => RemoteOperation

/** The next page, whose router answers so about what was lost; asked as often as `asked` counts. */
async function next({ name, locks }: { name: string; locks: FakeLocks }, about: Answer, sent: FakeRouter) {
  const asked = vi.fn(about)
  const two = await openPage({ name, router: sent, locks: locks.page(), tools: { readRemote: async () => asked() } })
  pages.push(two)
  return { two, asked }
}

const running = (...steps: readonly RouterStep[]) => {
  const kept = createFakeRouter(steps)
  return { kept, about: (): RemoteOperation => ({ status: 'running', stream: kept.stream }) }
}
const rest = (...words: readonly string[]) => answer(...words).slice(3 + words.length)

it('a reply that still comes is followed by itself, live, from what was here, and sends nothing', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { kept, about } = running(
    { kind: 'wait' },
    ...opened('Hi', ' there'),
    { kind: 'wait' },
    ...rest('Hi', ' there'),
  )
  const { two } = await next({ name, locks }, about, sent)
  const there = await two.until(id, ({ status }) => isEnded(status))
  expect(two.runs.follow.lostState(there)).toBe('asking')
  two.runs.follow.connect(ready)
  const begun = await two.until(id, ({ live }) => live !== undefined)
  expect(begun).toMatchObject({ status: 'receiving' })
  expect(textShown(begun.result), 'nothing goes from the screen').toBe('Hi')
  await vi.waitFor(() => expect(kept.sent).toHaveLength(1))
  await new Promise((done) => setImmediate(done))
  kept.go()
  await vi.waitFor(() => {
    two.frame()
    expect(textShown(two.runs.run(id)?.result ?? emptyResult)).toBe('Hi there')
    expect(two.runs.run(id)?.status).toBe('receiving')
  })
  kept.go()
  const whole = await two.until(id, ({ status }) => isEnded(status))
  expect(whole).toMatchObject({ status: 'completed', resolution: 'recovered' })
  expect(textShown(whole.result)).toBe('Hi there')
  expect(sent.sent).toHaveLength(1)
  const { events } = await two.ledger.eventsOf(id)
  expect(events.map(({ data }) => JSON.parse(data).type)).toEqual([
    'response.created',
    'response.output_item.added',
    ...['response.output_text.delta', 'response.output_text.delta', 'response.output_text.done'],
    ...['response.output_item.done', 'response.completed'],
  ])
  expect(await two.ledger.openRuns()).toEqual([])
})

it('of two pages one follows, and the other shows it', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { kept, about } = running(...opened('Hi', ' there'), { kind: 'wait' }, ...rest('Hi', ' there'))
  const [a, b] = [await next({ name, locks }, about, sent), await next({ name, locks }, about, sent)]
  for (const { two } of [a, b]) two.runs.follow.connect(ready)
  const [first, second] = await vi.waitFor(() => {
    for (const { two } of [a, b]) two.runs.watchRun(id, () => {})
    const live = [a, b].find(({ two }) => two.runs.run(id)?.live)
    if (live === undefined) throw new Error('Nobody follows.')
    return [live.two, (live === a ? b : a).two]
  })
  await second?.until(id, ({ status, live }) => status === 'receiving' && live === undefined)
  kept.go()
  const both = await Promise.all([first, second].map((one) => one?.until(id, ({ status }) => status === 'completed')))
  expect(both.map((run) => textShown(run?.result ?? emptyResult))).toEqual(['Hi there', 'Hi there'])
  expect(kept.sent).toHaveLength(1)
})

/** Notes what a page says of a lost run, each time it may draw it. */
function whatIsSaid({ runs }: Page, id: string) {
  const said: (string | undefined)[] = []
  const look = () => {
    const run = runs.run(id)
    if (run?.status === 'interrupted') said.push(runs.follow.lostState(run))
  }
  runs.watchRun(id, look)
  runs.follow.watch(look)
  return said
}

it('nothing else is said of a lost run than that it is being asked about, until what was kept is shown', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const about = (): RemoteOperation => ({ status: 'done', stream: createFakeRouter(answer('Hi', ' there')).stream })
  const { two } = await next({ name, locks }, about, sent)
  const said = whatIsSaid(two, id)
  two.runs.follow.connect(ready)
  await two.until(id, ({ status }) => status === 'completed')
  expect(new Set(said)).toEqual(new Set(['asking']))
})

it('a page that sees the page of a run go says at once that the router is being asked, and while another page asks', async () => {
  const [name, locks] = [crypto.randomUUID(), createFakeLocks()]
  const browser = locks.page()
  const sent = createFakeRouter([...opened('Hi'), { kind: 'wait' }])
  const one = await openPage({ name, router: sent, locks: browser })
  pages.push(one)
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  const about = (): RemoteOperation => ({ status: 'done', stream: createFakeRouter(answer('Hi', ' there')).stream })
  const [a, b] = [await next({ name, locks }, about, sent), await next({ name, locks }, about, sent)]
  const said = [a, b].map(({ two }) => {
    two.runs.follow.connect(ready)
    return whatIsSaid(two, id)
  })
  await vi.waitFor(async () => {
    one.clock.pass(250)
    expect(await one.ledger.get(id)).toMatchObject({ status: 'receiving' })
  })
  await Promise.all([a, b].map(({ two }) => two.until(id, ({ status }) => status === 'receiving')))
  browser.kill()
  await Promise.all([a, b].map(({ two }) => two.until(id, ({ status }) => status === 'completed')))
  expect(new Set(said.flat())).toEqual(new Set(['asking']))
})

it('a router that does not answer is asked again by itself, and when the network is back', async () => {
  const { name, locks, id, sent } = await left('Hi')
  let up = false
  const { two, asked } = await next(
    { name, locks },
    () => {
      if (!up) throw new TypeError('Failed to fetch')
      return { status: 'done', stream: createFakeRouter(answer('Hi', ' there')).stream }
    },
    sent,
  )
  two.runs.follow.connect(ready)
  await two.until(id, (one) => two.runs.follow.lostState(one) === 'unreachable')
  two.clock.pass(4_000)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  up = true
  await two.until(id, (one) => two.runs.follow.lostState(one) === 'unreachable' && one.polling?.missed === 2)
  two.clock.pass(2_000)
  await two.runs.follow.look()
  const whole = await two.until(id, ({ status }) => status === 'completed')
  expect(textShown(whole.result)).toBe('Hi there')
  expect(two.runs.follow.lostState(whole)).toBeUndefined()
  expect((await two.ledger.eventsOf(id)).events).toHaveLength(answer('Hi', ' there').length - 2)
})

it('a connection whose key is missing is not asked until it is there', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const about = (): RemoteOperation => ({ status: 'done', stream: createFakeRouter(answer('Hi')).stream })
  const { two, asked } = await next({ name, locks }, about, sent)
  two.runs.follow.connect([{ connection, ready: false }])
  const run = await two.until(id, ({ status }) => isEnded(status))
  await vi.waitFor(() => expect(two.runs.follow.lostState(run)).toBe('key-wanted'))
  expect(asked).not.toHaveBeenCalled()
  two.runs.follow.connect(ready)
  await two.until(id, ({ status }) => status === 'completed')
})

it('a router that ended keeps no more than was here, and takes nothing of it away', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const kept = createFakeRouter([...opened().slice(0, 2), { kind: 'end', how: 'cut' }])
  const { two } = await next({ name, locks }, () => ({ status: 'unknown', stream: kept.stream }), sent)
  two.runs.follow.connect(ready)
  const after = await two.until(id, (one) => isEnded(one.status) && two.runs.follow.lostState(one) === undefined)
  expect(after).toMatchObject({ status: 'interrupted', reason: 'page closed' })
  expect(textShown(after.result)).toBe('Hi')
})

it('a reply that breaks off again before it got as far leaves what was here, and is asked for again', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { about } = running(...opened().slice(0, 2), { kind: 'end', how: 'cut' })
  const { two, asked } = await next({ name, locks }, about, sent)
  two.runs.follow.connect(ready)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  await vi.waitFor(async () => expect(await two.ledger.get(id)).toMatchObject({ log: { length: 6 } }))
  const run = await two.until(id, ({ status }) => isEnded(status))
  expect(run).toMatchObject({ status: 'interrupted' })
  expect(run.resolution).toBeUndefined()
  expect(textShown(run.result)).toBe('Hi')
  await two.until(id, (one) => two.runs.follow.lostState(one) === 'unreachable')
})

it('where an equal request is on its way by now, the rest is fetched without taking its place', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { kept, about } = running(...opened('Hi', ' there'), { kind: 'wait' }, ...rest('Hi', ' there'))
  const { two } = await next({ name, locks }, about, sent)
  await two.runs.start(sampleDraft())
  two.runs.follow.connect(ready)
  await vi.waitFor(() => {
    two.clock.pass(500)
    expect(kept.sent).toHaveLength(1)
  })
  kept.go()
  expect(await two.until(id, ({ status }) => status === 'completed')).toMatchObject({ resolution: 'recovered' })
})

it('about a run of a router that is not ours nothing is asked', async () => {
  const { name, locks, id, sent } = await left('Hi', sampleDraft({ connection: { ...connection, own: false } }))
  const { two, asked } = await next({ name, locks }, () => ({ status: 'never-came' }), sent)
  two.runs.follow.connect(ready)
  const run = await two.until(id, ({ status }) => isEnded(status))
  await two.runs.follow.look()
  expect(two.runs.follow.lostState(run)).toBeUndefined()
  expect(asked).not.toHaveBeenCalled()
})

it('a lock that another tab holds for a moment delays the following, and does not prevent it', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { about } = running(...opened('Hi', ' there'), { kind: 'wait' })
  const { two, asked } = await next({ name, locks }, about, sent)
  const lost = await two.until(id, ({ status }) => isEnded(status))
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  const row = await two.ledger.get(id)
  const looking = locks.page().request(lockOf({ intent: row?.intent ?? '' }), {}, () => held)
  two.runs.follow.connect(ready)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await new Promise((done) => setTimeout(done, 20))
  expect((await two.ledger.get(id))?.status).toBe(lost.status)
  free()
  await looking
  expect(await two.until(id, ({ live }) => live !== undefined)).toMatchObject({ status: 'receiving' })
})

it('asks nothing about a lost run that came in from elsewhere', async () => {
  const { name, locks, id, sent } = await left('Hi')
  const { two } = await next({ name, locks }, () => ({ status: 'never-came' }), sent)
  await two.until(id, ({ status }) => isEnded(status))
  const record = await runRecord(toolsOf(two.runs), id)
  if (record === undefined) throw new Error('There is no such run.')
  const there = { name: crypto.randomUUID(), locks: createFakeLocks() }
  const { two: other, asked } = await next(there, () => ({ status: 'never-came' }), sent)
  expect((await importRuns(toolsOf(other.runs), [record])).ids).toEqual([id])
  other.runs.follow.connect(ready)
  await other.runs.follow.look()
  await new Promise((done) => setImmediate(done))
  expect(asked).not.toHaveBeenCalled()
  const run = await other.until(id, ({ status }) => isEnded(status))
  expect(run.status).toBe('interrupted')
  expect(other.runs.follow.lostState(run)).toBeUndefined()
})
