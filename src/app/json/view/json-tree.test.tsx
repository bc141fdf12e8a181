import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { JsonTree } from './json-tree.tsx'

afterEach(cleanup)

const rows = () => screen.getAllByRole('treeitem').map((row) => row.textContent)

test('a document is a tree that says its levels, folds by a press, and shows values as they were written', async () => {
  render(<JsonTree name="Body" text='{"a":{"b":1.50},"a":"x"}' />)
  expect(rows()).toEqual(['{ 2 keys }', '"a":{ 1 key }', '"b":1.50', '"a":"x"'])
  const inner = screen.getByRole('treeitem', { name: /1 key/ })
  expect([inner.getAttribute('aria-level'), inner.getAttribute('aria-expanded')]).toEqual(['2', 'true'])
  await userEvent.click(inner)
  expect(rows()).toEqual(['{ 2 keys }', '"a":{ 1 key }', '"a":"x"'])
})

test('keys walk and fold the tree, and the path follows', async () => {
  render(<JsonTree name="Body" text='{"a":[{"b":true}]}' />)
  screen.getByRole('tree', { name: 'Body' }).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(screen.getByText('a[0].b')).toBeTruthy()
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('"b":true')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(screen.getByRole('treeitem', { selected: true }).getAttribute('aria-expanded')).toBe('false')
  expect(rows()).toHaveLength(3)
})

test('a search unfolds what it finds and steps from one place to the next', async () => {
  render(<JsonTree name="Body" text='{"a":{"city":"Oslo"},"b":{"city":"Rome"}}' />)
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }))
  expect(rows()).toHaveLength(3)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in JSON' }), 'CITY')
  await waitFor(() => expect(screen.getByText('1 of 2')).toBeTruthy())
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('"city":"Oslo"')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('"city":"Rome"')
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('1 of 2')).toBeTruthy()
})

test('only what is seen of a long list is drawn', async () => {
  render(<JsonTree name="Body" text={JSON.stringify(Array.from({ length: 10_000 }, () => 1))} />)
  expect(rows().length).toBeLessThan(100)
  expect(screen.getAllByRole('treeitem')[1]?.getAttribute('aria-setsize')).toBe('10000')
})

test('a large document is read in turns', async () => {
  // Each step of a turn takes 13 ms.
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 13))
  render(<JsonTree name="Body" text={JSON.stringify(Array.from({ length: 40_000 }, (_, at) => ({ at })))} />)
  expect(screen.queryByRole('tree')).toBeNull()
  await waitFor(() => expect(screen.getByRole('tree')).toBeTruthy())
  expect(rows()[0]).toBe('[ 40,000 items ]')
  clock.mockRestore()
})

test('a picture is shown on a press and never as text; a vector picture never is', async () => {
  const bytes = Array.from({ length: 684 }, (_, at) => (at * 131 + 7) % 251)
  const size = [0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 9, 0, 0, 0, 9]
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...size, ...bytes]).toString('base64')
  const svg = `data:image/svg+xml;base64,${Buffer.from(`<svg>${' '.repeat(400)}</svg>`).toString('base64')}`
  const { container } = render(<JsonTree name="Body" text={JSON.stringify({ png, svg })} />)
  expect(rows().slice(1)).toEqual(['"png":image/png · 708 B · base64', '"svg":image/svg+xml · 411 B · base64'])
  expect(container.textContent).not.toContain(png.slice(0, 40))
  await userEvent.click(screen.getByRole('treeitem', { name: /png/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  expect(screen.getByRole('img').getAttribute('src')).toBe(`data:image/png;base64,${png}`)
  await userEvent.click(screen.getByRole('treeitem', { name: /svg/ }))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull()
})

test('a document that was cut says so, and is there as text and as a tree; what is no JSON is text', async () => {
  const { rerender } = render(<JsonTree name="Body" text='{"a":[1,"<img src=x onerror=alert(1)>' />)
  expect(screen.getByText(/Cut off/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Body' }).textContent).toContain('{"a":[1,"<img src=x')
  await userEvent.click(screen.getByRole('button', { name: 'As text' }))
  expect(rows()).toHaveLength(4)
  rerender(<JsonTree name="Body" text={'<h1>Bad gateway</h1>\nline two'} />)
  const text = within(screen.getByRole('region', { name: 'Body' }))
  expect(text.getByText('line two')).toBeTruthy()
  expect(document.querySelector('h1')).toBeNull()
})
