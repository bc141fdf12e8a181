import { expect, test } from 'vitest'
import { isCutOff } from './slot-content.tsx'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([12, 0, 0, 0]), Buffer.from('WEBPVP8 abcd')])

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp.subarray(0, 20)],
])(
  '%s is whole with its last bytes, also where something stands behind them, and cut off without',
  async (type, bytes) => {
    const cutOff = async (some: Buffer) => {
      const blob = new Blob([new Uint8Array(some)])
      return await isCutOff({ blob, type, size: blob.size })
    }
    expect(await cutOff(bytes)).toBe(false)
    expect(await cutOff(Buffer.concat([bytes, Buffer.from('more')]))).toBe(false)
    expect(await cutOff(bytes.subarray(0, bytes.length - 8))).toBe(true)
  },
)

test('a format that does not say where it ends is taken as it is', async () => {
  expect(await isCutOff({ blob: new Blob(['GIF89a']), type: 'image/gif', size: 6 })).toBe(false)
})
