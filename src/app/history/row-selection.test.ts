import { expect, test } from 'vitest'
import { activate, extend, noSelection, shownIds, toggle, withinRows } from './row-selection.ts'

const ids = ['a', 'b', 'c', 'd', 'e']
const rows = ids.map((id) => ({ id }))
const selected = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted().join('')

test('moving selects nothing, and selecting twice takes it back', () => {
  const at = activate(noSelection, 'b')
  expect([at.active, selected(at)]).toEqual(['b', ''])
  const once = toggle(at, 'b')
  expect(selected(once)).toBe('b')
  expect(selected(toggle(once, 'b'))).toBe('')
})

test('a range goes from where it began, in both directions, and keeps what was selected before', () => {
  const begun = toggle(toggle(noSelection, 'e'), 'c')
  const down = extend(begun, rows, 'd')
  expect([down.active, selected(down)]).toEqual(['d', 'cde'])
  expect(selected(extend(down, rows, 'a'))).toBe('abcde')
})

test('a range that began at a row which is gone is the one row', () => {
  expect(selected(extend(activate(noSelection, 'gone'), rows, 'b'))).toBe('b')
})

test('what leaves the list is selected no longer', () => {
  const both = toggle(toggle(noSelection, 'a'), 'b')
  expect(selected(withinRows(both, new Set(['b', 'c'])))).toBe('b')
  expect(withinRows(both, new Set(ids))).toBe(both)
})

test('a click on one run and a Ctrl+click on another select both, as two Ctrl+clicks do', () => {
  const clicked = activate(noSelection, 'a')
  expect([...shownIds(clicked, 'a')]).toEqual(['a'])
  expect([...toggle(clicked, 'b', 'a').ids]).toEqual(['a', 'b'])
  expect([...toggle(toggle(noSelection, 'a'), 'b').ids]).toEqual(['a', 'b'])
  expect([...toggle(clicked, 'a', 'a').ids]).toEqual(['a'])
})
