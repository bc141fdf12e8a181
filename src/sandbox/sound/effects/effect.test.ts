import { expect, test } from 'vitest'
import type { EffectOrder } from '../sound-task.ts'
import { decibels, share } from '../testing/measured.ts'
import { soundEffect } from './effect.ts'

const order = (more: Partial<EffectOrder>): EffectOrder => ({
  ...{ text: 'wind', seconds: 2, influence: 0.3, isLoop: false, seed: 's', rate: 44_100 },
  ...more,
})
const made = (more: Partial<EffectOrder>) => soundEffect(order(more))
const left = (more: Partial<EffectOrder>) => made(more).channels[0] ?? new Float32Array()

test.each([0.5, 1.3, 30])(
  'an effect of %d seconds has just that length, is stereo, and neither silent nor clipped',
  (seconds) => {
    const { channels, rate } = made({ seconds, text: 'rain and thunder' })
    expect(channels.map(({ length }) => length)).toEqual([Math.round(seconds * rate), Math.round(seconds * rate)])
    const peak = Math.max(
      ...channels.map((samples) => samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)),
    )
    expect(peak).toBeGreaterThan(0.2)
    expect(peak).toBeLessThan(0.75)
    for (const samples of channels) expect(decibels(samples)).toBeLessThan(-17)
  },
)

test('what the words name decides about the spectrum', () => {
  const high = (text: string) => share(left({ text }), 44_100, 2_000, 20_000)
  expect(high('heavy rain')).toBeGreaterThan(0.7)
  expect(high('birds chirping')).toBeGreaterThan(0.7)
  expect(high('a car engine')).toBeLessThan(0.2)
  expect(high('thunder')).toBeLessThan(0.3)
})

test('an alarm beeps and pauses; steps are apart', () => {
  const samples = left({ text: 'an alarm beeping', influence: 1 })
  const level = (from: number) => decibels(samples.subarray(from * 44_100, (from + 0.1) * 44_100))
  expect(level(0.08)).toBeGreaterThan(-20)
  expect(level(0.35)).toBeLessThan(-60)
  expect(share(samples, 44_100, 900, 1_060)).toBeGreaterThan(0.5)
})

test('a loop has no seam: its last samples lead into its first ones', () => {
  const seam = (isLoop: boolean) => {
    const samples = left({ text: 'a humming machine', isLoop, seconds: 3 })
    const jump = Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0))
    const usual = samples
      .slice(1, 4_000)
      .reduce((most, value, at) => Math.max(most, Math.abs(value - (samples[at] ?? 0))), 0)
    const edges = decibels(samples.slice(0, 400)) - decibels(samples)
    return { jump: jump / usual, edges }
  }
  expect(seam(true).jump).toBeLessThan(1.5)
  expect(seam(true).edges).toBeGreaterThan(-9)
  expect(seam(false).edges).toBeLessThan(seam(true).edges)
})

test('the same order gives the same samples, another seed others, and unknown words something', () => {
  expect(left({})).toEqual(left({}))
  expect(left({ seed: 't' })).not.toEqual(left({}))
  expect(decibels(left({ text: 'qwertz' }))).toBeGreaterThan(-40)
  const { seconds: _, ...open } = order({ text: 'sea waves' })
  expect(soundEffect(open).channels[0]?.length).toBe(8 * 44_100)
})

test('bright noise stays finite, whatever the seed', () => {
  for (let seed = 0; seed < 12; seed += 1)
    expect(left({ text: 'hiss', seconds: 1, influence: 0, seed: String(seed) }).every(Number.isFinite)).toBe(true)
})
