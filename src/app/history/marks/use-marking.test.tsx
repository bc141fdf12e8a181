import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { inForce } from '#lab/judgements.ts'
import { sampleRecord } from '../../export/testing/sample-record.ts'
import { judgementsOf } from '../../run/history/stored-judgements.ts'
import { openWithRuns } from '../../run/testing/open-with-runs.ts'
import { RunsProvider } from '../../run/use-runs.tsx'
import type { UndoStep } from '../use-undo.ts'
import { useMarking } from './use-marking.tsx'

afterEach(cleanup)

test('a mark of runs of the Lab is a judgement of the owner too, and its undo takes both back', async () => {
  const ofLab = sampleRecord({ run: { id: 'cell', thread: 'lab.plan' } })
  const { page, rows } = await openWithRuns([ofLab, sampleRecord({ run: { id: 'other', thread: 't' } })])
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <RunsProvider runs={page.runs}>{children}</RunsProvider>
  )
  const steps: UndoStep[] = []
  const { result } = renderHook(() => useMarking((step) => void steps.push(step)), { wrapper })
  act(() => result.current.mark(rows, { kind: 'verdict', verdict: 'fail' }))
  await waitFor(() => expect(steps).toHaveLength(1))
  const held = async () => inForce(await judgementsOf(page.runs).all())
  expect(await held()).toMatchObject([{ runs: ['cell'], kind: 'verdict', value: 'fail', by: 'You' }])
  await steps[0]?.undo?.()
  expect(await held()).toEqual([])
  expect((await page.ledger.get('cell'))?.verdict).toBeUndefined()
  page.runs.close()
})
