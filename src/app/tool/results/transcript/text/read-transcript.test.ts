import { expect, test } from 'vitest'
import { piecesOf } from './cut-segments.ts'
import { readSubtitles, readTranscript } from './read-transcript.ts'

const read = (value: unknown, text = '') => readTranscript({ events: [{ data: JSON.stringify(value) }], text })
const stream = (values: readonly object[]) =>
  readTranscript({ events: values.map((value) => ({ data: JSON.stringify(value) })), text: '' })

test('verbose JSON gives segments with the words that begin within them', () => {
  const transcript = read({
    task: 'transcribe',
    language: 'english',
    duration: 3.2,
    text: 'Hello, world. Good night.',
    words: [
      { word: 'Hello', start: 0, end: 0.4 },
      { word: 'world', start: 0.5, end: 0.9 },
      { word: 'Good', start: 2, end: 2.2 },
      { word: 'night', start: 2.3, end: 2.8 },
    ],
    segments: [
      { id: 0, start: 0, end: 1, text: ' Hello, world.', avg_logprob: -0.1 },
      { id: 1, start: 2, end: 3, text: ' Good night.' },
    ],
  })
  expect(transcript).toMatchObject({ language: 'english', seconds: 3.2 })
  expect(transcript?.segments.map(({ text, words }) => [text, words.length])).toEqual([
    ['Hello, world.', 2],
    ['Good night.', 2],
  ])
  expect(transcript?.segments[0]?.confidence).toBeCloseTo(Math.exp(-0.1))
})

test('words without segments are cut by sentences and pauses, with the punctuation of the text', () => {
  const transcript = read({
    text: 'One two. Three, four!',
    words: [
      { word: 'One', start: 0, end: 0.4 },
      { word: 'two', start: 0.5, end: 0.9 },
      { word: 'Three', start: 3, end: 3.4 },
      { word: 'four', start: 3.5, end: 4 },
    ],
  })
  expect(transcript?.segments).toMatchObject([
    { text: 'One two.', start: 0, end: 0.9 },
    { text: 'Three, four!', start: 3, end: 4 },
  ])
})

test('diarized segments keep their speakers', () => {
  const segments = [
    { type: 'transcript.text.segment', id: 'a', start: 0, end: 1, text: 'Hi.', speaker: 'A' },
    { type: 'transcript.text.segment', id: 'b', start: 1, end: 2, text: 'Hello.', speaker: 'B' },
  ]
  const speakers = [{ speaker: 'A' }, { speaker: 'B' }]
  expect(read({ text: 'Hi. Hello.', segments })?.segments).toMatchObject(speakers)
  const streamed = stream([
    { type: 'transcript.text.delta', delta: 'Hi. ' },
    ...segments,
    { type: 'transcript.text.done', text: 'Hi. Hello.', usage: { type: 'duration', seconds: 2 } },
  ])
  expect(streamed).toMatchObject({ text: 'Hi. Hello.', seconds: 2, segments: speakers })
})

test('words of ElevenLabs become segments of one speaker each; events are marked, white space is no word', () => {
  const transcript = read({
    language_code: 'eng',
    text: 'Hi there. (laughs) Oh!',
    words: [
      { text: 'Hi', start: 0, end: 0.2, type: 'word', speaker_id: 'speaker_0', logprob: -0.01 },
      { text: ' ', start: 0.2, end: 0.3, type: 'spacing', speaker_id: 'speaker_0' },
      { text: 'there.', start: 0.3, end: 0.6, type: 'word', speaker_id: 'speaker_0', logprob: -2 },
      { text: ' ', type: 'spacing' },
      { text: '(laughs)', start: 0.8, end: 1, type: 'audio_event', speaker_id: 'speaker_1' },
      { text: ' ', type: 'spacing' },
      { text: 'Oh!', start: 1, end: 1.3, type: 'word', speaker_id: 'speaker_1', logprob: 0 },
    ],
  })
  expect(transcript?.language).toBe('eng')
  expect(transcript?.segments).toMatchObject([
    { text: 'Hi there.', speaker: 'speaker_0', words: [{ text: 'Hi' }, { text: 'there.' }] },
    { text: '(laughs) Oh!', speaker: 'speaker_1', words: [{ isEvent: true }, { text: 'Oh!' }] },
  ])
  expect(transcript?.segments[0]?.words[1]?.confidence).toBeCloseTo(Math.exp(-2))
})

