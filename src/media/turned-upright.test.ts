import { expect, test } from 'vitest'
import { turnedUpright } from './turned-upright.ts'

/** Six pixels, three in a row, each told by its red. */
const stored = {
  data: Uint8ClampedArray.from([1, 2, 3, 4, 5, 6].flatMap((red) => [red, 0, 0, 255])),
  width: 3,
  height: 2,
}

test.each<[number, readonly (readonly number[])[]]>([
  [
    1,
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ],
  [
    2,
    [
      [3, 2, 1],
      [6, 5, 4],
    ],
  ],
  [
    3,
    [
      [6, 5, 4],
      [3, 2, 1],
    ],
  ],
  [
    4,
    [
      [4, 5, 6],
      [1, 2, 3],
    ],
  ],
  [
    5,
    [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
  ],
  [
    6,
    [
      [4, 1],
      [5, 2],
      [6, 3],
    ],
  ],
  [
    7,
    [
      [6, 3],
      [5, 2],
      [4, 1],
    ],
  ],
  [
    8,
    [
      [3, 6],
      [2, 5],
      [1, 4],
    ],
  ],
])('the turn %i', (orientation, rows) => {
  const { data, width, height } = turnedUpright(stored, orientation)
  expect([width, height]).toEqual([rows[0]?.length, rows.length])
  expect([...data].filter((_, at) => at % 4 === 0)).toEqual(rows.flat())
})
