import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seed } from '../testing/seed.ts'
import { dimensionsOf } from './dimensions.ts'
import { orientationOf } from './orientation.ts'
import { readPngText, withPngText } from './png.ts'
import { sniffLength, sniffType } from './sniff-type.ts'
import { smallPictures } from './testing/small-pictures.ts'

const folder = join(process.env.TEST_DATA || '../shared', 'corpora/img')

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const small = Object.values(smallPictures).map(bytesOf)
const found = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  : []

/** All that is read of a file before a browser sees it. Throws where something that was read makes no sense. */
function readAll(bytes: Uint8Array<ArrayBuffer>): void {
  const type = sniffType(bytes.subarray(0, sniffLength))
  expect(type === undefined || /^(?:image|audio|video|application)\//.test(type)).toBe(true)
  const size = dimensionsOf(bytes)
  expect(size === undefined || (size.width > 0 && size.height > 0)).toBe(true)
  expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientationOf(bytes))
  const texts = readPngText(bytes)
  expect(texts.length).toBeLessThanOrEqual(bytes.length / 12)
  const noted = withPngText(bytes, { Software: 'Patchbay' })
  if (noted !== bytes) expect(readPngText(noted)).toContainEqual({ name: 'Software', text: 'Patchbay' })
}

/** mulberry32: whole numbers below `end`. */
function createDice(start: number): (end: number) => number {
  let state = start >>> 0
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
}

/** A file with a few wounds: bytes changed, a length made huge or nothing, cut short, or a part of it doubled. */
function mutant(bytes: Uint8Array<ArrayBuffer>, dice: (end: number) => number): Uint8Array<ArrayBuffer> {
  let made = bytes.slice()
  for (let wounds = 1 + dice(4); wounds > 0 && made.length > 0; wounds -= 1) {
    // What is read stands at the beginning, mostly.
    const at = dice(dice(2) === 0 ? Math.min(made.length, 64) : made.length)
    const kind = dice(5)
    if (kind === 0) made[at] = dice(256)
    if (kind === 1) made.fill(255, at, at + 4)
    if (kind === 2) made.fill(0, at, at + 4)
    if (kind === 3) made = made.slice(0, at)
    if (kind === 4) made = new Uint8Array(Buffer.concat([made.subarray(0, at), made.subarray(dice(made.length))]))
  }
  return made
}

test('the smallest pictures of four kinds tell what they are', () => {
  expect(small.map((bytes) => sniffType(bytes))).toEqual(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
  for (const bytes of small) readAll(bytes)
  expect(small.slice(0, 3).map(dimensionsOf)).toEqual(Array(3).fill({ width: 1, height: 1 }))
})

test('nothing, and every beginning of a picture, is survived', () => {
  for (const bytes of small) for (let length = 0; length <= bytes.length; length += 1) readAll(bytes.slice(0, length))
})

test('a header that promises more pixels than there can be is told as it is, from a few bytes', () => {
  const bomb = bytesOf(smallPictures.png)
  bomb.fill(0x7f, 16, 24)
  expect(dimensionsOf(bomb)).toEqual({ width: 0x7f7f7f7f, height: 0x7f7f7f7f })
})

test('a chunk that is longer than the file, or a segment without a length, ends the reading', () => {
  const png = bytesOf(smallPictures.png)
  png.fill(255, 33, 37)
  expect(withPngText(png, { Software: 'x' })).toBe(png)
  const zeros = new Uint8Array(1_000_000)
  zeros.set([0xff, 0xd8, 0xff, 0xe0])
  expect([dimensionsOf(zeros), orientationOf(zeros)]).toEqual([undefined, 1])
  const filled = new Uint8Array(1_000_000).fill(255)
  filled.set([0xff, 0xd8])
  expect([dimensionsOf(filled), orientationOf(filled)]).toEqual([undefined, 1])
})

test(`mutants of small pictures are survived (SEED=${seed})`, () => {
  const dice = createDice(seed)
  for (let n = 0; n < 400; n += 1) for (const bytes of small) readAll(mutant(bytes, dice))
})

test.skipIf(found.length === 0)('every picture that was collected, and mutants of them, are survived', () => {
  const dice = createDice(seed)
  const files = found.map(
    (path) => new Uint8Array(readFileSync(path).subarray(0, process.env.SOAK ? undefined : 20_000)),
  )
  for (const bytes of files) readAll(bytes)
  const count = process.env.SOAK ? 5000 : files.length
  for (let n = 0; n < count; n += 1) readAll(mutant(files[n % files.length] ?? new Uint8Array(), dice))
})
