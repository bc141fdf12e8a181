import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { useAssets } from './history/use-assets.ts'
import { isEnded } from './life/states.ts'
import type { Run } from './run.ts'
import { answer, createFakeRouter, opened, type RouterStep } from './testing/fake-router.ts'
import { openPage, type Page, type PageOptions, sampleDraft, textShown } from './testing/open-page.ts'
import { useDraft } from './use-draft.ts'
import { RunsProvider, useLiveRun, useRuns, useThread, useThreadStates } from './use-runs.tsx'

const pages: Page[] = []
async function page(options: Partial<PageOptions> = {}): Promise<Page> {
  const one = await openPage({ name: crypto.randomUUID(), router: createFakeRouter(answer('Hi')), ...options })
  pages.push(one)
  return one
}
afterEach(() => {
  cleanup()
  for (const one of pages.splice(0)) one.runs.close()
})

const within =
  (one: Page) =>
  ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <RunsProvider runs={one.runs}>{children}</RunsProvider>
    </StrictMode>
  )

async function started(one: Page, draft = sampleDraft()): Promise<string> {
  const outcome = await one.runs.start(draft)
  return outcome.status === 'started' ? outcome.id : ''
}

describe('useThread', () => {
  it('begins loading, then shows the runs of its conversation in their order', async () => {
    const one = await page()
    const first = await started(one)
    await one.until(first, ({ status }) => isEnded(status))
    const second = await started(one, sampleDraft({ parent: first, revision: 2 }))
    await one.until(second, ({ status }) => isEnded(status))
    await started(one, sampleDraft({ thread: 'other' }))

    const { result } = renderHook(() => useThread('t'), { wrapper: within(one) })
    expect(result.current).toEqual({ runs: [], loading: true, unreadable: 0 })
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.runs.map(({ id }) => id)).toEqual([first, second])
    expect(result.current.runs.map((run) => textShown(run.result))).toEqual(['Hi', 'Hi'])
  })

  it('follows a run that is started while it looks, and leaves the others as they were', async () => {
    const one = await page()
    const first = await started(one)
    await one.until(first, ({ status }) => isEnded(status))
    const { result } = renderHook(() => ({ thread: useThread('t'), start: useRuns().start }), { wrapper: within(one) })
    await waitFor(() => expect(result.current.thread.runs.length).toBe(1))
    const [before] = result.current.thread.runs
    await act(() => result.current.start(sampleDraft({ parent: first, revision: 2 })))
    await waitFor(() => expect(result.current.thread.runs[1]?.status).toBe('completed'))
    expect(result.current.thread.runs[0]).toBe(before)
  })

  it('counts what is damaged', async () => {
    const one = await page({
      around: (ledger) => ({ ...ledger, thread: async () => ({ rows: [], unreadable: 2 }) }),
    })
    const { result } = renderHook(() => useThread('t'), { wrapper: within(one) })
    await waitFor(() => expect(result.current).toEqual({ runs: [], loading: false, unreadable: 2 }))
  })
})

describe('useThreadStates', () => {
  it('changes with the status of a run that streams, not with its words, which useLiveRun has', async () => {
    const [, , , words, ...end] = answer(' there')
    const wait = { kind: 'wait' } as const
    const router = createFakeRouter([...opened('Hi'), wait, words as RouterStep, wait, ...end])
    const one = await page({ router })
    await started(one)
    const { result } = renderHook(() => useThreadStates('t'), { wrapper: within(one) })
    const drawn = (check: () => void) =>
      waitFor(() => {
        act(() => one.frame())
        check()
      })
    await drawn(() => expect(result.current).toMatchObject({ loading: false, runs: [{ status: 'receiving' }] }))
    const streaming = result.current
    const live = renderHook(() => useLiveRun(streaming.runs[0] as Run), { wrapper: within(one) })
    router.go()
    await drawn(() => expect(textShown(live.result.current.result)).toBe('Hi there'))
    expect(result.current).toBe(streaming)
    router.go()
    await drawn(() => expect(result.current.runs[0]?.status).toBe('completed'))
    expect(result.current.runs[0]).toBe(live.result.current)
  })
})