test('several channels are merged in order of time, each as a speaker', () => {
  const channel = (channel_index: number, text: string, start: number) => ({
    ...{ channel_index, text, language_code: 'en' },
    words: [{ text, start, end: start + 1, type: 'word' }],
  })
  expect(read({ transcripts: [channel(0, 'Later.', 5), channel(1, 'First.', 1)] })?.segments).toMatchObject([
    { text: 'First.', speaker: 'Channel 1' },
    { text: 'Later.', speaker: 'Channel 0' },
  ])
})

test('a message that the work was accepted is no transcript', () => {
  expect(read({ message: 'Request accepted', request_id: 'r1' })).toBeUndefined()
})

test('text without times is cut into its lines, and a long one between sentences', () => {
  expect(readTranscript({ events: [], text: ' Hello there.\nBye.\n' })).toEqual({
    text: 'Hello there.\nBye.',
    segments: [
      { text: 'Hello there.', words: [] },
      { text: 'Bye.', words: [] },
    ],
  })
  const long = 'This is a sentence of some length. '.repeat(30).trim()
  const segments = read({ text: long })?.segments ?? []
  expect(segments.length).toBeGreaterThan(3)
  expect(segments.map(({ text }) => text).join(' ')).toBe(long)
})

test('tokens with likelihoods become words with the least of them', () => {
  const tokens = [
    { token: 'Pat', logprob: -0.1 },
    { token: 'ch', logprob: -1 },
    { token: ' bay', logprob: 0 },
  ]
  const words = read({ text: 'Patch bay', logprobs: tokens })?.segments[0]?.words
  expect(words).toMatchObject([{ text: 'Patch' }, { text: 'bay', confidence: 1 }])
  expect(words?.[0]?.confidence).toBeCloseTo(Math.exp(-1))
})

test('speech that the sandbox does not know is said to be not recognised', () => {
  const text = '[speech 0.2–1.4 s, not recognised]'
  expect(read({ text, sandbox: { recognised: false } })).toMatchObject({ isRecognised: false, text })
})

test('times as texts, chunks with time stamps and nested answers are read', () => {
  const chunks = [{ timestamp: ['0', '1.5'], text: ' Hello' }]
  expect(read({ result: { output: { text: 'Hello', chunks } } })?.segments).toMatchObject([
    { start: 0, end: 1.5, text: 'Hello' },
  ])
})

test.each([
  null,
  7,
  [],
  {},
  { text: '' },
  { segments: [null, 3, {}] },
  { words: 'x', segments: 'y' },
  { transcripts: [{}] },
])('a shape that says nothing, %j, is no transcript', (value) => expect(read(value)).toBeUndefined())

test('SRT and WebVTT are read with their times, voices and escapes; what is broken is skipped', () => {
  expect(readSubtitles('\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nTwo\r\nlines\r\n\r\nnonsense\r\n')).toEqual([
    { start: 1.5, end: 2, text: 'Two\nlines', words: [] },
  ])
  const vtt =
    'WEBVTT\n\nNOTE a comment\n\nx\n00:01.000 --> 01:00:02.000 align:start\n<v Ada>1 &lt; 2 &amp; <i>so</i> on\n'
  expect(readSubtitles(vtt)).toEqual([{ start: 1, end: 3602, text: '1 < 2 & so on', speaker: 'Ada', words: [] }])
  expect(readSubtitles('At 10:30 he said --> nothing')).toBeUndefined()
  expect(readTranscript({ events: [], text: '1\n00:00:00,000 --> 00:00:01,000\nHi\n' })).toMatchObject({ text: 'Hi' })
})

test('the pieces of a segment are its text, each word that is found by itself', () => {
  const segment = { text: '“Hello”, WORLD – bye', words: [{ text: 'hello' }, { text: 'missing' }, { text: 'world' }] }
  const pieces = piecesOf(segment)
  expect(pieces.map(({ text }) => text).join('')).toBe(segment.text)
  expect(pieces.flatMap(({ text, word }) => (word ? [text] : []))).toEqual(['Hello', 'WORLD'])
})
