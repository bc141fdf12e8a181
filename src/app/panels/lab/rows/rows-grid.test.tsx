import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { ColumnKinds } from '#lab/rows/map-columns.ts'
import { namesIn } from '#lab/rows/row-limits.ts'
import { RowsGrid } from './rows-grid.tsx'
import { answerSource, messagesOf, type TableQuestion } from './source-reading.ts'

/** Answers in the page what the worker would. */
class PageWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | undefined
  async postMessage(question: TableQuestion): Promise<void> {
    for (const data of messagesOf(await answerSource(question))) this.onmessage?.({ data })
  }
  terminate(): void {}
}

beforeEach(() => void vi.stubGlobal('Worker', PageWorker))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface PageProps {
  readonly given: readonly JsonRecord[]
  readonly variables: readonly string[]
  readonly onRows: (rows: readonly JsonRecord[], kinds: ColumnKinds) => void
}

const hasNoFile = () => false

function Page({ given, variables, onRows }: PageProps) {
  const [rows, setRows] = useState(given)
  const [kinds, setKinds] = useState<ColumnKinds>({})
  const change = (next: readonly JsonRecord[], nextKinds: ColumnKinds) => {
    setRows(next)
    setKinds(nextKinds)
    onRows(next, nextKinds)
  }
  return (
    <RowsGrid
      columns={namesIn(rows)}
      {...{ rows, kinds, variables }}
      hasFile={hasNoFile}
      onChange={change}
      onImport={() => {}}
    />
  )
}

function start(given: readonly JsonRecord[], variables: readonly string[] = []) {
  const seen: { rows: readonly JsonRecord[]; kinds: ColumnKinds } = { rows: given, kinds: {} }
  const onRows = (rows: readonly JsonRecord[], kinds: ColumnKinds) => {
    Object.assign(seen, { rows, kinds })
  }
  render(<Page {...{ given, variables, onRows }} />)
  return { user: userEvent.setup(), seen }
}

const grid = () => screen.getByRole('grid', { name: 'Rows' })
/** Of the head: row 1; of the row's number: column 1. */
const at = (row: number, column: number) =>
  grid().querySelector<HTMLElement>(`[aria-rowindex="${row}"] [aria-colindex="${column}"]`) ?? document.body
const focus = (row: number, column: number) => act(() => at(row, column).focus())
const focused = () => {
  const cell = document.activeElement?.closest('[aria-colindex]')
  return [cell?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].join()
}
const paste = (text: string, target = document.activeElement ?? document.body) =>
  fireEvent.paste(target, { clipboardData: { getData: () => text, files: [] } })
const two = [
  { topic: 'sea', tone: 'calm' },
  { topic: 'sky', tone: 'loud' },
]

// The list of a menu is a file of its own: loaded here, so that no test waits for it.
beforeAll(async () => {
  const { user } = start(two)
  await user.click(screen.getByRole('button', { name: 'Column tone' }))
  await act(() => import('../../../ui/popup/menu-list.tsx'))
  cleanup()
})

test('ten thousand rows are counted, and those that are seen are drawn', () => {
  start(Array.from({ length: 10_000 }, (_, n) => ({ topic: `topic ${n}` })))
  expect(grid().getAttribute('aria-rowcount')).toBe('10002')
  expect(grid().getAttribute('aria-colcount')).toBe('2')
  expect(within(grid()).getAllByRole('row').length).toBeLessThan(60)
  expect(screen.getByText('10,000 rows · 1 column')).toBeTruthy()
})

test('arrows, Home and End move between cells, numbers and column names; one cell is the tab stop', async () => {
  const { user } = start(two)
  focus(2, 2)
  const seen: string[] = []
  for (const key of [
    '{ArrowRight}',
    '{ArrowDown}',
    '{Home}',
    '{ArrowLeft}',
    '{ArrowUp}',
    '{ArrowUp}',
    '{ArrowDown}',
    '{Control>}{End}{/Control}',
  ]) {
    await user.keyboard(key)
    seen.push(focused())
  }
  expect(seen).toEqual(['2,3', '3,3', '3,2', '3,1', '2,1', '1,2', '2,2', '4,3'])
  expect(grid().querySelectorAll('[tabindex="0"]')).toHaveLength(1)
})

test('typing replaces, Enter edits what is there and goes down, Escape restores, Alt Enter breaks the line', async () => {
  const { user, seen } = start(two)
  focus(2, 2)
  await user.keyboard('lake{Enter}')
  expect(seen.rows[0]).toEqual({ topic: 'lake', tone: 'calm' })
  expect(focused()).toBe('3,2')
  await user.keyboard('{Enter}!{Escape}')
  expect(seen.rows[1]).toEqual(two[1])
  expect(focused()).toBe('3,2')
  await user.keyboard('{F2}{Alt>}{Enter}{/Alt}blue{Enter}')
  expect(seen.rows[1]).toEqual({ topic: 'sky\nblue', tone: 'loud' })
})

test('Tab goes on to the next cell, at the end to a row that typing adds, and then out of the grid', async () => {
  const { user, seen } = start(two)
  focus(3, 3)
  await user.keyboard('quiet{Tab}sun{Tab}hot{Shift>}{Tab}{/Shift}')
  expect(seen.rows).toEqual([two[0], { topic: 'sky', tone: 'quiet' }, { topic: 'sun', tone: 'hot' }])
  expect(focused()).toBe('4,2')
  await user.keyboard('{Tab}{Tab}{Tab}{Tab}')
  expect(grid().contains(document.activeElement)).toBe(false)
  expect(seen.rows).toHaveLength(3)
})

