import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { isEnded } from './life/states.ts'
import type { RunResult } from './result.ts'
import type { Run } from './run.ts'
import { createFakeRouter } from './testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft } from './testing/open-page.ts'

const pages: Page[] = []
async function page(options: PageOptions): Promise<Page> {
  const one = await openPage(options)
  pages.push(one)
  return one
}
afterEach(() => {
  for (const one of pages.splice(0)) one.runs.close()
})

const over = ({ status }: Run) => isEnded(status)
const router = createFakeRouter([
  { kind: 'head', status: 200 },
  {
    kind: 'data',
    data: [
      {
        choices: [
          {
            message: {
              content: [
                { type: 'thinking', thinking: 'Hm.' },
                { type: 'text', text: 'Four.' },
              ],
            },
            finish_reason: 'stop',
          },
        ],
        citations: ['https://a.test/'],
      },
    ],
  },
  { kind: 'end', how: 'closed' },
])

/** A run whose stored result is what a version before would have kept of it. */
async function withStored(result: Omit<RunResult, 'response' | 'notices'>, tools: PageOptions['tools'] = {}) {
  const name = crypto.randomUUID()
  const one = await page({ name, router })
  const outcome = await one.runs.start(sampleDraft())
  const id = outcome.status === 'started' ? outcome.id : ''
  await one.until(id, over)
  await one.ledger.finish(id, (row) => row, { result: { response: {}, notices: [], ...result } })
  const next = await page({ name, router, tools })
  return (await next.until(id, over)).result
}

const text = { kind: 'message', index: 0, parts: [{ part: 0, text: 'Four.' }] } as const
const end = { status: 'completed' } as const

test('a stored result of an earlier version gains what is read since, and keeps its end', async () => {
  const result = await withStored({ outputs: [text], end: { ...end, reason: 'as it was' } })
  expect(result.outputs.map(({ kind }) => kind)).toEqual(['reasoning', 'message'])
  expect(result.sources).toEqual([{ url: 'https://a.test/' }])
  expect(result.end).toEqual({ status: 'completed', reason: 'as it was' })
})

test('a stored result that says more than the events that are left stands as it is', async () => {
  const more = { ...text, parts: [{ part: 0, text: 'Four, and much more.' }] }
  expect((await withStored({ outputs: [more], end })).outputs).toEqual([more])
})

test('a stored result stands as it is where what would read it again does not load', async () => {
  const createReader = () => Promise.reject(new Error('offline'))
  expect((await withStored({ outputs: [text], end }, { createReader })).outputs).toEqual([text])
})

test('of a long conversation the newest runs come first, and none is missing in the end', async () => {
  const name = crypto.randomUUID()
  const first = await page({ name, router })
  const ids: string[] = []
  for (let at = 0; at < 30; at++) {
    const outcome = await first.runs.start(sampleDraft({ id: `run-${at}`, thread: 'long' }))
    const id = outcome.status === 'started' ? outcome.id : ''
    await first.until(id, over)
    ids.push(id)
  }
  const second = await page({ name, router })
  const seen: string[] = []
  const all = await new Promise<readonly string[]>((resolve) => {
    second.runs.watchThread('long', () => {
      const { runs, loading } = second.runs.thread('long')
      seen.push(`${runs.length}${loading ? ' while loading' : ''}`)
      if (!loading) resolve(runs.map(({ id }) => id))
    })
  })
  expect(seen).toEqual(['24 while loading', '30'])
  expect(all).toEqual(ids)
})
