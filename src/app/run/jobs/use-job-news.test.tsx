import 'fake-indexeddb/auto'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { NewRun } from '../../ledger/run-row.ts'
import { advance } from '../life/states.ts'
import { openPage, type Page } from '../testing/open-page.ts'
import { RunsProvider } from '../use-runs.tsx'
import { useJobNews } from './use-job-news.ts'

const opened: Page[] = []
afterEach(() => {
  cleanup()
  for (const { runs } of opened.splice(0)) runs.close()
})

const row = (id: string, facts: Partial<NewRun> = {}): NewRun => ({
  ...{ id, endpoint: 'videos.create', model: 'm', title: id, status: 'queued', intent: id, open: id },
  connection: { name: 'Near', baseUrl: 'http://a/v1' },
  log: [{ status: 'queued', at: 1, mono: 1 }],
  ...facts,
})

function News({ told }: { readonly told: string[] }) {
  const followed = useJobNews(({ row, kind }) => told.push(`${kind} ${row.id} ${row.status}`))
  return <p>{followed.map(({ id }) => id).join(' ') || 'none'}</p>
}

async function show(page: Page) {
  const told: string[] = []
  await act(async () =>
    render(
      <RunsProvider runs={page.runs}>
        <News told={told} />
      </RunsProvider>,
    ),
  )
  return told
}

async function open(): Promise<Page> {
  const page = await openPage({ name: crypto.randomUUID(), router: { stream: () => (async function* () {})() } })
  opened.push(page)
  return page
}

const stamp = { at: 5, mono: 5 }

test('jobs of earlier visits are followed without a word; a new one, its steps and its end are told once each', async () => {
  const page = await open()
  const { ledger } = page
  await ledger.prepare(row('old'), { id: 'old', request: {} })
  const told = await show(page)
  await waitFor(() => expect(screen.getByText('old')).toBeTruthy())
  expect(told).toEqual([])
  await act(async () => {
    await ledger.prepare(row('new'), { id: 'new', request: {} })
    await ledger.update('new', (one) => ({ ...one, jobState: { progress: 10 } }))
  })
  await waitFor(() => expect(told).toEqual(['begun new queued']))
  await act(async () => {
    await ledger.update('new', (one) => advance(one, 'running', stamp))
    await ledger.update('new', (one) => ({ ...one, jobState: { progress: 20 } }))
  })
  await waitFor(() => expect(told.at(-1)).toBe('changed new running'))
  await act(async () => {
    await ledger.update('new', (one) => advance(one, 'completed', stamp))
    await ledger.update('new', (one) => ({ ...one, verdict: 'pass' }))
  })
  await waitFor(() => expect(told).toEqual(['begun new queued', 'changed new running', 'ended new completed']))
  expect(screen.getByText('old')).toBeTruthy()
})

test('a job that is not watched is not counted, and one that is deleted ends without a word', async () => {
  const page = await open()
  const { ledger } = page
  await ledger.prepare(row('a'), { id: 'a', request: {} })
  await ledger.prepare(row('b', { polling: { unwatched: 'yes' } }), { id: 'b', request: {} })
  const told = await show(page)
  await waitFor(() => expect(screen.getByText('a')).toBeTruthy())
  await act(async () => void (await ledger.update('a', (one) => ({ ...one, deleted: 9 }))))
  await waitFor(() => expect(screen.getByText('none')).toBeTruthy())
  expect(told).toEqual([])
})
