import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Combobox, type ComboboxOption } from './combobox.tsx'

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
  render(<Field first={first} options={options} onEscape={onEscape} />)
  return { user: userEvent.setup(), onEscape }
}

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

test('typing narrows the list by every word in name, label, badge or hint', async () => {
  const { user } = start()
  await user.type(box(), 'sandbox slow')
  expect(names()).toEqual(['Slow onesandbox'])
  await user.clear(box())
  await user.type(box(), 'RESEARCH')
  expect(names()).toEqual(['gen-5.4-pro60 caurisAdvanced research'])
})

test('any text is taken, and an empty list says so', async () => {
  const { user } = start()
  await user.type(box(), 'my/own-model{Enter}')
  expect(box().value).toBe('my/own-model')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.type(box(), '2')
  expect(screen.getByText('No matches; your text is used as typed.')).toBeDefined()
})

test('arrows walk the list and around its ends, Home and End jump, Enter takes', async () => {
  const { user } = start()
  await user.click(box())
  await user.keyboard('{ArrowDown}{ArrowDown}')
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

test('Home and End belong to the text while no option is active', async () => {
  const { user } = start()
  await user.type(box(), 'sand{Home}my-')
  expect(box().value).toBe('my-sand')
})

test('Escape closes the list, brings back what was there, and goes no further', async () => {
  const { user, onEscape } = start('gen-5.4-pro')
  await user.type(box(), ' fast')
  await user.keyboard('{Escape}')
  expect(box().value).toBe('gen-5.4-pro')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onEscape).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})

test('Tab takes the option that the arrows are on, and else the text as it is', async () => {
  const { user } = start()
  await user.click(box())
  await user.keyboard('{ArrowDown}')
  await user.tab()
  expect(box().value).toBe('gen-5.4-pro')
  expect(document.activeElement?.textContent).toBe('Next')
  await user.type(box(), '-mine')
  await user.tab()
  expect(box().value).toBe('gen-5.4-pro-mine')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a click takes an option and leaves the focus in the text box', async () => {
  const { user } = start()
  await user.click(box())
  await user.click(screen.getByRole('option', { name: /sandbox-fast/ }))
  expect(box().value).toBe('sandbox-fast')
  expect(document.activeElement).toBe(box())
})

test('a key pressed while a word is being composed is not for the list', async () => {
  const { user } = start()
  await user.click(box())
  await user.keyboard('{ArrowDown}')
  const before = activeOption()
  box().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
  expect(activeOption()).toBe(before)
  expect(box().value).toBe('')
})

test('a very long list is cut, and says so', async () => {
  const { user } = start(
    '',
    Array.from({ length: 1000 }, (_, index) => ({ value: `model-${index}` })),
  )
  await user.click(box())
  expect(names()).toHaveLength(100)
  expect(screen.getByText('900 more: type to filter')).toBeDefined()
})
