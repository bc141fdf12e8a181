import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { newestByPlace } from '../../../../src/app/lab/places.ts'
import { scrollOver } from '../runs/scroll-list.ts'
import { settled } from '../waiting.ts'
import { rowHeight } from './grid-props.ts'
import { plannedCells } from './planned-cells.ts'

const grids = {
  ours: async () => (await import('./our-grid.tsx')).OurGrid,
  tanstack: async () => (await import('./tanstack-grid.tsx')).TanstackGrid,
}
export type GridName = keyof typeof grids

/** The results of a plan in a panel's width, ready to be scrolled. */
export async function prepareGrid({ grid, count, seed }: { grid: GridName; count: number; seed: number }) {
  const Grid = await grids[grid]()
  const { plan, rows } = plannedCells(seed, count)
  const host = document.createElement('div')
  Object.assign(host.style, { width: '1180px', height: '720px', display: 'flex', flexDirection: 'column' })
  document.body.append(host)
  createRoot(host).render(createElement(Grid, { plan, places: newestByPlace(rows) }))
  await document.fonts.ready
  await settled()
  const box = host.querySelector<HTMLElement>('[aria-label=Results]')
  if (!box) throw new Error('no grid')
  return { run: () => scrollOver(box, plan.rows.length * rowHeight, '[data-place], [role=row]') }
}
