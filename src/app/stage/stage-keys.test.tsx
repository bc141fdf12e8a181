import { afterEach, expect, test } from 'vitest'
import { commandOf, type StageCommand } from './stage-keys.ts'

afterEach(() => document.body.replaceChildren())

/** What a press asks for, in an element of that tag. */
function press(key: string, tag = 'div', init: KeyboardEventInit = {}): StageCommand | undefined {
  const element = document.body.appendChild(document.createElement(tag))
  let asked: StageCommand | undefined
  element.addEventListener('keydown', (event) => {
    asked = commandOf(event)
  })
  element.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...init }))
  return asked
}

test('the keys of a keyboard and of a remote', () => {
  const asked = ['1', '9', 'ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', '.', 't', 'T', 'r', ' ', 'Escape']
  expect(asked.map((key) => press(key))).toEqual([
    ...[0, 8, 'next', 'previous', 'next', 'previous', 'black', 'timer', 'timer', 'reset', 'play', 'escape'],
  ])
  expect(press('N', 'div', { shiftKey: true })).toBe('notes')
})

test('an unknown key, and one with Ctrl, ⌘ or Alt, does nothing', () => {
  expect(['0', 'n', 'x', 'F5', 'b', 'Home', 'Unidentified'].map((key) => press(key))).toEqual(Array(7).fill(undefined))
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(press('r', 'div', { [held]: true })).toBeUndefined()
  expect(press('R', 'div', { shiftKey: true })).toBeUndefined()
})

test('while a person types, only Escape and the page keys of a remote are the stage’s', () => {
  const keys = ['1', '.', 't', 'r', ' ', 'ArrowLeft', 'Escape', 'PageDown']
  const left = [...Array(6).fill(undefined), 'escape', 'next']
  for (const tag of ['textarea', 'input']) expect(keys.map((key) => press(key, tag))).toEqual(left)
  expect(press('N', 'textarea', { shiftKey: true })).toBeUndefined()
})

test('a text box that scrolls keeps the page keys, a player the arrows, a button Space', () => {
  const box = document.body.appendChild(document.createElement('textarea'))
  Object.defineProperties(box, { scrollHeight: { value: 200 }, clientHeight: { value: 100 } })
  let asked: StageCommand | undefined = 'next'
  box.addEventListener('keydown', (event) => {
    asked = commandOf(event)
  })
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }))
  expect(asked).toBeUndefined()
  expect(press('ArrowRight', 'video')).toBeUndefined()
  expect(press(' ', 'button')).toBeUndefined()
  expect(press('PageDown', 'button')).toBe('next')
})
