import { crc32 as nodeCrc } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../testing/seed.ts'
import { pngChunks, readPngText, withPngText } from './png.ts'

const picture = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** Also halves of surrogate pairs. Quicker to begin than fast-check's own. */
const anyText = fc
  .array(fc.nat(0x10ffff), { minLength: 1, maxLength: 80 })
  .map((codes) => String.fromCodePoint(...codes))

/** Every chunk with whether its sum is right. */
function sums(png: Uint8Array<ArrayBuffer>) {
  const view = new DataView(png.buffer, png.byteOffset)
  return [...pngChunks(png)].map(({ name, from, data }) => ({
    name,
    right: nodeCrc(png.subarray(from + 4, from + 8 + data.length)) === view.getUint32(from + 8 + data.length),
  }))
}

test('texts stand before the end of the picture, with right sums, and nothing else has changed', () => {
  const made = withPngText(picture, { Software: 'Patchbay', Prompt: 'Ein Fuchs – im Schnee 🦊' })
  expect(readPngText(made)).toEqual([
    { name: 'Software', text: 'Patchbay' },
    { name: 'Prompt', text: 'Ein Fuchs – im Schnee 🦊' },
  ])
  expect(sums(made)).toEqual(['IHDR', 'IDAT', 'tEXt', 'iTXt', 'IEND'].map((name) => ({ name, right: true })))
  const texts = [...pngChunks(made)].filter(({ name }) => /[ti]TXt|tEXt/.test(name))
  const [first] = texts
  const length = texts.reduce((sum, { data }) => sum + data.length + 12, 0)
  const without = Buffer.concat([made.subarray(0, first?.from), made.subarray((first?.from ?? 0) + length)])
  expect(without.equals(Buffer.from(picture))).toBe(true)
})

test('what is said once is not said again, and what cannot be said is left out', () => {
  const once = withPngText(picture, { Model: 'sandbox/paint' })
  expect(withPngText(once, { Model: 'sandbox/paint' })).toBe(once)
  const odd = {
    '': 'no name',
    ' a': 'a space',
    'a  b': 'two spaces',
    [`${'n'.repeat(80)}`]: 'too long',
    漢: 'no Latin',
  }
  expect(withPngText(picture, { ...odd, Comment: '' })).toBe(picture)
  expect(readPngText(withPngText(picture, { Comment: 'a\0b\r\nc' }))).toEqual([{ name: 'Comment', text: 'ab\nc' }])
})

test.each([
  ['nothing', new Uint8Array()],
  ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ['a PNG that is cut short', picture.subarray(0, picture.length - 5)],
])('%s comes back as it is', (_, bytes) => {
  expect(withPngText(bytes, { Software: 'Patchbay' })).toBe(bytes)
})

test('any text comes back, and any bytes behind the mark are survived', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [entry] = readPngText(withPngText(picture, { Prompt: text }))
      const kept = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()
      expect(entry?.text ?? '').toBe(kept)
    }),
    { seed, numRuns: 300 },
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(picture.length), (bytes, at) => {
      const odd = Uint8Array.from([...picture.subarray(0, at), ...bytes])
      readPngText(odd)
      expect(withPngText(odd, { Software: 'x' }).length).toBeGreaterThanOrEqual(odd.length)
    }),
    { seed, numRuns: 200 },
  )
})
