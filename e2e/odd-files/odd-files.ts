import { madePng } from '../media-runs/made-media.ts'

/** A file as somebody drops it. */
export interface OddFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const good = madePng(64, 48, [200, 40, 40])
const latin = (text: string) => Buffer.from(text, 'latin1')

/** The picture with other bytes at a place. */
function wounded(at: number, bytes: readonly number[]): Buffer {
  const made = Buffer.from(good)
  made.set(bytes, at)
  return made
}

const cut = [8, 16, 24, 33, 45, 60, 100, good.length - 30].map((length): readonly [string, Buffer] => [
  `cut-at-${length}`,
  good.subarray(0, length),
])

const files: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['empty', Buffer.alloc(0)],
  ['one-byte', Buffer.from([0x89])],
  ['words', latin('This is no picture.')],
  ['zeros', Buffer.alloc(5000)],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 251))],
  ['html', latin('<!doctype html><script>alert(1)</script>')],
  ['svg', latin('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>')],
  ['json', latin('{"error":"none"}')],
  ['pdf', latin('%PDF-1.7\n%%EOF')],
  ['zip', latin('PK\x03\x04\x14\0\0\0\0\0')],
  ['gif', latin('GIF89a\x01\0\x01\0\0\0\0;')],
  ['gif-mark', latin('GIF89a')],
  ['bmp', latin('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')],
  ['tiff', latin('II*\0\x08\0\0\0')],
  ['ico', latin('\0\0\x01\0\x01\0')],
  ['wav', latin('RIFF\x24\0\0\0WAVEfmt ')],
  ['mp3', latin('ID3\x04\0\0')],
  ['mp4', latin('\0\0\0\x18ftypisom')],
  ['heic', latin('\0\0\0\x18ftypheic')],
  ['avif-mark', latin('\0\0\0\x18ftypavif')],
  ['jpeg-mark', latin('\xff\xd8\xff\xe0')],
  ['jpeg-no-frame', Buffer.concat([latin('\xff\xd8\xff\xe0\0\x04AB'), latin('\xff\xd9')])],
  ['jpeg-header-only', latin('\xff\xd8\xff\xc0\0\x0b\x08\0\x30\0\x40\x01\x01\x11\0')],
  ['jpeg-huge', latin('\xff\xd8\xff\xc0\0\x0b\x08\xff\xff\xff\xff\x01\x01\x11\0')],
  ['jpeg-filled', Buffer.concat([latin('\xff\xd8'), Buffer.alloc(50_000, 255)])],
  ['webp-mark', latin('RIFF\x1a\0\0\0WEBP')],
  ['webp-header-only', latin('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x3f\x01\0\xef\0\0')],
  ['webp-huge', latin('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff')],
  ['no-width', wounded(16, [0, 0, 0, 0])],
  ['no-height', wounded(20, [0, 0, 0, 0])],
  ['bomb', wounded(16, [0, 1, 0, 0, 0, 1, 0, 0])],
  ['negative', wounded(16, [255, 255, 255, 255, 255, 255, 255, 255])],
  ['long-chunk', wounded(33, [0x7f, 255, 255, 255])],
  ['wrong-depth', wounded(24, [77])],
  ['wrong-colours', wounded(25, [99])],
  ...cut,
]

/** Files that are no picture, or a broken one, all of them called pictures; every one must be refused. */
export const refusedFiles: readonly OddFile[] = files.map(([name, buffer]) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer,
}))

/** A whole picture under a wrong name. */
export const goodFile: OddFile = { name: 'good.jpg', mimeType: 'image/jpeg', buffer: good }
