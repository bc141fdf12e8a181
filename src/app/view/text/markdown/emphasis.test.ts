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
  // Chinese, Japanese and Korean.
  ['含**「', '2 opens closes'],
  ['。**这', '2 opens closes'],
  ['）**2', '2 opens closes'],
  ['”**은', '2 opens closes'],
  ['가**“', '2 opens closes'],
  ['용”**2', '2 opens closes'],
  ['号)**ok', '2 opens closes'],
  ['a**"重', '2 opens closes'],
  ['a"**2', '2 opens'],
  ['a**"b', '2 closes'],
  ['%**を', '2 opens closes'],
  ['」*を', '1 opens closes'],
  ['」~~も', '2 opens closes'],
  ['𠮷**（', '2 opens closes'],
  ['（\ufe00**字', '2 opens closes'],
  ['😀**"', '2 opens closes'],
  ['含_「', '1 closes'],
  ['」_を', '1 opens'],
  ['　**「', '2 opens'],
])('the run in %j: %s', (text, expected) => {
  expect(roles(text)).toBe(expected)
})

test('a run is expected to begin emphasis only where people begin it', () => {
  const isLikely = (text: string, at: number) => runAt(text, at, text.charAt(at)).isLikely
  expect(isLikely('**a', 0)).toBe(true)
  expect(isLikely('("*a', 2)).toBe(true)
  expect(isLikely('a*b', 1)).toBe(false)
  expect(isLikely('~~a', 0)).toBe(true)
  expect(isLikely('含**「', 1)).toBe(true)
  expect(isLikely('数*数', 1)).toBe(false)
  expect(isLikely('含**「', 1)).toBe(true)
  expect(isLikely('数*数', 1)).toBe(false)
  expect(isLikely('~a', 0)).toBe(false)
})
