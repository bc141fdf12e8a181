import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Combobox } from './combobox.tsx'
import type { ComboboxOption } from './combobox-list.tsx'

const models: readonly ComboboxOption[] = [
  { value: 'gen-5.4-pro', note: '60 cauris', hint: 'Advanced research' },
  { value: 'sandbox-fast', badges: ['sandbox'] },
  { value: 'sandbox-slow', badges: ['sandbox'], label: 'Slow one' },
]

interface FieldProps {
  readonly first: string
  readonly options: readonly ComboboxOption[]
  readonly onEscape: () => void
}

function Field({ first, options, onEscape }: FieldProps) {
  const [value, setValue] = useState(first)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a panel that listens for Escape
    <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
      <label id="label" htmlFor="model">
        Model
      </label>
      <Combobox id="model" labelId="label" value={value} options={options} onChange={setValue} />
      <button type="button">Next</button>
    </div>
  )
}

function start(first = '', options = models) {
  const onEscape = vi.fn()
  const { rerender } = render(<Field first={first} options={options} onEscape={onEscape} />)
  const refresh = (next: readonly ComboboxOption[]) =>
    rerender(<Field first={first} options={next} onEscape={onEscape} />)
  return { user: userEvent.setup(), onEscape, refresh }
}

type User = ReturnType<typeof userEvent.setup>

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Model' })
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const activeOption = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent

afterEach(cleanup)

// Its list is a file of its own: loaded here, so that no test waits for it.
beforeAll(async () => {
  const { user } = start()
  await user.click(box())
  await act(() => import('./combobox-list.tsx'))
  cleanup()
})

