import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureOf } from '../failure-of.ts'
import type { Run } from '../run.ts'
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

/** Everything that is shown of a run from now on. */
function shownOf(one: Page, id: string): Run[] {
  const shown: Run[] = []
  one.runs.watchRun(id, () => {
    const run = one.runs.run(id)
    if (run !== undefined) shown.push(run)
  })
  return shown
}

const over = ({ status }: Run) => isEnded(status)
const hasText = (run: Run) => textShown(run.result) !== ''
const silent: readonly RouterStep[] = [...opened('Hi'), { kind: 'wait' }]
const quota = () => Promise.reject(new DOMException('Full.', 'QuotaExceededError'))

/** Draws frames until the text is there. */
async function drawnText(one: Page, id: string): Promise<void> {
  const found = one.until(id, hasText)
  await vi.waitFor(() => {
    one.frame()
    expect(hasText(one.runs.run(id) ?? failRun())).toBe(true)
  })
  await found
}
function failRun(): never {
  throw new Error('There is no run yet.')
}

describe('what is shown of a run', () => {
  it('changes at most once a frame, and last of all to the end', async () => {
    const words = Array.from({ length: 200 }, (_, n) => `${n} `)
    const one = await page({ router: createFakeRouter(answer(...words)) })
    const id = await started(one)
    const shown = shownOf(one, id)
    await one.until(id, over)
    one.frame()
    expect(shown.length).toBe(1)
    expect(textShown((shown[0] ?? failRun()).result)).toBe(words.join(''))
  })

  it('is the text so far at every frame', async () => {
    const one = await page({ router: createFakeRouter(silent) })
    const id = await started(one)
    await drawnText(one, id)
    expect(one.runs.run(id)).toMatchObject({ status: 'receiving', live: { stalled: false }, saved: true })
  })

  it('is no end before the end is written down', async () => {
    let save = () => {}
    const saving = new Promise<void>((done) => {
      save = done
    })
    let asked = false
    const one = await page({
      router: createFakeRouter(answer('Hi')),
      around: (ledger) => ({
        ...ledger,
        async finish(...args) {
          asked = true
          await saving
          return await ledger.finish(...args)
        },
      }),
    })
    const id = await started(one)
    await vi.waitFor(() => expect(asked).toBe(true))
    one.frame()
    expect(one.runs.run(id)?.status).toBe('receiving')
    save()
    expect(await one.until(id, over)).toMatchObject({ status: 'completed' })
  })

  it('stays whole on the screen where the ending cannot be stored', async () => {
    const name = crypto.randomUUID()
    const one = await page({
      name,
      router: createFakeRouter(answer('Hi')),
      around: (ledger) => ({ ...ledger, finish: quota }),
    })
    const id = await started(one)
    expect(await one.until(id, over)).toMatchObject({ status: 'completed', saved: false })
    // What the ledger says of the row must not take the place of what is on the screen.
    await one.runs.giveUp(id)
    expect(textShown((one.runs.run(id) ?? failRun()).result)).toBe('Hi')
    const next = await page({ name, router: createFakeRouter([]) })
    expect(await next.until(id, over)).toMatchObject({ status: 'completed' })
  })

  it('ends unsaved where storage hangs', async () => {
    const finish = vi.fn(() => new Promise<never>(() => {}))
    const one = await page({ router: createFakeRouter(answer('Hi')), around: (ledger) => ({ ...ledger, finish }) })
    const id = await started(one)
    await vi.waitFor(() => expect(finish).toHaveBeenCalled())
    one.clock.pass(10_000)
    expect(await one.until(id, over)).toMatchObject({ status: 'completed', saved: false })
  })

  it('is saved even where the events found no place', async () => {
    const one = await page({
      router: createFakeRouter(answer('Hi')),
      around: (ledger) => ({ ...ledger, appendEvents: quota }),
    })
    const id = await started(one)
    expect(await one.until(id, over)).toMatchObject({ status: 'completed', saved: true })
  })
})

describe('stopping', () => {
  it('ends the run as stopped, keeps its text, and tells our own router', async () => {
    const stopRemote = vi.fn(async () => {})
    const one = await page({ router: createFakeRouter(silent), tools: { stopRemote } })
    const draft = sampleDraft()
    const id = await started(one, draft)
    await drawnText(one, id)
    await one.runs.stop(id)
    const run = await one.until(id, over)
    expect([run.status, textShown(run.result)]).toEqual(['stopped', 'Hi'])
    expect(stopRemote.mock.calls).toEqual([[draft.connection, id]])
    expect(failureOf(run)).toBeUndefined()
  })

  it('tells no foreign router, and needs none', async () => {
    const stopRemote = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const one = await page({ router: createFakeRouter(silent), tools: { stopRemote } })
    const foreign = await started(
      one,
      sampleDraft({ connection: { name: 'F', baseUrl: 'https://f.example/v1', own: false } }),
    )
    await one.runs.stop(foreign)
    expect(await one.until(foreign, over)).toMatchObject({ status: 'stopped' })
    expect(stopRemote).not.toHaveBeenCalled()
    const own = await started(one)
    await one.runs.stop(own)
    expect(await one.until(own, over)).toMatchObject({ status: 'stopped' })
  })

  it('does nothing to a run that is over', async () => {
    const stopRemote = vi.fn(async () => {})
    const one = await page({ router: createFakeRouter(answer('Hi')), tools: { stopRemote } })
    const id = await started(one)
    await one.until(id, over)
    await one.runs.stop(id)
    expect(await one.ledger.get(id)).toMatchObject({ status: 'completed' })
    expect(stopRemote).not.toHaveBeenCalled()
  })
})

