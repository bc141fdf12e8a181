import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Row } from '../../history/found-runs.ts'
import { RunRowView } from './run-row-view.tsx'

const row = (n: number): Row => ({
  ...{ id: `r${n}`, seq: n, endpoint: 'responses', model: 'm', title: `Run ${n}`, status: 'completed', intent: `${n}` },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  log: [{ status: 'prepared', at: n, mono: n }],
})

test('a row that cannot be rendered costs no other one, and stays an option of the list', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad: Row = JSON.parse(JSON.stringify({ ...row(1), tags: 5 }))
  const place = { of: 3, top: 0, active: false, selected: false, open: false }
  render([row(0), bad, row(2)].map((one, at) => <RunRowView key={one.id} {...place} id={one.id} row={one} at={at} />))
  const options = screen.getAllByRole('option')
  expect(options.map((one) => one.textContent?.slice(0, 13))).toEqual([
    'Run 0Complete',
    'Cannot be sho',
    'Run 2Complete',
  ])
  expect(options.map(({ dataset }) => dataset.at)).toEqual(['0', '1', '2'])
  vi.restoreAllMocks()
})
