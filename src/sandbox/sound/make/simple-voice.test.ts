import { expect, test } from 'vitest'
import { decibels } from '../testing/measured.ts'
import { pitchOf } from './pitch.ts'
import { createSpeak } from './speaker-client.ts'

/** As where espeak-ng is not installed. */
const speak = createSpeak(undefined)
const delivery = { voice: 'en-us+f3', pitch: 50, range: 50, rate: 175, speed: 1 }

test('without espeak-ng a simple synthesizer speaks: word by word, at the pitch and speed asked for, and says so', async () => {
  const { sound, words, synthesizer } = await speak('Two old boats, at sea!', delivery)
  const [samples = new Float32Array()] = sound.channels
  expect(synthesizer).toBe('simple')
  expect(words.map(({ text }) => text)).toEqual(['Two', 'old', 'boats,', 'at', 'sea!'])
  for (const { start, end } of words)
    expect(decibels(samples.subarray(start * sound.rate, end * sound.rate))).toBeGreaterThan(-40)
  expect(pitchOf(samples, sound.rate)).toBeGreaterThan(130)
  expect(pitchOf(samples, sound.rate)).toBeLessThan(190)
  const fast = await speak('Two old boats, at sea!', { ...delivery, speed: 2 })
  expect((fast.sound.channels[0]?.length ?? 0) / samples.length).toBeCloseTo(0.5, 1)
  const high = await speak('Two old boats, at sea!', { ...delivery, pitch: 99 })
  expect(pitchOf(high.sound.channels[0] ?? samples, sound.rate)).toBeGreaterThan(200)
})