test('Delete empties a cell, and Ctrl Z brings back one change after the other, typed ones too', async () => {
  const { user, seen } = start(two)
  focus(2, 2)
  await user.keyboard('lake{Enter}{Delete}')
  expect(seen.rows.map(({ topic }) => topic)).toEqual(['lake', ''])
  expect(screen.getByText('Cell emptied.')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(seen.rows.map(({ topic }) => topic)).toEqual(['lake', 'sky']))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(seen.rows).toEqual(two))
})

test('cells copied from a spreadsheet fill from the active cell on, and add rows and columns', async () => {
  const { user, seen } = start(two)
  focus(3, 3)
  paste('soft\tx\r\n"two\nlines"\ty\r\n')
  await screen.findByText('4 cells pasted.')
  expect(seen.rows).toEqual([
    two[0],
    { topic: 'sky', tone: 'soft', 'Column 3': 'x' },
    { tone: 'two\nlines', 'Column 3': 'y' },
  ])
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(seen.rows).toEqual(two))
})

test('a value that is no text is shown as JSON, and stays what it is until it is edited', async () => {
  const messages = [{ role: 'user' }]
  const { user, seen } = start([{ n: 7, messages }])
  expect(at(2, 3).textContent).toBe('[{"role":"user"}]')
  focus(2, 2)
  await user.keyboard('{Enter}{Enter}')
  expect(seen.rows).toEqual([{ n: 7, messages }])
  focus(2, 2)
  await user.keyboard('{Enter}0{Enter}')
  expect(seen.rows).toEqual([{ n: '70', messages }])
})

test('a variable without a column is said, and typing in it adds it', async () => {
  const { user, seen } = start(two, ['topic', 'place'])
  expect(at(1, 4).textContent).toBe('placenot filled yet')
  focus(2, 4)
  await user.keyboard('home{Enter}')
  expect(seen.rows[0]).toEqual({ ...two[0], place: 'home' })
  expect(screen.queryByText('not filled yet')).toBeNull()
})

test('rows and columns are added by their buttons, in an empty grid too', async () => {
  const { user, seen } = start([])
  await user.click(screen.getByRole('button', { name: 'Add column' }))
  await user.keyboard('topic{Enter}')
  expect(seen.rows).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Add row' }))
  await user.keyboard('sea{Enter}')
  expect(seen.rows).toEqual([{ topic: 'sea' }])
  await user.click(screen.getByRole('button', { name: 'Add column' }))
  await user.keyboard('topic{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('There is a column “topic” already.')
})

test('a row is deleted by its button, a column renamed and deleted by its menu', async () => {
  const { user, seen } = start(two)
  await user.click(screen.getByRole('button', { name: 'Delete row 1' }))
  expect(seen.rows).toEqual([two[1]])
  await user.click(screen.getByRole('button', { name: 'Column tone' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  await user.keyboard('mood{Enter}')
  expect(Object.entries(seen.rows[0] ?? {})).toEqual([
    ['topic', 'sky'],
    ['mood', 'loud'],
  ])
  await user.click(screen.getByRole('button', { name: 'Column topic' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete column' }))
  expect(seen.rows).toEqual([{ mood: 'loud' }])
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(seen.rows).toEqual([{ topic: 'sky', mood: 'loud' }]))
})

test('what exceeds a limit of plans is not done, and said', async () => {
  const { seen } = start(Array.from({ length: 9_999 }, () => ({ topic: 'a' })))
  focus(2, 2)
  fireEvent.keyDown(at(2, 2), { key: 'End', ctrlKey: true })
  paste('x\ny\nz')
  expect((await screen.findByRole('alert')).textContent).toBe('10,002 rows are too many: at most 10,000.')
  expect(seen.rows).toHaveLength(9_999)
})

test('a table pasted into an empty grid is imported, its first line as names; a row of another width is skipped', async () => {
  const { user, seen } = start([], ['topic_name'])
  focus(2, 2)
  paste('Topic Name\tWanted\nsea\tblue\nsky\n')
  const dialog = within(await screen.findByRole('dialog', { name: 'Import rows' }))
  const button = await dialog.findByRole('button', { name: 'Import 1 row, skip 1' })
  expect(dialog.getByText('Line 3: 1 column, 2 expected')).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name of “Topic Name”' }).value).toBe('topic_name')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Take “Wanted” as' }), 'Expected')
  await user.click(button)
  expect(seen.rows).toEqual([{ topic_name: 'sea', Wanted: 'blue' }])
  expect(seen.kinds).toEqual({ Wanted: 'expected' })
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(seen.rows).toEqual([]))
})

test('a dropped file replaces the rows or is added to them, as chosen', async () => {
  const { user, seen } = start(two)
  const drop = (text: string, name: string) =>
    fireEvent.drop(grid(), { dataTransfer: { files: [new File([text], name)], types: ['Files'] } })
  drop('topic,tone\nsun,hot\n', 'rows.csv')
  await screen.findByText('CSV · UTF-8')
  await user.click(screen.getByRole('radio', { name: 'Add to the 2 rows' }))
  await user.click(screen.getByRole('button', { name: 'Import 1 row' }))
  expect(seen.rows).toEqual([...two, { topic: 'sun', tone: 'hot' }])
  drop('[{"topic":1}]', 'rows.json')
  await screen.findByRole('radio', { name: 'Replace the 3 rows there' })
  await user.click(await screen.findByRole('button', { name: 'Import 1 row' }))
  expect(seen.rows).toEqual([{ topic: 1 }])
  drop('a,"b\n', 'rows.csv')
  expect(await screen.findByText('The quote opened in line 1 is not closed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
})
