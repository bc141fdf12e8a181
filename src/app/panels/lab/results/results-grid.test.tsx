import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { columnsOf } from '#lab/cells.ts'
import { emptyPlan } from '#lab/lab-plan.ts'
import type { Plan } from '../../../batch/batch-plan.ts'
import type { Row } from '../../../lab/places.ts'
import { ResultsGrid, type ResultsGridProps } from './results-grid.tsx'

afterEach(cleanup)

const none = () => {}

/** One row of two models, of which the router offers the first. */
function open(shown: ResultsGridProps['runs']['shown'], places: ResultsGridProps['places'] = new Map()): void {
  const plan = { ...emptyPlan('chat'), axes: { models: ['here', 'gone'], repeat: 1, sweeps: [] } }
  const columns = columnsOf(plan).map((one) => ({ ...one, name: one.model, own: '', isGone: one.model === 'gone' }))
  render(
    <ResultsGrid
      {...{ plan, columns, listed: [0], places, checks: new Map(), grid: createRef() }}
      {...{ batch: 'b', size: 'medium', open: undefined, order: undefined, marks: { press: () => false } }}
      runs={{ shown, isLast: true, missing: new Map(), queue: { isSendingHere: false, stopModel: none } }}
      {...{ onOpen: none, onClose: none, onOrder: none, onAgain: none, onNote: none }}
    />,
  )
}

const texts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent)

test('a column says that its model is no longer offered, and why it is halted, beside its name', () => {
  open({ status: 'idle', left: [], halts: new Map([['gone', 'No credits are left.']]) })
  expect(texts('columnheader')).toEqual(['Row', 'here', 'gonenot offered · No credits are left.'])
})

test('while a plan is sent, a cell waits until its run is there, unless the press has left it out', () => {
  const plan = { id: 'b', cells: [{}, { leftOut: 'yes' }] } as unknown as Plan
  open({ status: 'sending', plan, left: [], halts: new Map() })
  expect(texts('gridcell').slice(0, 2)).toEqual(['Waiting', 'Not sent'])
})

test('the cell of a deleted run says so', () => {
  const row = { status: 'completed', deleted: 5, batch: { id: 'b', at: 0 } } as Row
  open({ status: 'idle', left: [], halts: new Map() }, new Map([[0, row]]))
  expect(texts('gridcell').slice(0, 2)).toEqual(['Deleted', 'Not sent'])
})

test('brackets and S go from cell to cell, and a cell says its price', () => {
  const row = { status: 'completed', price: '3 cauris', log: [], batch: { id: 'b', at: 0 } } as unknown as Row
  open({ status: 'idle', left: [], halts: new Map() }, new Map([[0, row]]))
  const grid = screen.getByRole('grid')
  const chosen = () =>
    screen.getAllByRole('gridcell').findIndex((cell) => cell.getAttribute('aria-selected') === 'true')
  const steps = [']', '[', 's', 's'].map((key) => {
    fireEvent.keyDown(grid, { key })
    return chosen()
  })
  expect(steps).toEqual([1, 0, 1, 1])
  expect(texts('gridcell')[0]).toContain('3 cauris')
})
