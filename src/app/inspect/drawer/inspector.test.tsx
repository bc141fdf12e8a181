import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { importRuns } from '../../run/history/import-runs.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { isEnded } from '../../run/life/states.ts'
import { emptyResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { answer, createFakeRouter } from '../../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../../run/testing/open-page.ts'
import { toolsOf } from '../../run/tools-of.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { Inspector } from './inspector.tsx'

const pages: Page[] = []
afterEach(() => {
  cleanup()
  for (const one of pages.splice(0)) one.runs.close()
})

/** A page with one run that has ended. */
async function ended(): Promise<{ page: Page; run: Run }> {
  const page = await openPage({ name: crypto.randomUUID(), router: createFakeRouter(answer('Hi')) })
  pages.push(page)
  const outcome = await page.runs.start(sampleDraft())
  const run = await page.until(outcome.status === 'started' ? outcome.id : '', ({ status }) => isEnded(status))
  return { page, run }
}

const show = (page: Page, run: Run) =>
  render(
    <RunsProvider runs={page.runs}>
      <Inspector run={run} />
    </RunsProvider>,
  )
const choose = (name: string) => userEvent.click(screen.getByRole('tab', { name }))
const panel = () => screen.getByRole('tabpanel').textContent ?? ''

test('a run is told to its last event, without its key, and the tab is kept', async () => {
  const { page, run } = await ended()
  show(page, run)
  const seen: string[] = []
  for (const name of ['Request', 'Response', 'Router', 'Cost', 'Timing', 'Events']) {
    await choose(name)
    await waitFor(() => expect(panel()).not.toContain('Reading'))
    seen.push(panel())
  }
  expect(seen.join('\n')).not.toContain('sk-canary')
  expect(seen[0]).toContain('http://127.0.0.1:8787/v1/responses')
  expect(seen[2]).toMatch(/Providernot reported/)
  expect(seen[3]).toMatch(/Price labelprice not stated/)
  await waitFor(() => expect(panel()).toContain('6 of 6 events'))
  const events = within(screen.getByRole('listbox', { name: 'Events' }))
  await userEvent.click(events.getByRole('option', { name: /output_text.delta/ }))
  expect(screen.getByRole('region', { name: 'Event 3' }).textContent).toContain('"delta":"Hi"')
  expect(JSON.parse(localStorage.getItem('patchbay.inspector') ?? '{}')).toMatchObject({ tab: 'events' })
})

test('of a run from before heads were kept, only what is known is said', async () => {
  const { page, run } = await ended()
  const { sent: _, reply: __, ...old } = run
  show(page, old)
  await choose('Request')
  expect(panel()).toContain('POST')
  expect(panel()).toContain('HeadersNot recorded.')
  await choose('Response')
  expect(panel()).toContain('HeadersNot recorded.')
})

const connection = { name: 'Local', baseUrl: 'http://127.0.0.1:8787/v1' }

/** A job of another browser, which was polled five times. */
function jobRecord(): RunRecord {
  const poll = (at: number, status: string, progress: number) => ({
    at,
    name: 'job.status',
    data: JSON.stringify({ id: 'video_1', status, progress }),
  })
  return {
    run: {
      ...{ id: 'job', endpoint: 'videos.create', model: 'm', title: 'A boat', status: 'failed', job: 'video_1' },
      jobState: { word: 'failed', progress: 87, createdAt: 1_700_000_000_000 },
      polling: { polls: 5 },
      connection,
      log: [
        { status: 'sending', at: 1_700_000_000_000, mono: 1 },
        { status: 'queued', at: 1_700_000_000_300, mono: 2 },
        { status: 'failed', at: 1_700_000_130_000, mono: 3 },
      ],
      times: { headers: 300, end: 300 },
    },
    sent: { method: 'POST', url: `${connection.baseUrl}/videos`, headers: [], body: { kind: 'json', value: {} } },
    reply: { status: 200, headers: [] },
    events: [
      { at: 300, data: '{"id":"video_1","status":"queued"}' },
      poll(2000, 'queued', 0),
      ...[3, 40, 87].map((progress, at) => poll(5000 * (at + 1), 'in_progress', progress)),
      poll(130_000, 'failed', 87),
    ],
    result: { ...emptyResult, error: { kind: 'api', message: 'No.' }, end: { status: 'failed' } },
    assets: [],
  }
}

test('the polls of a job are folded by its state, and its facts are those that its router last said', async () => {
  const page = await openPage({ name: crypto.randomUUID(), router: createFakeRouter([]) })
  pages.push(page)
  await importRuns(toolsOf(page.runs), [jobRecord()])
  show(page, await page.until('job', ({ status }) => status === 'failed'))
  await choose('Events')
  await waitFor(() => expect(panel()).toContain('6 of 6 events'))
  const options = () =>
    within(screen.getByRole('listbox', { name: 'Events' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(options()).toHaveLength(4)
  await userEvent.click(screen.getByRole('option', { name: /3 polls, in_progress, 3 → 87 %.*collapsed/ }))
  expect(options()).toHaveLength(7)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('region', { name: 'Event 4' }).textContent).toContain('40')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}')
  expect(options()).toHaveLength(4)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in data' }), '"progress":87')
  await waitFor(() => expect(panel()).toContain('2 of 6 events'))
  await choose('Router')
  expect(panel()).toMatch(/Job idvideo_1.*Statusfailed.*Progress87 %.*Polls5/)
  await choose('Response')
  await waitFor(() => expect(panel()).toContain('Last job status'))
  expect(panel()).not.toContain('A stream of')
  await choose('Timing')
  expect(panel()).toContain('Job created')
})
