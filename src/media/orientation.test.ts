import { expect, test } from 'vitest'
import { orientationOf, turnedUpright, withoutTurn } from './orientation.ts'
import { crc32 } from './png.ts'

/** A TIFF with one directory that holds a width, which is not asked for, and a turn. */
function tiff(turn: number, little = false): Uint8Array {
  const view = new DataView(new ArrayBuffer(38))
  view.setUint16(0, little ? 0x4949 : 0x4d4d)
  view.setUint16(2, 42, little)
  view.setUint32(4, 8, little)
  view.setUint16(8, 2, little)
  for (const [at, tag, value] of [
    [10, 0x0100, 640],
    [22, 0x0112, turn],
  ] as const) {
    view.setUint16(at, tag, little)
    view.setUint16(at + 2, 3, little)
    view.setUint32(at + 4, 1, little)
    view.setUint16(at + 8, value, little)
  }
  return new Uint8Array(view.buffer)
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

function jpeg(exif: Uint8Array): Uint8Array {
  const thumbnailOfAnother = joined([0xff, 0xe0, 0, 4, 1, 2])
  const length = 8 + exif.length
  return joined(
    [0xff, 0xd8],
    thumbnailOfAnother,
    [0xff, 0xe1, length >> 8, length & 255],
    latin('Exif\0\0'),
    exif,
    [0xff, 0xda, 0, 2],
  )
}

function png(exif: Uint8Array): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => joined([0, 0, 0, data.length], latin(name), data, [0, 0, 0, 0])
  return joined(
    [0x89],
    latin('PNG\r\n\x1a\n'),
    chunk('IHDR', new Uint8Array(13)),
    chunk('eXIf', exif),
    chunk('IDAT', new Uint8Array(3)),
  )
}

function webp(exif: Uint8Array): Uint8Array {
  const chunk = (name: string, data: Uint8Array) =>
    joined(latin(name), [data.length, 0, 0, 0], data, data.length % 2 === 1 ? [0] : [])
  return joined(
    latin('RIFF'),
    [0, 0, 0, 0],
    latin('WEBP'),
    chunk('VP8X', new Uint8Array(10)),
    chunk('VP8 ', new Uint8Array(5)),
    chunk('EXIF', exif),
  )
}

test('every turn is read from JPEG, PNG and WebP, in both byte orders', () => {
  for (let turn = 1; turn <= 8; turn += 1)
    for (const little of [false, true]) {
      const exif = tiff(turn, little)
      expect([orientationOf(jpeg(exif)), orientationOf(png(exif)), orientationOf(webp(exif))]).toEqual([
        turn,
        turn,
        turn,
      ])
    }
})

test('a file without its turn differs in nothing else, and a PNG has its sum', () => {
  for (const file of [jpeg(tiff(6)), png(tiff(6, true)), webp(tiff(8))].map((bytes) => Uint8Array.from(bytes))) {
    const plain = withoutTurn(file)
    expect([orientationOf(file), orientationOf(plain), plain.length]).toEqual([expect.any(Number), 1, file.length])
    expect(plain.filter((byte, at) => byte !== file[at]).length).toBeLessThanOrEqual(5)
  }
  const plain = withoutTurn(Uint8Array.from(png(tiff(6))))
  const name = Buffer.from(plain).indexOf('eXIf')
  const view = new DataView(plain.buffer)
  const end = name + 4 + view.getUint32(name - 4)
  expect(view.getUint32(end)).toBe(crc32(plain.subarray(name, end)))
  const upright = Uint8Array.from(latin('GIF89a'))
  expect(withoutTurn(upright)).toBe(upright)
})

test('the mark that JPEG puts before EXIF may stand in the other formats too', () => {
  expect(orientationOf(webp(joined(latin('Exif\0\0'), tiff(6))))).toBe(6)
})

test('what says nothing, or nonsense, or ends too early, is upright', () => {
  expect(orientationOf(jpeg(tiff(9)))).toBe(1)
  expect(orientationOf(latin('GIF89a, with something behind it'))).toBe(1)
  expect(orientationOf(new Uint8Array())).toBe(1)
  const whole = jpeg(tiff(6))
  for (let length = 0; length < whole.length - 20; length += 1) expect(orientationOf(whole.subarray(0, length))).toBe(1)
})

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
