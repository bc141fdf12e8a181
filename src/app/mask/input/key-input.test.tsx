import { expect, test } from 'vitest'
import { setLetterKeys } from '../../ui/keys/letter-keys.tsx'
import { settingsFrom } from '../tools/mask-settings.ts'
import { commandOf as commandWith, undoKeyOf } from './key-input.ts'
import { chosenKey, type KeyPress, keyActions, keysOf, type OwnKeys, withKey, withoutKey } from './mask-keys.ts'

const commandOf = (one: KeyPress, own: OwnKeys = {}) => commandWith(one, own)

function actionOf(id: string) {
  const action = keyActions.find((one) => one.id === id)
  if (!action) throw new Error(id)
  return action
}

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
  expect(commandOf(press('y'))).toBeUndefined()
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
  expect(undoKeyOf(ctrl('z'))).toBe('undo')
  expect(undoKeyOf(ctrl('Z', { shiftKey: true }))).toBe('redo')
  expect(undoKeyOf(ctrl('y', { code: 'KeyZ' }))).toBe('redo')
  expect(undoKeyOf(ctrl('я', { code: 'KeyZ' }))).toBe('undo')
  expect(undoKeyOf(press('z'))).toBeUndefined()
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

test('an action that was given a key has it alone, and whoever had it goes without', () => {
  const eraser = actionOf('eraser')
  const larger = actionOf('larger')
  const own = withKey({}, larger, 'e')
  expect(commandOf(press('e'), own)).toEqual({ kind: 'size', direction: 1 })
  expect(commandOf(press(']'), own)).toBeUndefined()
  expect(commandOf(press('+', { code: 'BracketRight' }), own)).toEqual({ kind: 'zoom', direction: 1 })
  expect([keysOf(eraser, own), keysOf(larger, own)]).toEqual([[], ['e']])

  const back = withKey(own, eraser, 'e')
  expect([keysOf(eraser, back), keysOf(larger, back)]).toEqual([['e'], [']', '.']])
  expect(withoutKey(own, larger)).toEqual({})
})

test('a key that draws, or that belongs to others, cannot be given away', () => {
  expect(chosenKey(press('ö'))).toEqual({ kind: 'key', key: 'ö' })
  expect(chosenKey(press('V', { shiftKey: true }))).toEqual({ kind: 'key', key: 'Shift v' })
  expect(chosenKey(press('[', { ctrlKey: true, altKey: true, third: true }))).toEqual({ kind: 'key', key: '[' })
  expect(chosenKey(press('PageUp'))).toEqual({ kind: 'key', key: 'PageUp' })
  expect(chosenKey(press('Shift', { shiftKey: true })).kind).toBe('waits')
  for (const one of [press(' '), press('Enter'), press('ArrowUp'), press('F5'), press('?'), ctrl('s')])
    expect(chosenKey(one).kind).toBe('refused')
})

test('keys that were kept are read with care, and none twice', () => {
  const kept = { brush: 'x', eraser: 'x', larger: 'Shift x', lasso: 'Enter', fill: 7, nobody: 'y' }
  expect(settingsFrom({ keys: kept }).keys).toEqual({ brush: 'x', larger: 'Shift x' })
  expect(settingsFrom({ keys: 'x' }).keys).toEqual({})
})
