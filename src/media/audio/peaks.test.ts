import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { decodeSound } from './decode-sound.ts'
import { PeakMaker, type Peaks, readColumns } from './peaks.ts'
import { wavHeader } from './wav.ts'

const lane = (values: Int16Array | Float32Array) => ({ values, offset: 0, stride: 1 })

/** Adds samples of one channel in parts of these lengths, again and again. */
function made(
  samples: Int16Array | Float32Array,
  parts: readonly number[],
  { mostBlocks, most }: { readonly mostBlocks?: number; readonly most?: number } = {},
): Peaks {
  const maker = new PeakMaker(1000, 1, 0, mostBlocks)
  for (let at = 0, n = 0; at < samples.length; n += 1) {
    const part = samples.subarray(at, at + (parts[n % parts.length] ?? 1))
    maker.add([lane(part)], part.length)
    at += part.length
  }
  return maker.peaks(most)
}

test('every block at every resolution has the lowest and highest of its samples, in whatever parts they come', () => {
  const property = (values: Int16Array, parts: readonly number[], most?: number) => {
    const { levels, frames } = made(values, parts, { mostBlocks: 64, ...(most && { most }) })
    if (most) expect(levels[0]?.pairs[0]?.length).toBeLessThanOrEqual(2 * most)
    expect(frames).toBe(values.length)
    for (const { block, pairs } of levels) {
      const [own] = pairs
      expect(own?.length).toBe(2 * Math.ceil(values.length / block))
      for (let at = 0; at < values.length; at += block) {
        const inside = values.subarray(at, at + block)
        const pair = (2 * at) / block
        expect([own?.[pair], own?.[pair + 1]]).toEqual([Math.min(...inside), Math.max(...inside)])
      }
    }
  }
  const parts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fc.int16Array({ minLength: 1, maxLength: 3000 }), parts, fc.constantFrom(undefined, 1, 16), property),
    { seed, numRuns: 60 },
  )
})

test('memory is bounded: the blocks of a long sound are longer', () => {
  const { levels } = made(new Int16Array(100_000).fill(5), [4096], { mostBlocks: 256 })
  expect(levels[0]?.block).toBe(512)
  expect(levels[0]?.pairs[0]?.length).toBeLessThanOrEqual(512)
})

test('level and silence are told in dBFS and seconds', () => {
  const sound = new Float32Array(10_000)
  for (let at = 2000; at < 9000; at += 1) sound[at] = 0.5 * Math.sin(at / 3)
  const { level } = made(sound, [1234])
  expect(level.peak).toBeCloseTo(-6.02, 1)
  // A sine has 3 dB less than its peak; the silence around it does not count.
  expect(level.rms).toBeCloseTo(-9.03, 0)
  expect(level.quietStart).toBeCloseTo(2, 1)
  expect(level.quietEnd).toBeCloseTo(1, 1)
})

test('digital silence has no level', () => {
  const { level } = made(new Int16Array(3000), [1000])
  expect(level).toEqual({ peak: -Infinity, rms: -Infinity, quietStart: 3, quietEnd: 3 })
})

test('two interleaved channels are kept apart', () => {
  const values = Int16Array.from({ length: 64 }, (_, n) => (n % 2 ? -n : n))
  const maker = new PeakMaker(1000, 2)
  maker.add(
    [0, 1].map((offset) => ({ values, offset, stride: 2 })),
    32,
  )
  const [left, right] = maker.peaks().levels[0]?.pairs ?? []
  expect([...(left ?? [])].every((value) => value >= 0)).toBe(true)
  expect([...(right ?? [])].every((value) => value < 0)).toBe(true)
})

test('a column shows the highest sample of its time at any zoom, and nothing outside the sound', () => {
  const sound = new Int16Array(100_000)
  sound[54_321] = 30_000
  const peaks = made(sound, [5000])
  for (const frames of [3, 8, 100, 1000, 20_000]) {
    const out = new Int16Array(2 * 8)
    const first = Math.floor(54_321 / frames) * frames - 2 * frames
    readColumns(peaks, 0, first, frames, 8, out)
    const highest = [...out].indexOf(30_000)
    // A block of 8 frames may begin in the column before.
    expect([3, 5, 7]).toContain(highest)
  }
  const outside = new Int16Array(8).fill(9)
  readColumns(peaks, 0, 200_000, 10, 4, outside)
  expect([...outside]).toEqual(new Array(8).fill(0))
})

test('a WAV file gives the peaks of its samples, whatever the size of the parts in which it is read', async () => {
  const samples = Int16Array.from({ length: 1_200_001 }, (_, n) => (n * 7919) % 30_011)
  const header = wavHeader({ coding: 'int', bits: 16, rate: 1000, channels: 1 }, samples.byteLength)
  const maker = new PeakMaker(1000, 1)
  for await (const { lanes, frames } of decodeSound(new Blob([header, samples]))) maker.add(lanes, frames)
  expect(maker.peaks().levels[0]?.pairs[0]).toEqual(made(samples, [samples.length]).levels[0]?.pairs[0])
})
