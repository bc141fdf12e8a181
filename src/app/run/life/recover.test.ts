import { openPage, type Page, type PageOptions, sampleDraft, textShown } from '../testing/open-page.ts'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReader } from '../../client/read/chat-reader.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { allRows, sampleBody, sampleRow } from '../../ledger/testing/sample-row.ts'
import { replay } from '../load-run.ts'
import { emptyResult, readResult } from '../result.ts'
import type { Run } from '../run.ts'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakeLocks, type FakeLocks } from '../testing/fake-locks.ts'
import { answer, createFakeRouter, type FakeRouter, opened } from '../testing/fake-router.ts'
import { createKillablePage } from '../testing/killable-page.ts'
import { isEnded, isOpen } from './states.ts'

const pages: Page[] = []
async function page(options: PageOptions): Promise<Page> {
  const one = await openPage(options)
  pages.push(one)
  return one
}
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const words = ['Hi', ' there', '!']
const over = ({ status }: Run) => isEnded(status)
const turn = () => new Promise((done) => setImmediate(done))

/** A page that is killed at one step of its only run; resolves when it is dead, or the run is over. */
async function killed(name: string, locks: FakeLocks | undefined, step: number, when: 'before' | 'after') {
  const clock = createFakeClock()
  const killable = createKillablePage(step, when, () => clock.pass(250))
  const router = createFakeRouter(answer(...words))
  const browser = locks?.page()
  const one = await page({
    name,
    router: { stream: killable.stream(router.stream) },
    ...(browser !== undefined && { locks: browser }),
    around: killable.ledger,
    tools: { clock },
  })
  const outcome = one.runs.start(sampleDraft())
  const ended = outcome.then(async (known) => {
    if (known.status === 'started') await one.until(known.id, over)
  })
  await Promise.race([killable.died, ended])
  for (let wait = 0; wait < 5; wait += 1) await turn()
  browser?.kill()
  return { router, dead: killable.isDead() }
}

/** Looks at everything a next start finds, and gives the status of the run, if there is one. */
async function afterwards(name: string, locks: FakeLocks | undefined, sent: number): Promise<string | undefined> {
  const router = createFakeRouter([])
  const before = await page({
    name,
    router,
    tools: { clock: createFakeClock() },
    around: (x) => ({ ...x, openRuns: async () => [] }),
  })
  const stored = (await allRows(before.ledger)).rows[0]
  const { events } = stored === undefined ? { events: [] } : await before.ledger.eventsOf(stored.id)
  const kept = textShown(replay(createReader(), emptyResult, events))

  const browser = locks?.page()
  const next = await page({
    name,
    router,
    ...(browser !== undefined && { locks: browser }),
    tools: { clock: createFakeClock(2_000_000) },
  })
  const { rows } = await allRows(next.ledger)
  expect(rows.length).toBeLessThanOrEqual(1)
  const row = rows[0]
  expect(router.sent).toEqual([])
  if (row === undefined) {
    expect(sent).toBe(0)
    return undefined
  }
  expect(isOpen(row.status)).toBe(false)
  if (sent === 1) expect(isEnded(row.status)).toBe(true)
  const text = textShown(readResult((await next.ledger.bodies([row.id]))[0]?.result) ?? emptyResult)
  expect(words.join('').startsWith(text)).toBe(true)
  expect(text.length).toBeGreaterThanOrEqual(kept.length)
  if (row.status === 'completed') expect(text).toBe(words.join(''))
  const unsettled = (await next.ledger.openRuns()).map(({ id }) => id)
  expect(unsettled).toEqual(row.status === 'unknown' ? [row.id] : [])
  if (row.status === 'unknown')
    expect(await next.runs.start(sampleDraft())).toMatchObject({ status: 'ask', existing: { id: row.id } })
  return row.status
}

