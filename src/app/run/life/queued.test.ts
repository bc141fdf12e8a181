import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleBody, sampleRow } from '../../ledger/testing/sample-row.ts'
import { createRunActions } from '../history/run-actions.ts'
import { emptyResult } from '../result.ts'
import type { Run } from '../run.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createFakeRouter, type RouterStep } from '../testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft } from '../testing/open-page.ts'
import { toolsOf } from '../tools-of.ts'
import { settled } from './check-again.ts'
import { hasReplied } from './states.ts'

const job: readonly RouterStep[] = [
  { kind: 'head', status: 200 },
  { kind: 'data', data: [{ object: 'response', id: 'resp_9', status: 'queued', background: true, output: [] }] },
  { kind: 'end', how: 'closed' },
]
const accepted = (run: Run) => hasReplied(run.status) && run.live === undefined
const stamp = { at: 1, mono: 1 }

let name = ''
let locks = createFakeLocks()
const pages: Page[] = []
beforeEach(() => {
  name = crypto.randomUUID()
  locks = createFakeLocks()
})
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

async function page(options: Partial<PageOptions> = {}): Promise<Page> {
  const one = await openPage({ name, router: createFakeRouter(job), locks: locks.page(), ...options })
  pages.push(one)
  return one
}

async function queued(one: Page): Promise<Run> {
  const outcome = await one.runs.start(sampleDraft())
  if (outcome.status !== 'started') throw new Error(`It was ${outcome.status}.`)
  return await one.until(outcome.id, accepted)
}

describe('a run whose reply is an accepted job', () => {
  it('is queued with the id of the job, keeps its intent, and no page streams it', async () => {
    const one = await page()
    const run = await queued(one)
    expect(run).toMatchObject({ status: 'queued', reason: 'queued', job: 'resp_9', open: run.intent, saved: true })
    expect(run.log.map(({ status }) => status)).toEqual(['prepared', 'sending', 'receiving', 'queued'])
    expect(one.runs.follow.lostState(run)).toBeUndefined()
  })

  it.each([
    ['with', true],
    ['without', false],
  ])('stays so for a page that is loaded later, %s locks', async (_, hasLocks) => {
    const before = await page()
    const { id } = await queued(before)
    const router = createFakeRouter(job)
    const later = await openPage({ name, router, ...(hasLocks && { locks: locks.page() }) })
    pages.push(later)
    const run = await later.until(id, () => true)
    expect(run).toMatchObject({ status: 'queued', job: 'resp_9', result: { end: { status: 'queued', job: 'resp_9' } } })
    expect(run.log.length).toBe(4)
    expect(router.sent).toEqual([])
  })

  it('has the id of the job before the events of the reply are written', async () => {
    const refuse = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))
    const one = await page({ around: (ledger) => ({ ...ledger, appendEvents: refuse, finish: refuse }) })
    const run = await queued(one)
    expect(run.saved).toBe(false)
    await vi.waitFor(async () =>
      expect(await one.ledger.get(run.id)).toMatchObject({ status: 'receiving', job: 'resp_9' }),
    )
    const next = await page({ locks: createFakeLocks().page() })
    expect(await next.ledger.get(run.id)).toMatchObject({ status: 'queued', job: 'resp_9', open: run.intent })
  })

  it('is found in its events where the page was killed before the row had the id', async () => {
    const { ledger } = await page()
    await ledger.prepare(sampleRow({ id: 'a', intent: 'i' }), sampleBody('a'))
    await ledger.update('a', (row) => ({ ...row, status: 'receiving' }))
    const data = JSON.stringify({ object: 'response', id: 'resp_9', status: 'in_progress', output: [] })
    await ledger.appendEvents({ id: 'a', n: 0, events: [{ at: 1, data }] })
    const next = await page()
    expect(await next.ledger.get('a')).toMatchObject({ status: 'queued', job: 'resp_9', open: 'i' })
  })

  it('makes an equal press ask, until the person says that it shall be sent again', async () => {
    const router = createFakeRouter(job)
    const one = await page({ router })
    const { id } = await queued(one)
    one.clock.pass(5_000)
    expect(await one.runs.start(sampleDraft())).toMatchObject({ status: 'ask', existing: { id, status: 'queued' } })
    expect(router.sent.length).toBe(1)
    expect(await one.runs.start(sampleDraft({ repeats: id }))).toMatchObject({ status: 'started' })
    const row = await one.ledger.get(id)
    expect(row).toMatchObject({ status: 'queued' })
    expect(row?.open, 'still found as a job, without the intent').toBe(`job:${id}`)
  })

  it('is not changed by a stop, and is given up by its deletion', async () => {
    const one = await page()
    const { id } = await queued(one)
    const row = await one.ledger.get(id)
    await one.runs.stop(id)
    expect(await one.ledger.get(id)).toEqual(row)
    expect((await createRunActions(toolsOf(one.runs)).remove([id])).ids).toEqual([id])
    expect((await one.ledger.get(id))?.open).toBeUndefined()
  })

  it('keeps its intent where that is learnt of a lost run', () => {
    const row = { ...sampleRow({ id: 'a', intent: 'i', status: 'unknown' }), seq: 1 }
    const result = { ...emptyResult, end: { status: 'queued', job: 'j' } } as const
    expect(settled(row, { result }, 'recovered', stamp)).toMatchObject({ status: 'queued', job: 'j', open: 'i' })
  })
})
