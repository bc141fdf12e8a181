import 'fake-indexeddb/auto'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isEnded } from '../../run/life/states.ts'
import { emptyResult, type RunResult } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { answer, createFakeRouter } from '../../run/testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from '../../run/testing/open-page.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import { Outputs } from '../../tool/results/run-outputs.tsx'
import { Inspector } from '../drawer/inspector.tsx'
import { setInspector } from '../drawer/inspector-place.ts'
import { DeleteRun, ResultBoundary } from './result-boundary.tsx'

const pages: Page[] = []
// React tells the console of every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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

/** As a row may hold it that an earlier version wrote: nothing but rendering it finds out. */
const broken = (result: RunResult): RunResult => JSON.parse(JSON.stringify(result).replaceAll('"parts":[', '"parz":['))

const show = (page: Page, node: ReactNode) => {
  const whole = (inner: ReactNode) => (
    <RunsProvider runs={page.runs}>
      <Suspense>{inner}</Suspense>
    </RunsProvider>
  )
  const { rerender } = render(whole(node))
  return (next: ReactNode) => rerender(whole(next))
}
const outputs = (run: Run) => <Outputs run={run} open={false} call={() => null} media={() => null} />
const part = () => screen.getByRole('region', { name: 'This part of the result cannot be shown' })
const press = (name: string) => act(async () => userEvent.click(screen.getByRole('button', { name })))

test('an output that cannot be rendered costs no other one, and is rendered again with another result', async () => {
  const { page, run } = await ended()
  const refusal = { kind: 'refusal', index: 9, text: 'No.' } as const
  const result = broken(run.result)
  const both = { ...run, result: { ...result, outputs: [...result.outputs, refusal] } }
  const again = show(page, outputs(both))
  expect(part().textContent).toMatch(/undefined/)
  expect(screen.getByText('The model refused')).toBeDefined()
  await press('Try again')
  expect(part()).toBeDefined()
  again(outputs(run))
  expect(screen.queryByText(/cannot be shown/)).toBeNull()
})

test('"Open raw" shows the events as they came, and "Delete" is what the panel does with it', async () => {
  const { page, run } = await ended()
  const deleted: string[] = []
  const bad = { ...run, result: broken(run.result) }
  show(
    page,
    <DeleteRun value={({ id }) => deleted.push(id)}>
      <ResultBoundary run={bad}>
        <Fragile run={bad} />
      </ResultBoundary>
    </DeleteRun>,
  )
  const card = within(screen.getByRole('region', { name: 'This result cannot be shown' }))
  expect(card.getAllByRole('button').map((one) => one.textContent)).toEqual(['Open raw', 'Try again', 'Delete'])
  await press('Open raw')
  await waitFor(() =>
    expect(within(screen.getByRole('dialog', { name: 'Raw reply' })).getByText(/output_text\.delta/)).toBeDefined(),
  )
  await act(async () => userEvent.click(screen.getByRole('button', { name: 'Close' })))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Delete')
  expect(deleted).toEqual([run.id])
})

/** Renders the texts of a run's messages. */
function Fragile({ run, onRender }: { run: Run; onRender?: () => void }) {
  onRender?.()
  return run.result.outputs.map((one) => one.kind === 'message' && one.parts.map(({ text }) => text))
}

test('a run in progress is rendered again once it is over, and not at each event; it cannot be deleted', async () => {
  const { page, run } = await ended()
  const rendered = vi.fn()
  const node = (of: Run) => (
    <DeleteRun value={() => {}}>
      <ResultBoundary run={of}>
        <Fragile run={of} onRender={rendered} />
      </ResultBoundary>
    </DeleteRun>
  )
  const open = (): Run => ({ ...run, status: 'receiving', result: broken(run.result) })
  const again = show(page, node(open()))
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  rendered.mockClear()
  screen.getByRole('button', { name: 'Open raw' }).focus()
  for (let event = 0; event < 5; event++) again(node(open()))
  expect(rendered).not.toHaveBeenCalled()
  expect(document.activeElement?.textContent).toBe('Open raw')
  again(node(run))
  expect(screen.getByText('Hi')).toBeDefined()
})

test('a tab of the inspector that cannot be rendered leaves the others', async () => {
  const { page, run } = await ended()
  setInspector({ tab: 'response' })
  const reply: NonNullable<Run['reply']> = JSON.parse('{"status":200,"headers":5}')
  show(page, <Inspector run={{ ...run, reply, result: { ...emptyResult } }} />)
  expect(screen.getByRole('region', { name: 'The tab “Response” cannot be shown' })).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Cost' }))
  expect(screen.getByRole('tabpanel').textContent).toContain('Price label')
})
