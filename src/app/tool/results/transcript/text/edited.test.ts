import { expect, test } from 'vitest'
import { withCopy } from './edited.ts'
import type { Transcript } from './transcript.ts'

const transcript: Transcript = {
  text: 'Hello word. Bye.',
  segments: [
    {
      ...{ start: 0, end: 1, text: 'Hello word.', speaker: 'A' },
      words: [
        { text: 'Hello', start: 0, end: 0.4, confidence: 0.2 },
        { text: 'word.', start: 0.5, end: 0.9 },
      ],
    },
    { start: 2, end: 3, text: 'Bye.', speaker: 'B', words: [] },
  ],
}

test('an edited segment keeps the times of the words it keeps or replaces, and the original text', () => {
  const { segments, text, isEdited } = withCopy(transcript, { texts: { 0: 'Hello big world.' } })
  expect(isEdited).toBe(true)
  expect(text).toBe('Hello big world. Bye.')
  expect(segments[0]).toMatchObject({ original: 'Hello word.', start: 0, end: 1 })
  expect(segments[0]?.words[0]).toEqual({ text: 'Hello', start: 0, end: 0.4 })
  expect(segments[0]?.words.map((word) => word.text)).toEqual(['Hello', 'big', 'world.'])
  expect(segments[0]?.words.filter(({ start }) => start === 0.5)).toHaveLength(1)
  expect(segments[1]).toBe(transcript.segments[1])
})

test('a speaker is renamed everywhere, which is no edit of the text', () => {
  const { segments, isEdited, text } = withCopy(transcript, { speakers: { A: 'Ada' } })
  expect(segments.map(({ speaker }) => speaker)).toEqual(['Ada', 'B'])
  expect([isEdited, text]).toEqual([false, transcript.text])
})

test('a text that was typed back to the original is none of its own', () => {
  expect(withCopy(transcript, { texts: { 1: 'Bye.' } }).isEdited).toBe(false)
})
