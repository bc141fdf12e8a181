import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { isEnded } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import { answer, createFakeRouter } from '../../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../../run/testing/open-page.ts'
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
