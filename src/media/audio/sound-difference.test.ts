import { expect, test } from 'vitest'
import { RateConverter } from './rate-converter.ts'
import { lagOf, soundDifference } from './sound-difference.ts'
import { readWav, wavHeader } from './wav.ts'

const tone = (rate: number, hertz: number, seconds: number, level = 0.3) =>
  Float32Array.from(
    { length: Math.round(rate * seconds) },
    (_, n) => level * Math.sin((2 * Math.PI * hertz * n) / rate),
  )

function wav(rate: number, values: Float32Array): Blob {
  const samples = Int16Array.from(values, (value) => value * 32_767)
  return new Blob([wavHeader({ coding: 'int', bits: 16, rate, channels: 1 }, samples.byteLength), samples])
}

async function samplesOf(file: Blob) {
  const { start = 0 } = (await readWav(file)) ?? {}
  return Float32Array.from(new Int16Array(await file.slice(start).arrayBuffer()), (value) => value / 32_767)
}

const level = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)

/** A voice that begins and ends, so that only one lag fits. */
function voice(rate: number) {
  const values = tone(rate, 220, 1)
  return values.map((value, n) => value * Math.sin((Math.PI * n) / values.length) ** 2)
}

test('what was removed is what the original has beside the result, as long as it, although the result is late', async () => {
  const rate = 16_000
  const [clean, hum] = [voice(rate), tone(rate, 50, 1, 0.1)]
  const noisy = clean.map((value, n) => value + (hum[n] ?? 0))
  const late = new Float32Array(clean.length + 400)
  late.set(clean, 400)
  const { wav: removed, lag } = await soundDifference(wav(rate, noisy), wav(rate, late))
  expect(lag).toBeCloseTo(400 / rate, 6)
  const values = await samplesOf(removed)
  expect(values.length).toBe(noisy.length)
  expect(level(values.map((value, n) => value - (hum[n] ?? 0)))).toBeLessThan(0.001)
})

test('an original of another rate is converted, so that equal sounds leave next to nothing', async () => {
  for (const [before, after] of [
    [24_000, 44_100],
    [48_000, 16_000],
  ] as const) {
    const { wav: removed } = await soundDifference(wav(before, voice(before)), wav(after, voice(after)))
    expect(level(await samplesOf(removed)), `${before} to ${after}`).toBeLessThan(0.003)
  }
})

test('a rate is converted in parts as it is in one', () => {
  const values = tone(24_000, 1000, 0.2)
  const whole = new RateConverter(24_000, 44_100)
  const all = [...whole.convert(values), ...whole.end()]
  const converter = new RateConverter(24_000, 44_100)
  const parts: number[] = []
  for (let at = 0; at < values.length; at += 777) parts.push(...converter.convert(values.subarray(at, at + 777)))
  parts.push(...converter.end())
  expect(parts.length).toBe(all.length)
  expect(Math.abs(all.length - 0.2 * 44_100)).toBeLessThanOrEqual(2)
  for (const [n, value] of parts.entries()) expect(value).toBeCloseTo(all[n] ?? 0, 6)
})

test('sounds without anything in common, and empty ones, have no lag', () => {
  expect(lagOf(new Float32Array(0), tone(8000, 100, 1), 800)).toBe(0)
  expect(lagOf(tone(8000, 100, 1), new Float32Array(8000), 800)).toBe(0)
})
