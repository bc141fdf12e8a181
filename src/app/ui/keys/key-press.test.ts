import { expect, test } from 'vitest'
import { isCommand } from './key-press.ts'

const press = { key: 'a', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('a command is Ctrl or ⌘ with its letter, which Caps Lock makes a capital one', () => {
  expect(isCommand({ ...press, ctrlKey: true }, 'a')).toBe(true)
  expect(isCommand({ ...press, metaKey: true, key: 'A' }, 'a')).toBe(true)
  expect(isCommand({ ...press, ctrlKey: true, shiftKey: true, key: 'A' }, 'a')).toBe(false)
  expect([isCommand(press, 'a'), isCommand({ ...press, ctrlKey: true, key: 'b' }, 'a')]).toEqual([false, false])
})
