import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onFirstPress } from './first-press.ts'
import { onRunKey } from './keyboard.ts'

/** Later in each test than in all before it: what was pressed last is remembered for the page. */
let now = 0
beforeEach(() => {
  now += 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function shownButton() {
  const press = vi.fn()
  render(<button {...onFirstPress(press)}>Generate</button>)
  return { press, button: screen.getByRole('button') }
}

function shownPanel() {
  const press = vi.fn()
  // biome-ignore lint/a11y/noStaticElementInteractions: as in a panel, whose fields have the focus.
  render(<div onKeyDown={onRunKey(press)}>A panel</div>)
  const panel = screen.getByText('A panel')
  const enter = (more: KeyboardEventInit = {}) => fireEvent.keyDown(panel, { key: 'Enter', ctrlKey: true, ...more })
  return { press, enter }
}

test('every click that the browser counts above one belongs to the first, however late it comes', () => {
  const { press, button } = shownButton()
  for (const [detail, wait] of [
    [1, 490],
    [2, 900],
    [3, 0],
  ] as const) {
    fireEvent.click(button, { detail })
    now += wait
  }
  expect(press).toHaveBeenCalledOnce()
})

test('two single clicks of a mouse are two presses', () => {
  const { press, button } = shownButton()
  fireEvent.click(button, { detail: 1 })
  now += 100
  fireEvent.click(button, { detail: 1 })
  expect(press).toHaveBeenCalledTimes(2)
})

test('a second tap, which no browser counts, belongs to the first for half a second, also where it meets another button', () => {
  const { press, button } = shownButton()
  const tap = (on: Element) =>
    fireEvent(on, new PointerEvent('click', { detail: 1, pointerType: 'touch', bubbles: true }))
  tap(button)
  cleanup()
  const next = shownButton()
  now += 490
  tap(next.button)
  expect(next.press).not.toHaveBeenCalled()
  now += 510
  tap(next.button)
  expect(press).toHaveBeenCalledOnce()
  expect(next.press).toHaveBeenCalledOnce()
})

test('a button pressed by key twice in half a second is pressed once', () => {
  const { press, button } = shownButton()
  fireEvent.click(button, { detail: 0 })
  now += 350
  fireEvent.click(button, { detail: 0 })
  expect(press).toHaveBeenCalledOnce()
})

test('a key held on a button clicks it once', () => {
  const { button } = shownButton()
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})

test('key combinations that follow each other within half a second are one press', () => {
  const { press, enter } = shownPanel()
  for (const wait of [350, 490, 501]) {
    enter()
    now += wait
  }
  expect(press).toHaveBeenCalledOnce()
  enter()
  expect(press).toHaveBeenCalledTimes(2)
})

test('a combination after something was typed is another press', () => {
  const { press, enter } = shownPanel()
  enter()
  now += 200
  fireEvent.input(screen.getByText('A panel'))
  enter()
  expect(press).toHaveBeenCalledTimes(2)
})

test('another combination is another press', () => {
  const { press, enter } = shownPanel()
  enter()
  enter({ ctrlKey: false, metaKey: true })
  expect(press).toHaveBeenCalledTimes(2)
})

test('a held key combination runs once, however long it is held', () => {
  const { press, enter } = shownPanel()
  enter()
  for (let held = 0; held < 40; held += 1) {
    now += 50
    enter({ repeat: true })
  }
  expect(press).toHaveBeenCalledOnce()
})
