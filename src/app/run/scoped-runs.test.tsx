import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileDraftsOf } from './file-drafts.ts'
import { ledgerDrafts, useDraftsUnder, useHistory } from './history/use-history.ts'
import { isEnded } from './life/states.ts'
import type { Runs } from './runs.ts'
import { scopedRuns } from './scoped-runs.ts'
import { stageThread } from './stored-draft.ts'
import { answer, createFakeRouter } from './testing/fake-router.ts'
import { openPage, type Page, sampleDraft } from './testing/open-page.ts'
import { useDraft } from './use-draft.ts'
import { RunsProvider, useThread } from './use-runs.tsx'

const pages: Page[] = []
async function page(): Promise<Page> {
  const one = await openPage({
    ...{ name: crypto.randomUUID(), router: createFakeRouter(answer('Hi')) },
    tools: { frame: (work) => void setTimeout(work) },
  })
  pages.push(one)
  return one
}
afterEach(() => {
  cleanup()
  for (const one of pages.splice(0)) one.runs.close()
})

const within =
  (runs: Runs) =>
  ({ children }: { children: ReactNode }) => <RunsProvider runs={runs}>{children}</RunsProvider>

const scope = stageThread('talk')

test('a run that is started in a scope is in its thread and history, and in no thread of the page', async () => {
  const one = await page()
  const scoped = scopedRuns(one.runs, scope)
  const ids: string[] = []
  for (const [runs, revision] of [
    [scoped, 1],
    [one.runs, 2],
  ] as const) {
    const outcome = await runs.start(sampleDraft({ revision }))
    if (outcome.status === 'started') ids.push(outcome.id)
  }
  for (const id of ids) await one.until(id, ({ status }) => isEnded(status))
  const shown = (runs: Runs) =>
    renderHook(() => ({ thread: useThread('t').runs, history: useHistory().rows }), { wrapper: within(runs) }).result
  const [onStage, onPage] = [shown(scoped), shown(one.runs)]
  await waitFor(() => expect(onPage.current.history.map(({ id }) => id)).toEqual(ids.toReversed()))
  await waitFor(() => expect(onStage.current.history.map(({ id }) => id)).toEqual([ids[0]]))
  await waitFor(() => expect(onStage.current.thread.map(({ id }) => id)).toEqual([ids[0]]))
  expect(onPage.current.thread.map(({ id }) => id)).toEqual([ids[1]])
  expect(onStage.current.thread[0]?.thread).toBe('stage.talk.t')
  // The thread of a row is a whole one: what a panel does with it stays in the scope.
  expect(scoped.thread('stage.talk.t')).toBe(scoped.thread('t'))
})

test('no draft of the page is read in a scope, and none that is written there has a key outside of it', async () => {
  const one = await page()
  for (const key of ['chat', 'prompt.mine', 'tray/own/files']) await one.ledger.writeDraft(key, { secret: 'private' })
  await one.ledger.writeDraft('tray', ['own'])
  const written: string[] = []
  const write = one.ledger.writeDraft
  one.ledger.writeDraft = (key, value) => {
    written.push(key)
    return write(key, value)
  }
  const scoped = scopedRuns(one.runs, scope)
  const { result } = renderHook(() => ({ draft: useDraft('chat', z.unknown()), prompts: useDraftsUnder('prompt.') }), {
    wrapper: within(scoped),
  })
  await waitFor(() => expect(result.current.draft.loading).toBe(false))
  await waitFor(() => expect(result.current.prompts).toBeDefined())
  const files = fileDraftsOf(scoped, 'tray', ['files'])('files')
  expect([result.current.draft.stored, result.current.prompts?.size, await files.read()]).toEqual([
    undefined,
    0,
    undefined,
  ])
  act(() => result.current.draft.write({ text: 'on stage' }))
  await ledgerDrafts(scoped).write('lab', 1)
  await new Promise<void>((kept) => {
    files.write(1, kept)
    one.clock.pass(1000)
  })
  expect(written.length).toBeGreaterThanOrEqual(4)
  expect(written.filter((key) => !key.startsWith(scope))).toEqual([])
  expect([...(await ledgerDrafts(one.runs).under(scope)).keys()]).toContain('chat')
})
