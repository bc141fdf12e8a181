import { expect, test } from 'vitest'
import { decibels } from '../testing/measured.ts'
import { pitchOf } from './sound-measures.ts'
import { createSpeak } from './speaker-client.ts'

/** As where espeak-ng is not installed. */
const speak = createSpeak(undefined)
const delivery = { voice: 'en-us+f3', pitch: 50, range: 50, rate: 175, speed: 1 }

test('without espeak-ng a simple synthesizer speaks: word by word, at the pitch and speed asked for, and says so', async () => {
  const { rate, samples, words, synthesizer } = await speak('Two old boats, at sea!', delivery)
  expect(synthesizer).toBe('simple')
  expect(words.map(({ text }) => text)).toEqual(['Two', 'old', 'boats,', 'at', 'sea!'])
  for (const { start, end } of words) expect(decibels(samples.subarray(start * rate, end * rate))).toBeGreaterThan(-40)
  expect(pitchOf(samples, rate)).toBeGreaterThan(130)
  expect(pitchOf(samples, rate)).toBeLessThan(190)
  const fast = await speak('Two old boats, at sea!', { ...delivery, speed: 2 })
  expect(fast.samples.length / samples.length).toBeCloseTo(0.5, 1)
  const high = await speak('Two old boats, at sea!', { ...delivery, pitch: 99 })
  expect(pitchOf(high.samples, rate)).toBeGreaterThan(200)
})