test('a click shows every option, whatever is chosen', async () => {
  const { user } = start('sandbox-fast')
  expect(box().getAttribute('aria-expanded')).toBe('false')
  await user.click(box())
  expect(box().getAttribute('aria-expanded')).toBe('true')
  expect(names()).toHaveLength(3)
  expect(document.getElementById(box().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('sandbox-fast')
})

test('opening starts an empty search, with the current value over the list', async () => {
  const { user } = start('gen-5.4-pro')
  await user.click(box())
  expect(box().value).toBe('')
  expect(screen.getByText('Current').parentElement?.textContent).toBe('Currentgen-5.4-pro')
  await user.keyboard('fast{Enter}')
  expect(box().value).toBe('sandbox-fast')
})

test.each([
  ['typed', (user: User) => user.keyboard('fast')],
  ['pasted', (user: User) => user.paste('fast')],
])('what is %s into the closed box is a search, wherever the caret is', async (_, give) => {
  const { user } = start('gen-5.4-pro')
  await user.tab()
  box().setSelectionRange(3, 3)
  await give(user)
  expect(box().value).toBe('fast')
  expect(activeOption()).toContain('sandbox-fast')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('sandbox-fast')
})

test('typing narrows the list by every word in name, label, badge or hint', async () => {
  const { user } = start()
  await user.type(box(), 'sandbox slow')
  expect(names()).toEqual(['Slow onesandbox', 'Use “sandbox slow” anyway'])
  await user.clear(box())
  await user.type(box(), 'RESEARCH')
  expect(names()).toEqual(['gen-5.4-pro60 caurisAdvanced research', 'Use “RESEARCH” anyway'])
})

test('the best match is the first row, which Enter takes', async () => {
  const { user } = start('', [
    { value: 'other', hint: 'as good as fast' },
    { value: 'breakfast' },
    { value: 'fast-2' },
    { value: 'FAST' },
    { value: 'fast' },
  ])
  await user.type(box(), 'fast')
  expect(names()).toEqual(['fast', 'FAST', 'fast-2', 'breakfast', 'otheras good as fast'])
  expect(activeOption()).toBe('fast')
})

test('before anything is typed Enter keeps the current value, listed or not', async () => {
  const { user } = start('sandbox-fast')
  await user.click(box())
  expect(activeOption()).toContain('sandbox-fast')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('sandbox-fast')
  cleanup()
  const next = start('my-own')
  await next.user.click(box())
  expect(activeOption()).toBeUndefined()
  await next.user.keyboard('{Enter}')
  expect(box().value).toBe('my-own')
})

test('a name that is not listed is a row of its own, the only one where nothing matches', async () => {
  const { user } = start('gen-5.4-pro')
  await user.click(box())
  await user.paste(' my/own-model ')
  expect(names()).toEqual(['Use “my/own-model” anyway'])
  expect(screen.getByRole('status').textContent).toBe('No matches')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('my/own-model')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('fast{ArrowUp}{Enter}')
  expect(box().value).toBe('fast')
})

test('the count of options is announced', async () => {
  const { user } = start()
  expect(screen.getByRole('status').textContent).toBe('')
  await user.click(box())
  expect(screen.getByRole('status').textContent).toBe('3 options')
  await user.keyboard('fast')
  expect(screen.getByRole('status').textContent).toBe('1 option')
})

test('arrows walk the list and around its ends, Home and End jump, Enter takes', async () => {
  const { user } = start()
  await user.click(box())
  expect(activeOption()).toContain('gen-5.4-pro')
  await user.keyboard('{ArrowDown}')
  expect(activeOption()).toContain('sandbox-fast')
  await user.keyboard('{End}')
  expect(activeOption()).toContain('Slow one')
  await user.keyboard('{ArrowDown}')
  expect(activeOption()).toContain('gen-5.4-pro')
  await user.keyboard('{ArrowUp}{Home}{ArrowDown}{Enter}')
  expect(box().value).toBe('sandbox-fast')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(box())
})

test('an arrow key opens the list at the chosen option', async () => {
  const { user } = start('sandbox-slow')
  await user.tab()
  await user.keyboard('{ArrowDown}')
  expect(activeOption()).toContain('Slow one')
})

test('Home and End belong to the text once something is typed', async () => {
  const { user } = start()
  await user.type(box(), 'sand{Home}my-')
  expect(box().value).toBe('my-sand')
})

test('a list that comes anew keeps what is typed and the option that the arrows are on', async () => {
  const { user, refresh } = start()
  await user.type(box(), 's')
  await user.keyboard('{ArrowDown}')
  expect(activeOption()).toContain('Slow one')
  refresh([{ value: 's-new' }, ...models])
  expect(box().value).toBe('s')
  expect(activeOption()).toContain('Slow one')
})

test('Escape closes the list, keeps the value, and goes no further', async () => {
  const { user, onEscape } = start('gen-5.4-pro')
  await user.type(box(), ' fast')
  await user.keyboard('{Escape}')
  expect(box().value).toBe('gen-5.4-pro')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onEscape).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

test('leaving the box keeps the value, and says that the search was not chosen', async () => {
  const { user } = start('gen-5.4-pro')
  await user.click(box())
  await user.keyboard('{ArrowDown}fast')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Next')
  expect(box().value).toBe('gen-5.4-pro')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await screen.findByText('“fast” was not chosen.')).toBeDefined()
  await user.click(box())
  expect(screen.queryByText(/was not chosen/)).toBeNull()
})

test('a click takes an option and leaves the focus in the text box', async () => {
  const { user } = start()
  await user.click(box())
  await user.click(screen.getByRole('option', { name: /sandbox-fast/ }))
  expect(box().value).toBe('sandbox-fast')
  expect(document.activeElement).toBe(box())
})

test('with Ctrl and Enter a search is chosen and not sent; the current value is sent', async () => {
  const { user } = start('gen-5.4-pro')
  const pressed = vi.fn()
  document.addEventListener('keydown', pressed)
  await user.type(box(), 'fast')
  pressed.mockClear()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(box().value).toBe('sandbox-fast')
  expect(pressed.mock.calls.filter(([{ key }]) => key === 'Enter')).toHaveLength(0)
  await user.click(box())
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(pressed.mock.calls.filter(([{ key }]) => key === 'Enter')).toHaveLength(1)
  expect(screen.queryByRole('listbox')).toBeNull()
  document.removeEventListener('keydown', pressed)
})

test('a key pressed while a word is being composed is not for the list, but empties the closed box', async () => {
  const { user } = start('gen-5.4-pro')
  await user.tab()
  const compose = (key: string) =>
    act(() => void box().dispatchEvent(new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true })))
  compose('Process')
  expect(box().value).toBe('')
  await user.keyboard('{ArrowDown}')
  const before = activeOption()
  compose('Enter')
  expect(activeOption()).toBe(before)
  expect(box().getAttribute('aria-expanded')).toBe('true')
})

test('a very long list is cut, and says so', async () => {
  const { user } = start(
    '',
    Array.from({ length: 1000 }, (_, index) => ({ value: `model-${index}` })),
  )
  await user.click(box())
  expect(names()).toHaveLength(100)
  expect(screen.getByRole('status').textContent).toBe('1,000 options, first 100 shown')
})

test('a folded group is one row until it is chosen or something is typed', async () => {
  const grouped: readonly ComboboxOption[] = [
    { value: 'real' },
    { value: 'sandbox-fast', group: 'Sandbox' },
    { value: 'fault-cut', group: 'Failures', folded: true },
    { value: 'fault-500', group: 'Failures', folded: true },
  ]
  const { user } = start('real', grouped)
  await user.click(box())
  expect(names()).toEqual(['real', 'sandbox-fast', 'Show 2 failures'])
  expect(screen.getByText('Failures')).toBeDefined()
  await user.keyboard('{End}{Enter}')
  expect(names()).toEqual(['real', 'sandbox-fast', 'fault-cut', 'fault-500'])
  expect(activeOption()).toBe('fault-cut')
  await user.keyboard('{Enter}')
  expect(box().value).toBe('fault-cut')
  await user.click(box())
  expect(names()).toContain('fault-500')
  await user.keyboard('failures')
  expect(names()).toEqual(['fault-cut', 'fault-500', 'Use “failures” anyway'])
})