describe.each(['before', 'after'] as const)('a page that is killed %s a step', (when) => {
  it.each([
    ['with locks', () => createFakeLocks()],
    ['without locks', () => undefined],
  ])('leaves a run that the next start tells truly, at every step, %s', async (_, makeLocks) => {
    const found: (string | undefined)[] = []
    for (let step = 1, dead = true; dead; step += 1) {
      const name = crypto.randomUUID()
      const locks = makeLocks()
      const end = await killed(name, locks, step, when)
      dead = end.dead
      expect(end.router.sent.length).toBeLessThanOrEqual(1)
      found.push(await afterwards(name, locks, end.router.sent.length))
    }
    expect(found.slice(0, 2)).toEqual(when === 'before' ? [undefined, 'unknown'] : ['unknown', 'unknown'])
    // Killed at its last write, all of the reply is stored; killed never, it is saved.
    expect(found.slice(-2)).toEqual(['completed', 'completed'])
    expect(new Set(found)).toEqual(new Set([...found.slice(0, 2), 'unknown', 'interrupted', 'completed']))
  })
})

describe('a run that an earlier version prepared', () => {
  it('becomes a draft, and is sent after all under its own id and place, by a press', async () => {
    const name = crypto.randomUUID()
    const before = await openLedger({ name })
    const prepared = sampleRow({ id: 'a' })
    await before.prepare(prepared, sampleBody('a'))
    before.close()
    const router = createFakeRouter(answer(...words))
    const next = await page({ name, router, locks: createFakeLocks().page() })
    const [draft] = (await allRows(next.ledger)).rows
    expect(draft).toMatchObject({ status: 'draft', seq: 1 })
    expect(await next.runs.start(sampleDraft({ id: draft?.id ?? '' }))).toMatchObject({
      status: 'started',
      id: draft?.id,
    })
    expect(await next.until(draft?.id ?? '', over)).toMatchObject({ status: 'completed', seq: 1 })
    expect(router.sent.map(({ key }) => key)).toEqual([draft?.id])
  })
})

describe('two tabs', () => {
  async function tabs(router: FakeRouter) {
    const name = crypto.randomUUID()
    const locks = createFakeLocks()
    const browser = locks.page()
    const one = await page({ name, router, locks: browser })
    const outcome = await one.runs.start(sampleDraft())
    if (outcome.status !== 'started') throw new Error('It did not start.')
    return { name, locks, browser, one, id: outcome.id }
  }

  /** Waits until the page has this text, and lets it write that down. */
  async function flowed(one: Page, id: string, text: string): Promise<void> {
    await vi.waitFor(() => {
      one.frame()
      expect(textShown(one.runs.run(id)?.result ?? emptyResult)).toBe(text)
    })
    one.clock.pass(250)
  }

  it('show one run alike, and the second leaves it to the first', async () => {
    const router = createFakeRouter([...opened('Hi'), { kind: 'wait' }, ...answer('Hi', ' there').slice(4)])
    const { name, locks, one, id } = await tabs(router)
    const two = await page({ name, router, locks: locks.page() })
    const unwatch = two.runs.watchThread('t', () => {})
    await flowed(one, id, 'Hi')
    const seen = await two.until(id, ({ result }) => textShown(result) === 'Hi')
    expect(seen).toMatchObject({ status: 'receiving', request: sampleDraft().request })
    expect(seen.live).toBeUndefined()
    router.go()
    const [here, there] = await Promise.all([one.until(id, over), two.until(id, over)])
    expect(there).toEqual(here)
    expect(here.status).toBe('completed')
    await vi.waitFor(() =>
      expect(two.runs.thread('t')).toMatchObject({ loading: false, runs: [{ id, status: 'completed' }] }),
    )
    expect(router.sent.length).toBe(1)
    unwatch()
  })

  it('see the events that come while they look', async () => {
    const router = createFakeRouter([
      ...opened('one'),
      { kind: 'wait' },
      ...opened(' two').slice(3),
      { kind: 'wait' },
      ...opened(' three').slice(3),
      { kind: 'wait' },
    ])
    const { name, locks, one, id } = await tabs(router)
    const two = await page({ name, router, locks: locks.page() })
    for (const text of ['one', 'one two', 'one two three']) {
      await flowed(one, id, text)
      await two.until(id, ({ result }) => textShown(result) === text)
      router.go()
    }
  })

  it('can stop each other’s runs', async () => {
    const router = createFakeRouter([...opened('Hi'), { kind: 'wait' }])
    const { name, locks, one, id } = await tabs(router)
    const two = await page({ name, router, locks: locks.page() })
    await two.runs.stop(id)
    expect(await one.until(id, over)).toMatchObject({ status: 'stopped' })
    expect(await two.until(id, over)).toMatchObject({ status: 'stopped' })
  })

  it('settle each other’s runs as soon as one is killed', async () => {
    const router = createFakeRouter([...opened('Hi'), { kind: 'wait' }])
    const { name, locks, browser, one, id } = await tabs(router)
    const early = await page({ name, router, locks: locks.page() })
    await flowed(one, id, 'Hi')
    await early.until(id, ({ result }) => textShown(result) === 'Hi')
    browser.kill()
    expect(await early.until(id, over)).toMatchObject({ status: 'interrupted', reason: 'page closed' })
    expect(router.sent.length).toBe(1)
  })

  it('settle also runs that began after both were opened', async () => {
    const name = crypto.randomUUID()
    const locks = createFakeLocks()
    const router = createFakeRouter([{ kind: 'wait' }])
    const two = await page({ name, router, locks: locks.page() })
    const browser = locks.page()
    const one = await page({ name, router, locks: browser })
    const outcome = await one.runs.start(sampleDraft())
    const id = outcome.status === 'started' ? outcome.id : ''
    await two.until(id, ({ status }) => status === 'sending')
    browser.kill()
    expect(await two.until(id, over)).toMatchObject({ status: 'unknown', reason: 'page closed' })
  })
})

