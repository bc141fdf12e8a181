import { render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import { columnsOf } from '#lab/cells.ts'
import { emptyPlan } from '#lab/lab-plan.ts'
import { ResultsGrid } from './results-grid.tsx'

const none = () => {}

test('a column says that its model is no longer offered', () => {
  const plan = { ...emptyPlan('chat'), axes: { models: ['here', 'gone'], repeat: 1, sweeps: [] } }
  const columns = columnsOf(plan).map((one) => ({ ...one, name: one.model, own: '', isGone: one.model === 'gone' }))
  render(
    <ResultsGrid
      {...{ plan, columns, listed: [], places: new Map(), checks: new Map(), grid: createRef() }}
      {...{ batch: 'b', size: 'small', open: undefined, order: undefined, marks: { press: () => false } }}
      runs={{
        ...{ isLast: true, missing: new Map(), queue: { isSendingHere: false, stopModel: none } },
        shown: { status: 'idle', left: [], halts: new Map() },
      }}
      {...{ onOpen: none, onClose: none, onOrder: none, onAgain: none, onNote: none }}
    />,
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Row',
    'here',
    'gonenot offered',
  ])
})
