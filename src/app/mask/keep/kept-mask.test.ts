import { expect, test } from 'vitest'
import { packMask, unpackMask } from './kept-mask.ts'

const bytes = Uint8Array.from({ length: 300 * 200 }, (_, at) => (at % 7 === 0 ? at % 256 : 255))

test('a mask comes back as it was, soft edges too, and takes little room', async () => {
  const kept = await packMask({ width: 300, height: 200, bytes })
  expect(await unpackMask(kept)).toEqual(bytes)
  expect(kept.packed.size).toBeLessThan(bytes.length / 4)
})

test('what is painted while it is packed is not half in it', async () => {
  const mask = { width: 300, height: 200, bytes: Uint8Array.from(bytes) }
  const packing = packMask(mask)
  mask.bytes.fill(9)
  expect(await unpackMask(await packing)).toEqual(bytes)
})

test('a damaged mask, or one of another size, is none', async () => {
  const kept = await packMask({ width: 300, height: 200, bytes })
  expect(await unpackMask({ ...kept, height: 199 })).toBeUndefined()
  expect(await unpackMask({ ...kept, packed: kept.packed.slice(0, 50) })).toBeUndefined()
})
