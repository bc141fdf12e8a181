import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { profileChunks } from './colour-profile.ts'
import { joinedBytes, pngChunk, pngChunks, pngSignature } from './png.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const word = (n: number) => Uint8Array.of(n >> 8, n & 255)

/** The profiles in chunks of a PNG, as text. */
async function profilesOf(file: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const chunks = await profileChunks(file)
  return [...pngChunks(joinedBytes([pngSignature, ...chunks]))].map(({ data }) => {
    const end = data.indexOf(0)
    return inflateSync(data.subarray(end + 2)).toString('latin1')
  })
}

const profile = `${'.'.repeat(16)}RGB and more`

test('what a PNG says of its colours is taken as it is', async () => {
  const head = (colour: number) => pngChunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, colour, 0, 0, 0))
  const chunks = [pngChunk('gAMA', word(7)), pngChunk('tEXt', bytes('a\0b')), pngChunk('iCCP', bytes('any'))]
  const png = (colour: number) =>
    joinedBytes([pngSignature, head(colour), ...chunks, pngChunk('IEND', new Uint8Array(0))])
  expect(await profileChunks(png(6))).toEqual([chunks[0], chunks[2]])
  expect(await profileChunks(png(0))).toEqual([chunks[0]])
})

test('the profile of a JPEG is put together from its segments, in their order', async () => {
  const segment = (marker: number, data: Uint8Array) =>
    joinedBytes([Uint8Array.of(0xff, marker), word(data.length + 2), data])
  const part = (n: number, text: string) =>
    segment(0xe2, joinedBytes([bytes('ICC_PROFILE\0'), Uint8Array.of(n, 2), bytes(text)]))
  const frame = segment(0xc0, new Uint8Array(15))
  const jpeg = joinedBytes([
    Uint8Array.of(0xff, 0xd8),
    segment(0xe2, bytes('MPF\0')),
    part(2, profile.slice(9)),
    part(1, profile.slice(0, 9)),
    frame,
  ])
  expect(await profilesOf(jpeg)).toEqual([profile])
})

test('the profile of a WebP is its chunk', async () => {
  const chunk = (name: string, data: string) =>
    joinedBytes([bytes(name), Uint8Array.of(data.length, 0, 0, 0), bytes(data)])
  const webp = (text: string) =>
    joinedBytes([bytes('RIFF'), new Uint8Array(4), bytes('WEBP'), chunk('VP8X', '12345678'), chunk('ICCP', text)])
  expect(await profilesOf(webp(`${profile}!`))).toEqual([`${profile}!`])
  // Those of CMYK do not hold for RGB.
  expect(await profilesOf(webp(profile.replace('RGB ', 'CMYK')))).toEqual([])
})

test('other files have none, and neither have damaged ones', async () => {
  const files = [
    new Uint8Array(0),
    Uint8Array.of(0xff, 0xd8, 0xff, 0xe2, 0),
    bytes('RIFF1234WEBPICC'),
    bytes('GIF89a and more'),
  ]
  for (const file of files) expect(await profileChunks(file)).toEqual([])
})
