import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { RefObject } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyResult } from '../../../run/result.ts'
import type { Run } from '../../../run/run.ts'
import { openPage, type Page } from '../../../run/testing/open-page.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import type { ToolState } from '../../../tool/use-tool.ts'
import { JobsList } from './jobs-list.tsx'

let page: Page | undefined
afterEach(() => {
  cleanup()
  page?.runs.close()
  page = undefined
})

const job = (n: number, facts: Partial<Run> = {}): Run => ({
  ...{ id: `r${n}`, seq: n, endpoint: 'videos.create', model: 'clip-1', title: `Clip ${n}`, status: 'completed' },
  ...{ intent: `${n}`, job: `video_${n}`, connection: { name: 'Near', baseUrl: 'http://a/v1' }, saved: true },
  log: [
    { status: 'prepared', at: 1000, mono: 0 },
    { status: 'queued', at: 1100, mono: 100 },
    { status: 'completed', at: 31_000, mono: 30_000 },
  ],
  request: { prompt: `Clip ${n}`, seconds: '8', size: '1280x720' },
  result: emptyResult,
  ...facts,
})

const removed: string[] = []
// Only what the list uses of a tool.
const state = {
  current: { remove: (run: Run) => removed.push(run.id) },
} as unknown as RefObject<ToolState>

const picked = { files: [], clear() {}, isChosen: () => false, flip() {} }

async function show(runs: readonly Run[], shown = runs.at(-1)?.id) {
  page = await openPage({ name: crypto.randomUUID(), router: { stream: () => (async function* () {})() } })
  const onShow = vi.fn()
  const onOpen = vi.fn()
  const onAdopt = vi.fn()
  render(
    <RunsProvider runs={page.runs}>
      <JobsList
        runs={runs}
        shown={shown}
        state={state}
        picked={picked}
        isRoomy
        onShow={onShow}
        onOpen={onOpen}
        onAdopt={onAdopt}
      />
    </RunsProvider>,
  )
  return { onShow, onOpen, onAdopt }
}

const table = () => screen.getByRole('table', { name: 'Jobs' })
const rows = () => within(table()).getAllByRole('row').slice(1)
const titles = () => rows().map((row) => within(row).getAllByRole('button')[0]?.textContent)

test('jobs stand newest first with state, time, length and size, and a bar only where the router gives a figure', async () => {
  const running = { status: 'running', jobState: { word: 'marinating', progress: 40.4 } } as const
  await show([job(1), job(2, { ...running, title: 'Boat' }), job(3, { status: 'running', title: 'Fog' })])
  expect(titles()).toEqual(['Fog', 'Boat', 'Clip 1'])
  const [fog, boat, clip] = rows()
  if (!fog || !boat || !clip) throw new Error('rows')
  expect(boat.textContent).toContain('Running · marinating')
  expect(within(boat).getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('40')
  expect(within(fog).queryByRole('progressbar')).toBeNull()
  expect(within(clip).queryByRole('progressbar')).toBeNull()
  expect(within(clip).getByText('0:30')).toBeTruthy()
  expect(within(clip).getByText('8 s · 1280 × 720')).toBeTruthy()
  expect(screen.getByText('2 in progress')).toBeTruthy()
})

test('a failed job shows how far it came', async () => {
  await show([job(1, { status: 'failed', reason: 'moderated', jobState: { word: 'moderated', progress: 80 } })])
  expect(rows()[0]?.textContent).toContain('Failed · moderated')
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('80')
})

test('one title has the focus: arrows, Home and End show another job, Enter opens it', async () => {
  const { onShow, onOpen } = await show([job(1), job(2), job(3)], 'r2')
  const button = (name: string) => within(table()).getByRole('button', { name })
  expect(button('Clip 2').getAttribute('aria-current')).toBe('true')
  expect(['Clip 3', 'Clip 2', 'Clip 1'].map((name) => button(name).tabIndex)).toEqual([-1, 0, -1])
  button('Clip 2').focus()
  fireEvent.keyDown(button('Clip 2'), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(button('Clip 1'))
  fireEvent.keyDown(button('Clip 1'), { key: 'Home' })
  expect(document.activeElement).toBe(button('Clip 3'))
  expect(onShow.mock.calls).toEqual([
    ['r1', 'keys'],
    ['r3', 'keys'],
  ])
  fireEvent.keyDown(button('Clip 3'), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(button('Clip 3'))
  fireEvent.keyDown(button('Clip 3'), { key: 'Enter' })
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('r3')
  fireEvent.keyDown(button('Clip 3'), { key: 'Delete' })
  expect(removed.splice(0)).toEqual(['r3'])
})

test('a press anywhere on a row shows its job, one on its menu does not', async () => {
  const { onShow } = await show([job(1), job(2)])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Actions for Clip 1' })))
  expect(onShow).not.toHaveBeenCalled()
  fireEvent.click(within(table()).getAllByText('0:30')[1] ?? table())
  expect(onShow).toHaveBeenCalledExactlyOnceWith('r1', 'press')
})

test('jobs are found by state, by words of the prompt and by their id', async () => {
  await show([job(1), job(2, { status: 'queued' }), job(3, { status: 'refused' })])
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value } })
  choose('going')
  await waitFor(() => expect(titles()).toEqual(['Clip 2']))
  choose('failed')
  await waitFor(() => expect(titles()).toEqual(['Clip 3']))
  choose('all')
  const search = screen.getByRole('searchbox', { name: 'Search jobs' })
  fireEvent.change(search, { target: { value: 'VIDEO_1' } })
  await waitFor(() => expect(titles()).toEqual(['Clip 1']))
  fireEvent.change(search, { target: { value: 'nothing like it' } })
  await waitFor(() => expect(screen.getByText('No matches.')).toBeTruthy())
})

test('of many jobs fifty are drawn, and as many more by a press', async () => {
  await show(Array.from({ length: 120 }, (_, n) => job(n)))
  expect(rows()).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: 'Show 50 of 70 earlier jobs' }))
  expect(rows()).toHaveLength(100)
})

test('jobs of other places are adopted from here', async () => {
  const { onAdopt } = await show([job(1)])
  fireEvent.click(screen.getByRole('button', { name: 'Track existing job' }))
  expect(onAdopt).toHaveBeenCalledOnce()
})

test('the list folds to its head, and stays folded', async () => {
  await show([job(1)])
  const fold = () => screen.getByRole('button', { name: 'Jobs' })
  expect(fold().getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(fold())
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('searchbox')).toBeNull()
  cleanup()
  await show([job(1)])
  fireEvent.click(fold())
  expect(rows()).toHaveLength(1)
})
