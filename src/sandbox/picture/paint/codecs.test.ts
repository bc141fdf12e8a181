import { expect, test } from 'vitest'
import { crc32, pngChunk } from '#media/png.ts'
import { decode, encode } from './codecs.ts'

const reds = [10, 60, 110, 160, 210, 250]
const stored = { data: Uint8ClampedArray.from(reds.flatMap((red) => [red, 0, 0, 255])), width: 3, height: 2 }

/** A TIFF whose one tag is a turn by a quarter. */
const tiff = Buffer.from('4d4d002a00000008' + '0001' + '011200030000000100060000' + '00000000', 'hex')

const numbers = (...all: readonly number[]) =>
  Buffer.from(all.flatMap((one) => [0, 8, 16, 24].map((by) => (one >> by) & 255)))

function withExif(file: Uint8Array, format: 'png' | 'webp'): Uint8Array {
  if (format === 'png') {
    const body = Buffer.concat([Buffer.from('eXIf'), tiff])
    const chunk = [numbers(tiff.length).reverse(), body, numbers(crc32(body)).reverse()]
    return Buffer.concat([file.subarray(0, 33), ...chunk, file.subarray(33)])
  }
  const head = [Buffer.from('VP8X'), numbers(10), Buffer.from([8, 0, 0, 0, 2, 0, 0, 1, 0, 0])]
  const chunks = Buffer.concat([...head, file.subarray(12), Buffer.from('EXIF'), numbers(tiff.length), tiff])
  return Buffer.concat([Buffer.from('RIFF'), numbers(chunks.length + 4), Buffer.from('WEBP'), chunks])
}

test.each(['png', 'webp'] as const)('a %s that lies on its side is turned upright, as a JPEG is', async (format) => {
  const upright = await decode({ bytes: withExif(await encode(stored, format, 100), format), format })
  expect([upright.width, upright.height]).toEqual([2, 3])
  expect([...upright.data].filter((_, at) => at % 4 === 0)).toEqual([160, 10, 210, 60, 250, 110])
})

test('a PNG with an empty or broken colour profile is decoded', async () => {
  const file = await encode(stored, 'png', 100)
  for (const profile of [[], [0x78, 0, 0], [...Buffer.from('sRGB'), 0, 0, 1, 2]]) {
    const chunk = pngChunk('iCCP', Uint8Array.from(profile))
    const odd = Buffer.concat([file.subarray(0, 33), chunk, file.subarray(33)])
    expect((await decode({ bytes: odd, format: 'png' })).data).toEqual(stored.data)
  }
})
