import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Ledger } from '../../ledger/ledger.ts'
import { openLedger } from '../../ledger/open-ledger.ts'
import { allRows } from '../../ledger/testing/sample-row.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { answer, createFakeRouter, type FakeRouter, opened, type RouterStep } from '../testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft, textShown } from '../testing/open-page.ts'
import { isEnded } from './states.ts'

const pages: Page[] = []
async function page(options: Partial<PageOptions> & { readonly router: FakeRouter }): Promise<Page> {
  const one = await openPage({ name: crypto.randomUUID(), locks: createFakeLocks().page(), ...options })
  pages.push(one)
  return one
}
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function started(one: Page, draft = sampleDraft()): Promise<string> {
  const outcome = await one.runs.start(draft)
  if (outcome.status !== 'started') throw new Error(`It was ${outcome.status}.`)
  return outcome.id
}
const waits: readonly RouterStep[] = [...opened('Hi'), { kind: 'wait' }, ...answer('Hi', ' there').slice(4)]

describe('a press', () => {
  it('writes row and body down before anything is sent', async () => {
    const name = crypto.randomUUID()
    const other = await openLedger({ name })
    const seen: unknown[] = []
    const router = createFakeRouter(answer('Hi'), async ({ key = '' }) => {
      seen.push(await other.get(key), ...(await other.bodies([key])))
    })
    const one = await page({ name, router })
    const id = await started(one)
    await one.until(id, (run) => isEnded(run.status))
    expect(seen[0]).toMatchObject({ id, status: 'sending', open: expect.any(String), thread: 't' })
    const headers = expect.arrayContaining([['authorization', 'Bearer [key]']])
    const sent = { method: 'POST', url: 'http://127.0.0.1:8787/v1/responses', headers }
    expect(seen[1]).toEqual({ id, request: sampleDraft().request, sent })
    expect(router.sent).toEqual([{ request: sampleDraft().request, key: id }])
    other.close()
  })

  it.each([1, 200])('behind %i turns makes one call of the ledger before it sends', async (turns) => {
    const calls: string[] = []
    const counted = <T extends object>(ledger: T): T =>
      new Proxy(ledger, {
        get(target, name, itself) {
          const value: unknown = Reflect.get(target, name, itself)
          if (typeof value === 'function') calls.push(String(name))
          return value
        },
      })
    const router = createFakeRouter([{ kind: 'wait' }])
    const one = await page({ router, around: counted })
    calls.length = 0
    const before = Array.from({ length: turns }, (_, n) => `run ${n}`)
    const input = before.map((id) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text: id }] }))
    const request = { model: 'sandbox-fast', stream: true, input }
    await started(one, sampleDraft({ request, filesOf: before }))
    await vi.waitFor(() => expect(router.sent).toHaveLength(1))
    expect(calls.filter((name) => name !== 'subscribe')).toEqual(['prepare'])
  })

  it.each(['sent', 'refused'] as const)('behind many turns is shown before it is stored: %s', async (end) => {
    const quota = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
    const around = (ledger: Ledger) => (end === 'refused' ? { ...ledger, prepare: quota } : ledger)
    const router = createFakeRouter(waits)
    const one = await page({ router, around })
    one.runs.watchThread('t', () => {})
    const input = Array.from({ length: 201 }, () => ({ type: 'message', role: 'user', content: [] }))
    const outcome = one.runs.start(sampleDraft({ request: { model: 'sandbox-fast', input } }))
    const shown = () => one.runs.thread('t').runs.map(({ status }) => status)
    await vi.waitFor(() => expect(shown()).toEqual(['prepared']))
    expect(router.sent).toEqual([])
    one.frame()
    one.clock.pass(0)
    expect(await outcome).toMatchObject({ status: end === 'sent' ? 'started' : 'not-saved' })
    expect(shown()).toEqual(end === 'sent' ? ['sending'] : [])
  })

  it('behind many turns that is stopped before it is stored ends as stopped', async () => {
    const router = createFakeRouter(answer('Hi'))
    const one = await page({ router })
    one.runs.watchThread('t', () => {})
    const input = Array.from({ length: 201 }, () => ({ type: 'message', role: 'user', content: [] }))
    const outcome = one.runs.start(sampleDraft({ request: { model: 'sandbox-fast', input } }))
    await vi.waitFor(() => expect(one.runs.thread('t').runs).toHaveLength(1))
    const id = one.runs.thread('t').runs[0]?.id ?? ''
    await one.runs.stop(id)
    one.frame()
    one.clock.pass(0)
    expect(await outcome).toMatchObject({ status: 'started', id })
    expect((await one.until(id, ({ status }) => isEnded(status))).status).toBe('stopped')
  })

  it('ends as the reply does, with its text, times and counts kept', async () => {
    const router = createFakeRouter(answer('Hi', ' there'))
    const one = await page({ router })
    const id = await started(one)
    const run = await one.until(id, ({ status }) => isEnded(status))
    expect(run).toMatchObject({
      status: 'completed',
      saved: true,
      usage: { input: 3, output: 4 },
      served: { status: 200 },
    })
    expect(run.live).toBeUndefined()
    expect(run.log.map(({ status }) => status)).toEqual(['prepared', 'sending', 'receiving', 'completed'])
    expect(run.times).toMatchObject({ headers: 1, firstByte: 0, firstToken: 0, end: 0 })
    expect(textShown(run.result)).toBe('Hi there')
    expect(await one.ledger.get(id)).toMatchObject({ status: 'completed' })
    expect((await one.ledger.get(id))?.open).toBeUndefined()
    expect((await one.ledger.bodies([id]))[0]?.result).toEqual(run.result)
  })

  it('sends nothing where the ledger refuses the row, and says why', async () => {
    const router = createFakeRouter(answer('Hi'))
    const quota = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
    const one = await page({ router, around: (ledger) => ({ ...ledger, prepare: quota }) })
    expect(await one.runs.start(sampleDraft())).toEqual({ status: 'not-saved', why: expect.stringMatching(/full/) })
    expect(router.sent).toEqual([])
  })

  it('sends nothing where storage hangs, and leaves a draft where it stores the run after all', async () => {
    const router = createFakeRouter(answer('Hi'))
    let store = () => {}
    const late = new Promise<void>((done) => {
      store = done
    })
    const prepare = vi.fn()
    let stored: ReturnType<Ledger['prepare']>
    const around = (ledger: Ledger): Ledger => ({
      ...ledger,
      prepare(...args) {
        prepare()
        stored = late.then(() => ledger.prepare(...args))
        return stored
      },
      async update(...args) {
        store()
        await stored
        return await ledger.update(...args)
      },
    })
    const one = await page({ router, around })
    const outcome = one.runs.start(sampleDraft())
    await vi.waitFor(() => expect(prepare).toHaveBeenCalled())
    one.clock.pass(10_000)
    expect(await outcome).toMatchObject({ status: 'not-saved', why: expect.stringMatching(/did not respond/) })
    await vi.waitFor(async () => expect((await allRows(one.ledger)).rows).toMatchObject([{ status: 'draft' }]))
    expect(await one.ledger.openRuns()).toEqual([])
    expect(router.sent).toEqual([])
  })

  it('sends nothing that cannot be stored', async () => {
    const router = createFakeRouter(answer('Hi'))
    const one = await page({ router })
    let deep: unknown = 0
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(await one.runs.start(sampleDraft({ request: deep }))).toMatchObject({ status: 'not-saved' })
    expect(router.sent).toEqual([])
  })

  it('leaves no trace of the key in the database', async () => {
    const name = crypto.randomUUID()
    const one = await page({ name, router: createFakeRouter(answer('Hi')) })
    const id = await started(one)
    await one.until(id, ({ status }) => isEnded(status))
    const db = await openDB(name)
    const stores = await Promise.all([...db.objectStoreNames].map((store) => db.getAll(store)))
    db.close()
    expect(stores.flat().length).toBeGreaterThan(2)
    expect(JSON.stringify(stores)).not.toContain('canary')
  })
})

