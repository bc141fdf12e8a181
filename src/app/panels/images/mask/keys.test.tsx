import { expect, test } from 'vitest'
import { setLetterKeys } from '../../../ui/letter-keys.ts'
import { commandOf, historyOf, type KeyPress } from './keys.ts'

const press = (key: string, change: Partial<KeyPress> & { third?: boolean } = {}): KeyPress => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, target: null },
  getModifierState: () => change.third ?? false,
  ...change,
})
const ctrl = (key: string, change: Partial<KeyPress> = {}) => press(key, { ctrlKey: true, ...change })

test('letters choose tools, in whichever case', () => {
  expect(commandOf(press('b'))).toEqual({ kind: 'tool', tool: 'brush' })
  expect(commandOf(press('U'))).toEqual({ kind: 'tool', tool: 'rectangle' })
  expect(commandOf(press('и', { code: 'KeyB' }))).toEqual({ kind: 'tool', tool: 'brush' })
  expect(commandOf(press('x'))).toBeUndefined()
})

test('brackets change the size and with Shift the hardness, wherever a keyboard has them', () => {
  expect(commandOf(press('['))).toEqual({ kind: 'size', direction: -1 })
  expect(commandOf(press('}', { shiftKey: true, code: 'BracketRight' }))).toEqual({ kind: 'hardness', direction: 1 })
  expect(commandOf(press('ü', { code: 'BracketLeft' }))).toEqual({ kind: 'size', direction: -1 })
  expect(commandOf(press('[', { ctrlKey: true, altKey: true, third: true }))).toEqual({ kind: 'size', direction: -1 })
  expect(commandOf(press(','))).toEqual({ kind: 'size', direction: -1 })
  expect(commandOf(press('.', { shiftKey: true, code: 'Comma' }))).toEqual({ kind: 'size', direction: 1 })
  expect(commandOf(press('>', { shiftKey: true }))).toEqual({ kind: 'hardness', direction: 1 })
})

test('undo and redo need the key that commands begin with', () => {
  expect(historyOf(ctrl('z'))).toBe('undo')
  expect(historyOf(ctrl('Z', { shiftKey: true }))).toBe('redo')
  expect(historyOf(ctrl('y', { code: 'KeyZ' }))).toBe('redo')
  expect(historyOf(ctrl('я', { code: 'KeyZ' }))).toBe('undo')
  expect(historyOf(press('z'))).toBeUndefined()
})

test('the view has keys, with Ctrl and without', () => {
  expect([commandOf(press('0')), commandOf(ctrl('0'))]).toEqual([{ kind: 'fit' }, { kind: 'fit' }])
  expect([commandOf(press('1')), commandOf(ctrl('1'))]).toEqual([{ kind: 'actual' }, { kind: 'actual' }])
  expect(commandOf(press('+', { shiftKey: true }))).toEqual({ kind: 'zoom', direction: 1 })
  expect(commandOf(ctrl('2'))).toBeUndefined()
})

test('Delete clears; I, and Shift V, invert', () => {
  expect(commandOf(press('Delete'))).toEqual({ kind: 'clear' })
  expect([commandOf(press('i')), commandOf(press('V', { shiftKey: true }))]).toEqual([
    { kind: 'invert' },
    { kind: 'invert' },
  ])
  expect(commandOf(ctrl('i', { shiftKey: true }))).toBeUndefined()
})

test('single letters can be switched off; the others stay', () => {
  setLetterKeys(false)
  expect([commandOf(press('b')), commandOf(press('[')), commandOf(press('0'))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([commandOf(ctrl('z')), commandOf(press('Delete')), commandOf(ctrl('0'))]).not.toContain(undefined)
  setLetterKeys(true)
})