describe('stop', () => {
  it('ends a run that is shown', async () => {
    const one = await page({ router: createFakeRouter([...opened('Hi'), { kind: 'wait' }]) })
    const id = await started(one)
    const { result } = renderHook(() => ({ thread: useThread('t'), stop: useRuns().stop }), { wrapper: within(one) })
    await waitFor(() => {
      act(() => one.frame())
      expect(result.current.thread.runs[0]).toMatchObject({ status: 'receiving', live: { stalled: false } })
    })
    await act(() => result.current.stop(id))
    await waitFor(() => expect(result.current.thread.runs[0]).toMatchObject({ status: 'stopped', saved: true }))
  })
})

describe('checkAgain and giveUp', () => {
  it('settle an unknown run where it is shown', async () => {
    const one = await page({ router: createFakeRouter([{ kind: 'head', status: 500 }]) })
    const id = await started(one)
    const hooks = () => ({ thread: useThread('t'), checkAgain: useRuns().checkAgain, giveUp: useRuns().giveUp })
    const { result } = renderHook(hooks, { wrapper: within(one) })
    await waitFor(() => expect(result.current.thread.runs[0]).toMatchObject({ status: 'unknown' }))
    expect(await act(() => result.current.checkAgain(id, sampleDraft().connection))).toBe('unknown')
    await act(() => result.current.giveUp(id))
    await waitFor(() => expect(result.current.thread.runs[0]).toMatchObject({ resolution: 'given_up' }))
  })
})

describe('useDraft', () => {
  const schema = z.object({ message: z.string() })
  const open = (one: Page, key = 'chat') =>
    renderHook(({ key }) => useDraft(key, schema), { wrapper: within(one), initialProps: { key } })

  it('gives back what was written before, once it had rested', async () => {
    const one = await page()
    const { result } = open(one)
    expect(result.current).toMatchObject({ loading: true, stored: undefined })
    await waitFor(() => expect(result.current.loading).toBe(false))
    for (const message of ['H', 'He', 'Hel']) result.current.write({ message })
    one.clock.pass(199)
    expect(await one.ledger.readDraft('chat')).toBeUndefined()
    one.clock.pass(1)
    expect(await one.ledger.readDraft('chat')).toEqual({ message: 'Hel' })
    const again = open(one)
    await waitFor(() => expect(again.result.current).toMatchObject({ loading: false, stored: { message: 'Hel' } }))
    const { stored } = again.result.current
    again.rerender({ key: 'chat' })
    expect(again.result.current.stored).toBe(stored)
  })

  it('loses nothing when the page goes, the panel goes, or the key changes', async () => {
    const one = await page()
    const { result, rerender, unmount } = open(one)
    await waitFor(() => expect(result.current.loading).toBe(false))
    result.current.write({ message: 'hidden' })
    one.hide()
    expect(await one.ledger.readDraft('chat')).toEqual({ message: 'hidden' })
    result.current.write({ message: 'changed' })
    rerender({ key: 'images' })
    expect(result.current.loading).toBe(true)
    expect(await one.ledger.readDraft('chat')).toEqual({ message: 'changed' })
    await waitFor(() => expect(result.current.loading).toBe(false))
    result.current.write({ message: 'left' })
    unmount()
    expect(await one.ledger.readDraft('images')).toEqual({ message: 'left' })
  })

  it('gives nothing for what does not fit', async () => {
    const one = await page()
    await one.ledger.writeDraft('chat', { message: 7 })
    const { result } = open(one)
    await waitFor(() => expect(result.current).toMatchObject({ loading: false, stored: undefined }))
  })
})

describe('useAssets', () => {
  it('keeps the files of a run that ends until they are read from the ledger', async () => {
    const one = await page()
    const file = {
      id: 'f',
      run: 'r',
      role: 'output',
      sha256: 'f',
      type: 'image/png',
      size: 1,
      blob: new Blob(['f']),
    } as const
    const receiving: Pick<Run, 'id' | 'status' | 'fresh'> = { id: 'r', status: 'receiving', fresh: [file] }
    const { result, rerender } = renderHook((run) => useAssets(run), { wrapper: within(one), initialProps: receiving })
    await waitFor(() => expect(result.current).toEqual([file]))
    rerender({ id: 'r', status: 'completed' })
    expect(result.current).toEqual([file])
    // This ledger has none.
    await waitFor(() => expect(result.current).toEqual([]))
  })
})
