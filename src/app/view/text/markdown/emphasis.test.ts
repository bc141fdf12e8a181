import { expect, test } from 'vitest'
import { runAt } from './emphasis.ts'

const roles = (text: string) => {
  const at = text.search(/[*_~]/)
  const { length, canOpen, canClose } = runAt(text, at, text.charAt(at))
  return [length, canOpen ? 'opens' : '', canClose ? 'closes' : ''].filter(Boolean).join(' ')
}

test.each([
  ['*a', '1 opens'],
  ['a*', '1 closes'],
  ['a*b', '1 opens closes'],
  [' * ', '1'],
  ['*', '1'],
  ['a **b', '2 opens'],
  ['a ***', '3'],
  ['*"a', '1 opens'],
  ['a*"b', '1 closes'],
  ['"*"', '1 opens closes'],
  ['(*a', '1 opens'],
  ['a*)', '1 closes'],
  ['\u00a0*\u00a0', '1'],
  ['€*a', '1 opens'],
  ['a*€', '1 closes'],
  ['漢*字', '1 opens closes'],
  ['_a', '1 opens'],
  ['a_b', '1'],
  ['a_', '1 closes'],
  ['"_a', '1 opens'],
  ['a_"', '1 closes'],
  ['"_"', '1 opens closes'],
  ['😀_a', '1 opens'],
  ['a_😀', '1 closes'],
  ['~a', '1 opens'],
  ['~~a', '2 opens'],
  ['~~~a', '3'],
  ['a~b', '1 opens closes'],
])('the run in %j: %s', (text, expected) => {
  expect(roles(text)).toBe(expected)
})

test('a run is expected to begin emphasis only where people begin it', () => {
  const isLikely = (text: string, at: number) => runAt(text, at, text.charAt(at)).isLikely
  expect(isLikely('**a', 0)).toBe(true)
  expect(isLikely('("*a', 2)).toBe(true)
  expect(isLikely('a*b', 1)).toBe(false)
  expect(isLikely('~~a', 0)).toBe(true)
  expect(isLikely('~a', 0)).toBe(false)
})
