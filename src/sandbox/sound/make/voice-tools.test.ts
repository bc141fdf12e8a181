import { afterAll, beforeAll, expect, test } from 'vitest'
import { resampled } from '#media/audio/rate-converter.ts'
import { speakerIn } from '../speaker-pool.ts'
import { bundle as speaker } from '../speaker-process.ts?bundle'
import { decibels, forgetGlobals } from '../testing/measured.ts'
import { shifted } from './change-voice.ts'
import { denoised, denoiseRate as rate, voiceParts } from './denoise.ts'
import { pitchOf } from './sound-measures.ts'
import { createSpeak } from './speaker-client.ts'

afterAll(forgetGlobals)

const text = 'The old harbour lies still. Nobody walks along the quay tonight.'
let voice = new Float32Array()
/** Where nobody speaks, in seconds. */
let pause: readonly [number, number] = [0, 0]

beforeAll(async () => {
  const delivery = { voice: 'en-us+m1', pitch: 50, range: 50, rate: 160, speed: 1 }
  const { samples, rate: spokenRate, words } = await createSpeak(speakerIn(speaker))(text, delivery)
  const spoken = resampled(samples, spokenRate, rate)
  // Half a second of silence in front, in which only noise is heard.
  voice = new Float32Array(spoken.length + rate)
  voice.set(spoken, rate)
  pause = [(words[4]?.end ?? 0) + 1.1, (words[5]?.start ?? 0) + 1]
}, 60_000)

const noisy = () => {
  let random = 1
  return voice.map((value) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0
    return value + (random / 2 ** 31) * 0.02
  })
}

test('noise in the pauses falls by 10 dB and more, the voice keeps its level, and the length stays', async () => {
  const before = noisy()
  const { samples, voiced } = await denoised(before)
  expect(samples.length).toBe(before.length)
  const level = (of: Float32Array, from: number, to: number) => decibels(of.subarray(from * rate, to * rate))
  expect(pause[1] - pause[0]).toBeGreaterThan(0.1)
  expect(level(before, 0.3, 0.9) - level(samples, 0.3, 0.9)).toBeGreaterThan(10)
  expect(level(before, ...pause) - level(samples, ...pause)).toBeGreaterThan(10)
  const end = voice.length / rate
  expect(Math.abs(level(samples, 1, end) - level(voice, 1, end))).toBeLessThan(2)
  const parts = voiceParts(samples, voiced)
  expect(parts.length).toBeGreaterThan(0)
  expect(parts[0]?.start).toBeGreaterThan(0.8)
  expect(parts[0]?.start).toBeLessThan(1.4)
})

/** The mean frequency of a spectrum, which follows the formants. */
function brightness(samples: Float32Array): number {
  let crossings = 0
  let count = 0
  for (let at = 1; at < samples.length; at += 1) {
    if (Math.abs(samples[at] ?? 0) < 0.005) continue
    count += 1
    if ((samples[at] ?? 0) * (samples[at - 1] ?? 0) < 0) crossings += 1
  }
  return crossings / count
}

test.each([7, -4])('the pitch moves by %d semitones, and the length stays', async (pitch) => {
  const hertz = pitchOf(voice, rate)
  expect(hertz).toBeGreaterThan(80)
  const changed = await shifted(voice, rate, { pitch, formants: 0, hertz })
  expect(changed.length).toBe(voice.length)
  expect(Math.abs(12 * Math.log2(pitchOf(changed, rate) / hertz) - pitch)).toBeLessThan(1.2)
  // What is said stays where it is.
  const quiet = decibels(changed.subarray(0.2 * rate, 0.8 * rate))
  expect(quiet).toBeLessThan(decibels(changed) - 25)
})

test('the formants move apart from the pitch', async () => {
  const hertz = pitchOf(voice, rate)
  const [lower, higher] = [
    await shifted(voice, rate, { pitch: 0, formants: -4, hertz }),
    await shifted(voice, rate, { pitch: 0, formants: 4, hertz }),
  ]
  for (const changed of [lower, higher])
    expect(Math.abs(12 * Math.log2(pitchOf(changed, rate) / hertz))).toBeLessThan(1.2)
  expect(brightness(higher)).toBeGreaterThan(brightness(lower) * 1.1)
})