describe('silence', () => {
  /** Lets time go by as on a page that is awake. */
  function wait(one: Page, ms: number): void {
    for (let gone = 0; gone < ms; gone += 5_000) one.clock.pass(5_000)
    one.frame()
  }

  it.each([
    ['our own router', true, 45_000],
    ['a foreign router', false, 120_000],
  ])('of %s is shown as a stall, and no more when something comes', async (_, own, limit) => {
    const router = createFakeRouter([...silent, ...answer('Hi', ' there').slice(4)])
    const one = await page({ router })
    const id = await started(one, sampleDraft({ connection: { name: 'R', baseUrl: 'https://r.example/v1', own } }))
    await drawnText(one, id)
    wait(one, limit - 5_000)
    expect(one.runs.run(id)?.live?.stalled).toBe(false)
    wait(one, 10_000)
    expect(one.runs.run(id)?.live?.stalled).toBe(true)
    router.go()
    expect(await one.until(id, over)).toMatchObject({ status: 'completed' })
  })

  it('of fifteen minutes interrupts the run', async () => {
    const one = await page({ router: createFakeRouter(silent) })
    const id = await started(one)
    await drawnText(one, id)
    wait(one, 15 * 60_000 + 5_000)
    const run = await one.until(id, over)
    expect(run).toMatchObject({ status: 'interrupted', reason: 'stalled' })
    expect(textShown(run.result)).toBe('Hi')
    expect(failureOf(run)).toMatchObject({ cost: 'May have been billed.', what: expect.stringMatching(/15 minutes/) })
  })

  it('before the head is never judged', async () => {
    const router = createFakeRouter([{ kind: 'wait' }, ...answer('Hi')])
    const one = await page({ router })
    const id = await started(one)
    wait(one, 60 * 60_000)
    expect(one.runs.run(id)).toMatchObject({ status: 'sending', live: { stalled: false } })
    router.go()
    expect(await one.until(id, over)).toMatchObject({ status: 'completed' })
  })
})

describe('what a page that goes leaves behind', () => {
  it('is everything that had come', async () => {
    const one = await page({ router: createFakeRouter([...opened('Hi', ' there', '!'), { kind: 'wait' }]) })
    const id = await started(one)
    await drawnText(one, id)
    one.hide()
    await vi.waitFor(async () => expect((await one.ledger.eventsOf(id)).events.length).toBe(5))
  })
})

describe('a client that breaks its promises', () => {
  it('by throwing gives a run that ends and tells the error', async () => {
    async function* stream() {
      yield { kind: 'head', head: { status: 200, headers: {}, at: 1 } } as const
      throw new Error('A bug.')
    }
    const one = await page({ router: { stream, sent: [], go() {} } })
    const run = await one.until(await started(one), over)
    expect(run).toMatchObject({ status: 'unknown', result: { error: { kind: 'contract', message: 'Error: A bug.' } } })
  })

  it('by ending without an end gives an interrupted run', async () => {
    const one = await page({ router: createFakeRouter(opened('Hi')) })
    expect(await one.until(await started(one), over)).toMatchObject({ status: 'interrupted' })
  })
})

describe('refusals and failures', () => {
  it('tell what they cost', async () => {
    const refusing: FakeRouter = {
      ...createFakeRouter([]),
      async *stream() {
        yield { kind: 'head', head: { status: 402, headers: {}, at: 1, requestId: 'req_1' } }
        const error = { kind: 'api', message: 'No credits.', status: 402 } as const
        yield {
          kind: 'events',
          raw: [],
          events: [
            { kind: 'error', error },
            { kind: 'end', status: 'refused' },
          ],
        }
      },
    }
    const one = await page({ router: refusing })
    const run = await one.until(await started(one), over)
    expect(run).toMatchObject({ status: 'refused', served: { status: 402, requestId: 'req_1' } })
    expect(run.log.map(({ status }) => status)).toEqual(['prepared', 'sending', 'refused'])
    expect(failureOf(run)).toMatchObject({ tone: 'danger', cost: 'Not billed.', status: 402 })
  })
})