it('a reply whose events were written before its row was is interrupted, not lost', async () => {
  const name = crypto.randomUUID()
  const locks = createFakeLocks()
  const router = createFakeRouter([...opened('Hi', ' there'), { kind: 'wait' }])
  const browser = locks.page()
  const one = await page({
    name,
    router,
    locks: browser,
    around: (ledger) => ({
      ...ledger,
      update: (id, change) => ledger.update(id, (row) => (change(row).status === 'receiving' ? row : change(row))),
    }),
  })
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  await vi.waitFor(async () => {
    one.clock.pass(250)
    expect((await one.ledger.eventsOf(id)).events).toHaveLength(4)
  })
  expect(await one.ledger.get(id)).toMatchObject({ status: 'sending' })
  browser.kill()
  const next = await page({ name, router, locks: locks.page() })
  const run = await next.until(id, over)
  expect(run).toMatchObject({ status: 'interrupted', reason: 'page closed' })
  expect(textShown(run.result)).toBe('Hi there')
})

it('the times of a run whose page is gone are those of its stored events', async () => {
  const name = crypto.randomUUID()
  const locks = createFakeLocks()
  const router = createFakeRouter([...opened('Hi', ' there'), { kind: 'wait' }])
  const browser = locks.page()
  const one = await page({ name, router, locks: browser })
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  await vi.waitFor(async () => {
    one.clock.pass(250)
    expect((await one.ledger.eventsOf(id)).events).toHaveLength(4)
  })
  browser.kill()
  const next = await page({ name, router, locks: locks.page() })
  expect((await next.until(id, over)).times).toEqual({ headers: 1, firstByte: 2, firstToken: 4, lastToken: 5, end: 5 })
})

it('the head of a reply is kept 250 ms after it came, and a crash leaves it with the run', async () => {
  const name = crypto.randomUUID()
  const locks = createFakeLocks()
  const router = createFakeRouter([{ kind: 'head', status: 200 }, { kind: 'wait' }])
  const browser = locks.page()
  const one = await page({ name, router, locks: browser })
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  const reply = { status: 200, headers: [] }
  await vi.waitFor(async () => {
    one.clock.pass(250)
    expect(await one.ledger.get(id)).toMatchObject({ status: 'receiving', reply })
  })
  browser.kill()
  const next = await page({ name, router, locks: locks.page() })
  expect(await next.until(id, over)).toMatchObject({ status: 'unknown', reply, served: { status: 200 } })
  const [body] = await next.ledger.bodies([id])
  expect(body?.reply).toEqual(reply)
  expect(await next.ledger.get(id)).not.toHaveProperty('reply')
})

it('a damaged result is told again from the stored events', async () => {
  const name = crypto.randomUUID()
  const router = createFakeRouter(answer(...words))
  const one = await page({ name, router })
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  const whole = await one.until(id, over)
  await one.ledger.finish(id, (row) => row, { result: { outputs: 'damaged' } })
  const next = await page({ name, router })
  expect((await next.until(id, over)).result).toEqual(whole.result)
})
