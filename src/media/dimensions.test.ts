import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../testing/seed.ts'
import { dimensionsOf } from './dimensions.ts'

const folder = join(process.env.TEST_DATA || '../shared', 'corpora/img')
const missing = !existsSync(folder)

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (one) => one.charCodeAt(0)) : part)),
  )
}

test.each([
  ['PNG', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]), 1024, 768],
  ['GIF', bytes('GIF89a', [0x40, 1, 0xf0, 0]), 320, 240],
  ['lossy WebP', bytes('RIFF\0\0\0\0WEBPVP8 ', [0, 0, 0, 0], '\0\0\0\x9d\x01\x2a', [0x40, 1, 0xf0, 0]), 320, 240],
  ['lossless WebP', bytes('RIFF\0\0\0\0WEBPVP8L', [0, 0, 0, 0, 0x2f], [0x3f, 0xc1, 0x3b, 0]), 320, 240],
  ['WebP in chunks', bytes('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [0x3f, 1, 0, 0xef, 0, 0]), 320, 240],
  [
    'JPEG behind other segments',
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 11, 8, 0, 0xf0, 1, 0x40]),
    320,
    240,
  ],
  [
    'AVIF with tiles',
    bytes(
      ...[[0, 0, 0, 16], 'ftypavif', [0, 0, 0, 0], [0, 0, 0, 60], 'meta', [0, 0, 0, 0]],
      ...[[0, 0, 0, 20], 'ispe', [0, 0, 0, 0], [0, 0, 0, 64], [0, 0, 0, 64]],
      ...[[0, 0, 0, 20], 'ispe', [0, 0, 0, 0], [0, 0, 1, 64], [0, 0, 0, 240]],
      Array(16).fill(0),
    ),
    320,
    240,
  ],
])('the size of a %s', (_, picture, width, height) => {
  expect(dimensionsOf(picture)).toEqual({ width, height })
})

test('no bytes make it throw, and what is cut short has no size', () => {
  const heads = ['\0\0\0\x10ftypavif', '\x89PNG', 'GIF89a', 'RIFF\0\0\0\0WEBPVP8X', '\xff\xd8\xff'].map((head) => [
    ...bytes(head),
  ])
  const made = fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 60 }))
    .map(([head, rest]) => Uint8Array.from([...head, ...rest]))
  fc.assert(
    fc.property(made, (picture) => {
      const found = dimensionsOf(picture)
      expect(found === undefined || (found.width > 0 && found.height > 0)).toBe(true)
      expect(dimensionsOf(picture.subarray(0, 9))).toBeUndefined()
    }),
    { seed, numRuns: 500 },
  )
})

test.skipIf(missing)('every picture of the PNG suite says its size in its name or is 32 pixels wide', () => {
  const all = readdirSync(join(folder, 'pngsuite')).filter((name) => /^[^x].*\.png$/.test(name))
  expect(all.length).toBeGreaterThan(100)
  for (const name of all) {
    const found = dimensionsOf(readFileSync(join(folder, 'pngsuite', name)))
    const said = /^s(\d\d)/.exec(name)
    if (said) expect(found, name).toEqual({ width: Number(said[1]), height: Number(said[1]) })
    else expect(found, name).toBeDefined()
  }
})

test.skipIf(missing)('a photo tells its size as it is stored, whatever its orientation', () => {
  const photo = (n: number) => dimensionsOf(readFileSync(join(folder, 'exif', `Portrait_${n}.jpg`)))
  expect(photo(1)).toEqual({ width: 1200, height: 1800 })
  expect(photo(6)).toEqual({ width: 1800, height: 1200 })
})
