import { expect, test } from 'vitest'
import type { SoundFacts } from '#media/audio/sound-facts.ts'
import { decibelWords, matchingGains } from './compared-sounds.tsx'
import { whyNoDifference } from './use-removed.ts'

test('the louder sounds are attenuated to the quietest; silence does not count, and nothing is made louder', () => {
  const gain = matchingGains([-18, -21.2, Number.NEGATIVE_INFINITY])
  expect([-18, -21.2, Number.NEGATIVE_INFINITY].map((level) => gain?.(level).toFixed(1))).toEqual([
    '-3.2',
    '0.0',
    '0.0',
  ])
  expect(matchingGains([-18, undefined])).toBeUndefined()
  // Matched to the quieter one, the louder one would not be heard.
  const apart = matchingGains([-18, -44.5])
  expect([-18, -44.5].map((level) => apart?.(level))).toEqual([0, 0])
  expect(decibelWords(-3.21)).toBe('−3.2 dB')
})

test('sounds of other lengths are not subtracted, and the reason is said', () => {
  const sound: SoundFacts = { container: 'WAV', codec: '16-bit PCM', rate: 24_000, channels: 1, isVideo: false }
  const long = (seconds: number) => ({ ...sound, seconds })
  expect(whyNoDifference(long(3.1), long(3.2))).toBeUndefined()
  expect(whyNoDifference(long(3.1), long(2.4))).toBe('the lengths differ (3.1 s and 2.4 s)')
  expect(whyNoDifference(sound, long(2.4))).toBe('a length is not known')
  expect(whyNoDifference(long(3600), long(3600))).toBe('it is computed for up to 20 minutes only')
})
