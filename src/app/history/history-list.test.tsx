import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLetterKeys } from '../ui/keys/letter-keys.tsx'
import { HistoryList } from './history-list.tsx'
import { activate, noSelection } from './row-selection.ts'
import { SelectableList } from './selectable-list.tsx'

afterEach(() => {
  cleanup()
  setLetterKeys(true)
})

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `r${n}` }))
const nothing = () => {}

interface ListProps {
  count: number
  onOpen?: (id: string) => void
  onLetter?: (key: string) => boolean
}

function List({ count, onOpen = nothing, onLetter = () => false }: ListProps) {
  const [selection, select] = useState(noSelection)
  return (
    <SelectableList
      name="Runs"
      rows={rowsOf(count)}
      rowHeight={64}
      row={({ id: title }, { id, at, of, selected }) => (
        <div
          id={id}
          role="option"
          tabIndex={-1}
          aria-selected={selected}
          aria-setsize={of}
          aria-posinset={at + 1}
          data-at={at}
        >
          {title}
        </div>
      )}
      open={undefined}
      selection={selection}
      box={useRef(null)}
      onSelection={select}
      onMove={(id) => select(activate(selection, id))}
      onOpen={onOpen}
      onKey={({ key }) => onLetter(key)}
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

test('other keys are handed on, and letters do not move where they are switched off', () => {
  const onLetter = vi.fn(() => true)
  render(<List count={3} onLetter={onLetter} />)
  press('P')
  expect(onLetter).toHaveBeenCalledExactlyOnceWith('P')
  press('j')
  expect(active()?.getAttribute('aria-posinset')).toBe('2')
  setLetterKeys(false)
  press('k')
  expect(active()?.getAttribute('aria-posinset')).toBe('2')
})

/** Rows with a button each, of which Delete takes one out. */
function Rows({ count }: { count: number }) {
  const [items, setItems] = useState(() => rowsOf(count))
  const [active, setActive] = useState('r0')
  const focusWish = useRef<string>(undefined)
  return (
    <HistoryList
      kind="rows"
      name="Rows"
      items={items}
      rowHeight={56}
      active={active}
      open="r0"
      focusWish={focusWish}
      onFocus={({ id }) => setActive(id)}
      onPress={nothing}
      onKey={({ id }, { key }) => {
        if (key !== 'Delete') return false
        const at = items.findIndex((item) => item.id === id)
        focusWish.current = (items[at + 1] ?? items[at - 1])?.id
        setItems(items.filter((item) => item.id !== id))
        return true
      }}
      row={({ id }, { at, active }) => (
        <li data-at={at}>
          <button type="button" data-open tabIndex={active ? 0 : -1}>
            {id}
          </button>
          <input aria-label={`Of ${id}`} />
        </li>
      )}
      className=""
    />
  )
}

const titles = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const focused = () => document.activeElement?.textContent

test('of rows one button is the tab stop, which the keys move, and which is there wherever the list is scrolled to', async () => {
  render(<Rows count={1_000} />)
  expect(titles().length).toBeLessThan(60)
  screen.getByRole('button', { name: 'r1' }).focus()
  await userEvent.keyboard('{ArrowDown}jk')
  expect(focused()).toBe('r2')
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('r999')
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

test('the row that got the focus by a deletion is the one that the next key deletes', async () => {
  render(<Rows count={4} />)
  screen.getByRole('button', { name: 'r2' }).focus()
  await userEvent.keyboard('{Delete}{Delete}')
  expect(titles()).toEqual(['r0', 'r1'])
})

test('keys that are pressed in another part of a row are its own', async () => {
  render(<Rows count={4} />)
  screen.getByRole('textbox', { name: 'Of r1' }).focus()
  await userEvent.keyboard('{Delete}{End}j')
  expect(titles()).toHaveLength(4)
  expect(screen.getByRole('textbox', { name: 'Of r1' })).toHaveProperty('value', 'j')
})