describe('a second press', () => {
  it('at the same moment is the same press', async () => {
    const router = createFakeRouter(waits)
    const one = await page({ router })
    const outcomes = await Promise.all([one, one, one].map((each) => each.runs.start(sampleDraft())))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['already-open', 'already-open', 'started'])
    expect(router.sent.length).toBe(1)
  })

  it('is the same press even when the first has ended already', async () => {
    const router = createFakeRouter(answer('Hi'))
    const one = await page({ router })
    const id = await started(one)
    await one.until(id, ({ status }) => isEnded(status))
    one.clock.pass(200)
    expect(await one.runs.start(sampleDraft())).toEqual({ status: 'already-open' })
    one.clock.pass(100)
    await vi.waitFor(async () => expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'started' }))
  })

  it('of equal content asks while the first is open, and runs once it has ended', async () => {
    const router = createFakeRouter(waits)
    const one = await page({ router })
    const id = await started(one)
    one.clock.pass(5_000)
    expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'ask', existing: { id } })
    router.go()
    await one.until(id, ({ status }) => isEnded(status))
    await vi.waitFor(async () => expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'started' }))
    expect(router.sent.length).toBe(2)
  })

  it('that names the open one is sent, once', async () => {
    const router = createFakeRouter(waits)
    const one = await page({ router })
    const id = await started(one)
    one.clock.pass(5_000)
    const draft = sampleDraft({ repeats: id })
    const outcomes = await Promise.all([one.runs.start(draft), one.runs.start(draft)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['already-open', 'started'])
    expect(router.sent.length).toBe(2)
  })

  it('asks about an unknown run until the person has ruled on it', async () => {
    const router = createFakeRouter([{ kind: 'head', status: 500 }])
    const one = await page({ router })
    const id = await started(one)
    expect(await one.until(id, ({ status }) => isEnded(status))).toMatchObject({ status: 'unknown' })
    one.clock.pass(5_000)
    await vi.waitFor(async () =>
      expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'ask', existing: { id } }),
    )
    await one.runs.giveUp(id)
    expect(await one.until(id, ({ resolution }) => resolution !== undefined)).toMatchObject({ resolution: 'given_up' })
    expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'started' })
    expect(router.sent.length).toBe(2)
  })

  it('of another content, or another revision, is another run', async () => {
    const router = createFakeRouter(waits)
    const one = await page({ router })
    await started(one)
    await started(one, sampleDraft({ model: 'sandbox-slow' }))
    await started(one, sampleDraft({ revision: 2 }))
    expect(router.sent.length).toBe(3)
  })

  it('of equal content in another conversation asks while the first is open, and while it is unknown', async () => {
    const router = createFakeRouter([{ kind: 'wait' }, { kind: 'head', status: 500 }])
    const one = await page({ router })
    const id = await started(one)
    one.clock.pass(5_000)
    const elsewhere = sampleDraft({ thread: 'other', parent: 'x' })
    expect(await one.runs.start(elsewhere)).toMatchObject({ status: 'ask', existing: { id } })
    router.go()
    expect(await one.until(id, ({ status }) => isEnded(status))).toMatchObject({ status: 'unknown' })
    await vi.waitFor(async () =>
      expect(await one.runs.start(elsewhere)).toMatchObject({ status: 'ask', existing: { id, status: 'unknown' } }),
    )
    expect(router.sent.length).toBe(1)
  })
})
