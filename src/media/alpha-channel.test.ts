import { expect, test } from 'vitest'
import { hasAlpha } from './alpha-channel.ts'
import { pngChunk, pngSignature } from './png.ts'
import { smallPictures } from './testing/small-pictures.ts'

const bytesOf = (name: keyof typeof smallPictures) =>
  Uint8Array.from(atob(smallPictures[name]), (letter) => letter.charCodeAt(0))
const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]))
const latin = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const webp = (chunk: string, ...rest: readonly number[]) =>
  joined(latin('RIFF'), [0, 0, 0, 0], latin(`WEBP${chunk}`), rest)
const header = (colourType: number) => pngChunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, colourType, 0, 0, 0))

test.each<[what: string, bytes: Uint8Array, expected: boolean | undefined]>([
  ['a PNG with alpha', bytesOf('png'), true],
  ['a PNG with colours alone', joined(pngSignature, header(2)), false],
  [
    'a PNG with a palette of which one colour is transparent',
    joined(pngSignature, header(3), pngChunk('tRNS', Uint8Array.of(0))),
    true,
  ],
  ['a JPEG', bytesOf('jpeg'), false],
  ['a lossless WebP without alpha', webp('VP8L', 6, 0, 0, 0, 0x2f, 0x41, 0x6c, 0x6f, 0), false],
  ['a lossless WebP with alpha', webp('VP8L', 6, 0, 0, 0, 0x2f, 0x41, 0x6c, 0x6f, 0x10), true],
  ['a lossy WebP', webp('VP8 ', 0), false],
  ['an extended WebP with alpha', webp('VP8X', 10, 0, 0, 0, 0x10), true],
  ['a GIF without control extension', bytesOf('gif'), false],
  [
    'a GIF with a transparent colour behind a comment',
    joined(latin('GIF89a'), [1, 0, 1, 0, 0, 0, 0], [0x21, 0xfe, 2, 65, 66, 0], [0x21, 0xf9, 4, 1, 0, 0, 0, 0]),
    true,
  ],
  ['a truncated PNG', pngSignature, undefined],
  ['a text', Uint8Array.from(latin('hello')), undefined],
])('%s', (_, bytes, expected) => {
  expect(hasAlpha(bytes)).toBe(expected)
})
