import { expect, test } from 'vitest'
import { cells, tableColumns } from './block.ts'

test.each([
  ['| a | b |', ['a', 'b']],
  ['a | b', ['a', 'b']],
  ['|a|b', ['a', 'b']],
  ['  | a |  ', ['a']],
  ['| a || b |', ['a', '', 'b']],
  ['||', ['']],
  ['| |', ['']],
  ['| a \\| b |', ['a | b']],
  ['| a \\\\| b |', ['a \\\\', 'b']],
  ['| a \\\\\\| b |', ['a \\\\| b']],
  ['| `a | b` |', ['`a', 'b`']],
  ['a', ['a']],
  ['a |', ['a']],
  ['a \\|', ['a |']],
])('the cells of %j are %j', (row, expected) => {
  expect(cells(row)).toEqual(expected)
})

test('the cells of a row that is cut anywhere begin with those of the row', () => {
  const row = '| a \\| b | `c` \\\\| d | e |'
  const whole = cells(row)
  for (let end = 1; end < row.length; end++) {
    const now = cells(row.slice(0, end))
    expect(whole.slice(0, now.length - 1)).toEqual(now.slice(0, -1))
  }
})

test.each([
  ['a', '|-|', [undefined]],
  ['a', ':-', ['left']],
  ['| a | b |', '| :-: | --: |', ['center', 'right']],
  ['a|b', '-|-', [undefined, undefined]],
  ['|a|b|', '\t|---|\t:---  |  ', [undefined, 'left']],
])('under %j the row %j makes a table', (header, delimiters, columns) => {
  expect(tableColumns(header, delimiters)).toEqual(columns)
})

test.each([
  ['a', '-'],
  ['a', '---'],
  ['| a | b |', '|-|'],
  ['| a |', '|-|-|'],
  ['| a |', '| - x |'],
  ['| a |', '| : |'],
  ['| a |', '| :: |'],
  ['| a |', '| -- - |'],
  ['| a |', '| \\- |'],
  ['| a |', ''],
])('under %j the row %j makes none', (header, delimiters) => {
  expect(tableColumns(header, delimiters)).toBeUndefined()
})
