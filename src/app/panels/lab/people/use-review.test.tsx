import 'fake-indexeddb/auto'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inForce } from '#lab/judgements.ts'
import { emptyPlan, type LabPlan } from '#lab/lab-plan.ts'
import { sampleRecord } from '../../../export/testing/sample-record.ts'
import { newestByPlace, type Places } from '../../../lab/places.ts'
import { judgementsOf } from '../../../run/history/stored-judgements.ts'
import type { Page } from '../../../run/testing/open-page.ts'
import { openWithRuns } from '../../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../../run/use-runs.tsx'
import { ReviewFigures } from './review-figures.tsx'
import { type ReviewFilter, sharedPlaces, useReview, type Verdict } from './use-review.ts'

const plan: LabPlan = {
  ...emptyPlan('chat', { input: '{{n}}' }),
  axes: { models: ['a', 'b'], repeat: 1, sweeps: [] },
  rows: Array.from({ length: 5 }, (_, n) => ({ n })),
}
/** The last cell has failed. */
const records = Array.from({ length: 10 }, (_, at) => {
  const status = at === 9 ? ('failed' as const) : ('completed' as const)
  const batch = { id: 'x', at, of: 10, name: `${at}`, attempt: 0 }
  return sampleRecord({ run: { id: `run-${at}`, batch, status, log: [{ status, at, mono: 1 }] } })
})

let page: Page
let places: Places
beforeEach(async () => {
  const opened = await openWithRuns(records)
  page = opened.page
  places = newestByPlace(opened.rows)
})
afterEach(() => {
  cleanup()
  page.runs.close()
})

const within = ({ children }: { readonly children: ReactNode }) => (
  <RunsProvider runs={page.runs}>{children}</RunsProvider>
)

async function reviewing(share = 9, filter: ReviewFilter = 'all') {
  await judgementsOf(page.runs).all()
  return renderHook((asked: ReviewFilter) => useReview(plan, places, share, asked), {
    ...{ wrapper: within, initialProps: filter },
  })
}

type Opened = Awaited<ReturnType<typeof reviewing>>
async function say(hook: Opened, verdict: Verdict): Promise<void> {
  const before = (await judgementsOf(page.runs).all()).length
  act(() => hook.result.current.say({ kind: 'verdict', verdict }))
  await waitFor(async () => expect(await judgementsOf(page.runs).all()).toHaveLength(before + 1))
}

test('the share is drawn by the seed from the cells that have a result, and a larger one holds the smaller', () => {
  const four = sharedPlaces(plan, places, 4)
  expect(four).toHaveLength(4)
  expect(sharedPlaces(plan, places, 20)).toHaveLength(9)
  expect(sharedPlaces(plan, places, 20).slice(0, 4)).toEqual(four)
  expect(sharedPlaces({ ...plan, seed: 2 }, places, 4)).not.toEqual(four)
})

test("the owner's verdict stands in the run's row too, goes on to the next cell, and can be undone", async () => {
  const hook = await reviewing(3)
  const first = hook.result.current.row?.id ?? ''
  await say(hook, 'pass')
  await waitFor(async () => expect((await page.ledger.get(first))?.verdict).toBe('pass'))
  expect(hook.result.current).toMatchObject({ at: 1, count: 3, judged: 1 })
  act(() => hook.result.current.undo?.())
  await waitFor(() => expect(hook.result.current).toMatchObject({ at: 0, judged: 0 }))
  await waitFor(async () => expect((await page.ledger.get(first))?.verdict).toBeUndefined())
  expect(inForce(await judgementsOf(page.runs).all())).toEqual([])
})

