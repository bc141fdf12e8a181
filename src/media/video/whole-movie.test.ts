import { expect, test } from 'vitest'
import { isWholeMovie } from './whole-movie.ts'

/** A box with so many bytes of content; `long` writes its length with 64 bits, `open` none. */
function box(type: string, content: number, form: 'short' | 'long' | 'open' = 'short'): Buffer {
  const head = form === 'long' ? 16 : 8
  const bytes = Buffer.alloc(head + content)
  bytes.writeUInt32BE(form === 'short' ? bytes.length : form === 'long' ? 1 : 0)
  bytes.write(type, 4, 'latin1')
  if (form === 'long') bytes.writeBigUInt64BE(BigInt(bytes.length), 8)
  return bytes
}

const isWhole = (parts: readonly Buffer[], type = 'video/mp4') =>
  isWholeMovie(new Blob(parts.map((part) => new Uint8Array(part))), type)
const movie = [box('ftyp', 16), box('moov', 500), box('mdat', 2000)]

test.each<[boolean | undefined, string, readonly Buffer[]]>([
  [true, 'a movie', movie],
  [true, 'data before the index, with a long length', [box('ftyp', 16), box('mdat', 900, 'long'), box('moov', 5)]],
  [
    true,
    'fragments',
    [box('ftyp', 16), box('moov', 5), box('moof', 9), box('mdat', 9), box('moof', 9), box('mdat', 9)],
  ],
  [false, 'data without an index', [box('ftyp', 16), box('mdat', 900)]],
  [false, 'an index without data', movie.slice(0, 2)],
  [false, 'bytes behind the last box', [...movie, Buffer.alloc(3)]],
  [false, 'no box', [Buffer.alloc(40, 1)]],
  [undefined, 'a last box to the end of the file', [box('ftyp', 16), box('moov', 5), box('mdat', 9, 'open')]],
])('%s: %s', async (whole, _, parts) => {
  expect(await isWhole(parts)).toBe(whole)
})

test('a movie without its last bytes is never whole, whatever their number', async () => {
  const bytes = Buffer.concat(movie)
  for (let size = 0; size < bytes.length; size += 1) expect(await isWhole([bytes.subarray(0, size)])).toBe(false)
})

test('of other types it cannot be told', async () => {
  expect(await isWhole(movie, 'image/png')).toBeUndefined()
})
