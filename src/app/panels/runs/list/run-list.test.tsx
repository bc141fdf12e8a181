import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { RunList } from './run-list.tsx'
import type { Row } from './run-row-view.tsx'
import { activate, noSelection } from './selection.ts'

afterEach(() => {
  cleanup()
  setLetterKeys(true)
})

const row = (n: number): Row => ({
  ...{ id: `r${n}`, seq: n, endpoint: 'responses', model: 'm', title: `Run ${n}`, status: 'completed', intent: `${n}` },
  connection: { name: 'c', baseUrl: 'http://a/v1' },
  log: [{ status: 'prepared', at: n, mono: n }],
})

function List({
  count,
  rows = Array.from({ length: count }, (_, n) => row(n)),
  ...on
}: {
  count: number
  rows?: readonly Row[]
  onOpen?: (id: string) => void
  onLetter?: (letter: string) => boolean
}) {
  const [selection, select] = useState(noSelection)
  const box = useRef<HTMLDivElement>(null)
  return (
    <RunList
      rows={rows}
      open={undefined}
      selection={selection}
      box={box}
      onSelection={select}
      onMove={(id) => select(activate(selection, id))}
      onOpen={on.onOpen ?? (() => {})}
      onDelete={() => {}}
      onLetter={on.onLetter ?? (() => false)}
    />
  )
}

const list = () => screen.getByRole('listbox', { name: 'Runs' })
const press = (...keys: readonly string[]) => {
  for (const key of keys)
    fireEvent.keyDown(list(), { key: key.replace('Shift+', ''), shiftKey: key.startsWith('Shift+') })
}
const active = () => document.getElementById(list().getAttribute('aria-activedescendant') ?? '')
const selected = () =>
  screen.queryAllByRole('option', { selected: true }).map((one) => one.getAttribute('aria-posinset'))

test('a list of ten thousand draws what is seen, and tells how many there are', () => {
  render(<List count={10_000} />)
  const options = screen.getAllByRole('option')
  expect(options.length).toBeLessThan(60)
  expect(options[0]?.getAttribute('aria-setsize')).toBe('10000')
})

test('arrows move, Space selects, Shift selects a range, Enter opens', () => {
  const onOpen = vi.fn()
  render(<List count={20} onOpen={onOpen} />)
  press('ArrowDown', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown')
  expect(selected()).toEqual(['2', '3', '4'])
  press('ArrowUp', 'Enter')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('r2')
  press('Escape')
  expect(selected()).toEqual([])
  press('End')
  expect(active()?.getAttribute('aria-posinset')).toBe('20')
  press('j', 'k', 'Home', 'j')
  expect(active()?.getAttribute('aria-posinset')).toBe('2')
})

test('letters are handed on, and do nothing when they are switched off', () => {
  const onLetter = vi.fn(() => true)
  render(<List count={3} onLetter={onLetter} />)
  press('P')
  expect(onLetter).toHaveBeenCalledExactlyOnceWith('p')
  setLetterKeys(false)
  press('p', 'j')
  expect(onLetter).toHaveBeenCalledOnce()
  expect(active()?.getAttribute('aria-posinset')).toBe('1')
})

test('a row that cannot be rendered costs no other one, and can still be opened', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const bad: Row = JSON.parse(JSON.stringify({ ...row(1), tags: 5 }))
  const opened: string[] = []
  render(<List count={3} rows={[row(0), bad, row(2)]} onOpen={(id) => opened.push(id)} />)
  const options = screen.getAllByRole('option')
  expect(options.map((one) => one.textContent?.slice(0, 13))).toEqual([
    'Run 0Complete',
    'Cannot be sho',
    'Run 2Complete',
  ])
  fireEvent.click(screen.getByText('Cannot be shown in the list'))
  expect(opened).toEqual(['r1'])
  vi.restoreAllMocks()
})