test('a score of 1 to 5 is a record of its person, stays on the cell, and is removed by the same again or undone', async () => {
  const hook = await reviewing(3)
  const first = hook.result.current.row?.id ?? ''
  for (const score of [4, 2, 2, 5] as const) {
    const before = (await judgementsOf(page.runs).all()).length
    act(() => hook.result.current.score(score))
    await waitFor(async () => expect(await judgementsOf(page.runs).all()).toHaveLength(before + 1))
  }
  expect((await judgementsOf(page.runs).all()).map(({ kind, value }) => [kind, value])).toEqual([
    ['score', 4],
    ['score', 2],
    ['score', null],
    ['score', 5],
  ])
  expect(hook.result.current).toMatchObject({ at: 0, judged: 0, marks: { id: first, score: 5 } })
  act(() => hook.result.current.undo?.())
  await waitFor(() => expect(hook.result.current.marks?.score).toBeUndefined())

  const { verdicts } = hook.result.current
  const scores = new Map([
    [first, 5],
    ['run-1', 4],
  ])
  render(<ReviewFigures {...{ plan, places, verdicts, scores, name: 'You', onDiffering: () => {} }} />)
  expect(screen.getByRole('columnheader', { name: 'Mean score' })).toBeDefined()
})

test('those without a verdict come first the next time, and what is skipped stays without one', async () => {
  const hook = await reviewing(3)
  const order = [hook.result.current.row?.id]
  await say(hook, 'fail')
  order.push(hook.result.current.row?.id)
  act(() => hook.result.current.skip())
  order.push(hook.result.current.row?.id)
  hook.unmount()
  const again = await reviewing(3)
  expect(again.result.current.row?.id).toBe(order[1])
  act(() => again.result.current.goOn())
  act(() => again.result.current.goOn())
  expect(again.result.current.row?.id).toBe(order[0])
})

test('a second reviewer begins without the verdicts of the first, changes no row, and the differing cells are a queue', async () => {
  const judgements = judgementsOf(page.runs)
  const hook = await reviewing(4)
  await act(async () => judgements.setName('Ada'))
  const first = hook.result.current.row?.id ?? ''
  for (const verdict of ['pass', 'pass', 'fail', 'fail'] as const) await say(hook, verdict)
  await waitFor(async () => expect((await page.ledger.get(first))?.verdict).toBe('pass'))
  await act(async () => judgements.setName('Bo'))
  expect(hook.result.current.marks?.verdict).toBeUndefined()
  expect(hook.result.current.row?.id).toBe(first)
  for (const verdict of ['fail', 'pass', 'fail', 'fail'] as const) await say(hook, verdict)
  expect((await page.ledger.get(first))?.verdict).toBe('pass')
  hook.rerender('differing')
  expect(hook.result.current).toMatchObject({ count: 1, row: { id: first }, marks: { verdict: 'fail' } })

  const { verdicts } = hook.result.current
  const onDiffering = vi.fn()
  render(<ReviewFigures {...{ plan, places, verdicts, scores: new Map(), name: 'Bo', onDiffering }} />)
  expect(screen.getByRole('status').textContent).toBe('75 % agreement on 4 cells · Cohen’s kappa 0.50')
  screen.getByRole('button', { name: 'Review the 1 differing cell' }).click()
  expect(onDiffering).toHaveBeenCalledOnce()
})

test('what an imported row says is not taken for the word of this browser’s owner', async () => {
  const [first, second] = [0, 1].map((at) => places.get(at)?.id ?? '')
  for (const id of [first, second]) await page.ledger.update(id ?? '', (row) => ({ ...row, verdict: 'pass' }))
  const rows = await (await page.ledger.history()).rows(records.map(({ run }) => run.id))
  places = newestByPlace(rows.flatMap((row) => row ?? []))
  await judgementsOf(page.runs).merge([
    { id: '1', runs: [first ?? ''], kind: 'verdict', value: 'pass', by: 'Ada', at: 1, blind: false },
  ])
  const hook = await reviewing()
  await waitFor(() => expect(hook.result.current.verdicts.get('Ada')).toEqual(new Map([[first, 'pass']])))
  expect(hook.result.current.verdicts.get('You')).toEqual(new Map([[second, 'pass']]))
})

test('kappa is said to be not defined where both only ever say the same', () => {
  const same = new Map([
    ['Ada', new Map([['run-0', 'pass' as const]])],
    ['Bo', new Map([['run-0', 'pass' as const]])],
  ])
  render(<ReviewFigures {...{ plan, places, verdicts: same, scores: new Map(), name: 'Ada', onDiffering: () => {} }} />)
  expect(screen.getByRole('status').textContent).toBe('100 % agreement on 1 cell · Cohen’s kappa not defined')
})
