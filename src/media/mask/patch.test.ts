import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { newMemory } from './mask-pixels.ts'
import { applyPatch, packDifference } from './patch.ts'

const sample = { seed, numRuns: process.env.SOAK ? 20_000 : 400 }

const stretch = fc.tuple(
  fc.constantFrom(0, 0, 255, 255, 1, 7),
  fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 300 })),
)
const stretches = fc.array(stretch, { minLength: 1, maxLength: 12 })

test('what is packed leads from the old to the new and back, wherever it lies', () => {
  const property = fc.property(
    stretches,
    fc.nat(9),
    fc.nat(9),
    fc.integer({ min: 1, max: 40 }),
    (runs, x, more, width) => {
      const flat = runs.flatMap(([byte, count]) => Array.from({ length: count }, () => byte))
      const height = Math.ceil(flat.length / width)
      const difference = newMemory(width * height)
      difference.bytes.set(flat)
      const packed = packDifference(difference, width * height)
      if (!packed) return flat.every((byte) => byte === 0)
      // The rectangle lies in a wider mask, whose other bytes stay as they are.
      const stride = x + width + more
      const mask = newMemory(stride * (height + 2))
      mask.bytes.fill(90)
      const patch = { rect: { x, y: 1, width, height }, packed }
      applyPatch(patch, mask, stride)
      const isNew = mask.bytes.every((byte, at) => {
        const [column, row] = [(at % stride) - x, Math.floor(at / stride) - 1]
        const inside = column >= 0 && column < width && row >= 0 && row < height
        return byte === (inside ? 90 ^ (difference.bytes[row * width + column] ?? 0) : 90)
      })
      applyPatch(patch, mask, stride)
      return isNew && mask.bytes.every((byte) => byte === 90)
    },
  )
  fc.assert(property, sample)
})

test('no difference needs no bytes, an even one a few, and noise hardly more than itself', () => {
  const memory = newMemory(128 * 128)
  expect(packDifference(memory, memory.bytes.length)).toBe(undefined)
  memory.bytes.fill(255)
  expect(packDifference(memory, memory.bytes.length)?.length).toBeLessThan(4)
  memory.bytes.fill(3)
  expect(packDifference(memory, memory.bytes.length)?.length).toBeLessThan(5)
  for (let at = 0; at < memory.bytes.length; at += 1) memory.bytes[at] = Math.imul(at, 2654435761) >>> 24
  expect(packDifference(memory, memory.bytes.length)?.length).toBeLessThan(memory.bytes.length + 8)
})
