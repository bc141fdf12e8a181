import { expect, test } from 'vitest'
import { playTime } from '../ui/format.ts'
import { soundNotes, soundWords } from './sound-row.tsx'

const facts = { container: 'WebM', codec: 'Opus', seconds: 400, rate: 48_000, channels: 1, isVideo: false }
const sound = { type: 'audio/webm', size: 60e6, facts }

test('lengths are written as in a player', () => {
  expect([0.4, 59.6, 61, 3725].map(playTime)).toEqual(['0:00', '1:00', '1:01', '1:02:05'])
})

test('the facts of a sound are said in a few words, without what is unknown or the same twice', () => {
  expect(soundWords(facts)).toEqual(['6:40', 'WebM', 'Opus', '48 kHz', 'mono'])
  const mp3 = { container: 'MP3', codec: 'MP3', rate: 22_050, channels: 2, isVideo: false }
  expect(soundWords(mp3)).toEqual(['MP3', '22.05 kHz', 'stereo'])
  expect(soundWords({ ...mp3, seconds: 0.42 })[0]).toBe('0.4 s')
})

test('limits that a file exceeds are notes, each with whose it is', () => {
  const limits = [
    { by: 'OpenAI', bytes: 25e6 },
    { by: 'ElevenLabs', bytes: 80e6, seconds: 300 },
    { by: 'This model', seconds: 400 },
  ]
  expect(soundNotes(sound, { limits })).toEqual(['OpenAI accepts up to 25 MB.', 'ElevenLabs accepts up to 5 min.'])
})

test('a video, a file that was cut off and one that cannot be read are told', () => {
  const cut = { ...facts, isVideo: true, isWhole: false }
  expect(soundNotes({ ...sound, facts: cut }, {})).toEqual([
    'Only its sound is used.',
    'The file is incomplete: its end is missing.',
  ])
  expect(soundNotes({ ...sound, facts: { ...facts, isVideo: true } }, { keepsPicture: true })).toEqual([])
  expect(soundNotes({ ...sound, facts: { ...facts, seconds: 0.072 } }, {})).toEqual([
    'It contains less than 0.1 s of sound. The file may be damaged.',
  ])
  expect(soundNotes({ type: 'video/mp4', size: 9, facts: undefined }, {})).toEqual([
    'This browser cannot read any sound from this video. The router may be able to.',
  ])
})
