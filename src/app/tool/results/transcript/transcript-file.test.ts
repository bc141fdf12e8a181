import { expect, test } from 'vitest'
import { withCopy } from './text/edited.ts'
import { readSubtitles } from './text/read-transcript.ts'
import type { Transcript } from './text/transcript.ts'
import { contentOf, whyNoFile } from './transcript-file.ts'

const spoken: Transcript = {
  text: 'One & two. =SUM(A1)',
  segments: [
    { start: 0, end: 1.25, text: 'One & <two>.\n\nThree --> four', speaker: 'A', words: [] },
    { start: 3661.5, text: '=SUM(A1) "x"', speaker: 'B', confidence: 0.5, words: [] },
  ],
  seconds: 3663,
}
const shown = withCopy(spoken, { speakers: { A: 'Ada > B' } })

test('SRT has a number, times with hours and no line that would end a cue early', () => {
  expect(contentOf(shown, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:00:01,250\nAda > B: One & <two>.\nThree → four\n\n2\n01:01:01,500 --> 01:01:03,000\nB: =SUM(A1) "x"\n',
  )
})

test('WebVTT escapes its text, names the voices, says where it was made, and is read back as it was', () => {
  const text = contentOf(shown, 'vtt')
  expect(text).toMatch(/^WEBVTT\n\nNOTE Made by Patchbay/)
  expect(text).toContain('<v Ada &gt; B>One &amp; &lt;two&gt;.\nThree --&gt; four')
  expect(readSubtitles(text)?.map((cue) => cue.text)).toEqual(['One & <two>.\nThree --> four', '=SUM(A1) "x"'])
})

test('a long segment is cut between words that have times', () => {
  const words = Array.from({ length: 30 }, (_, nth) => ({ text: `word${nth}`, start: nth, end: nth + 0.5 }))
  const text = words.map((word) => word.text).join(' ')
  const cues = readSubtitles(contentOf(withCopy({ text, segments: [{ start: 0, end: 30, text, words }] }, {}), 'srt'))
  expect(cues?.length).toBeGreaterThan(2)
  expect(cues?.every((cue) => cue.text.length <= 84)).toBe(true)
  expect(cues?.map((cue) => cue.text).join(' ')).toBe(text)
})

test('in the table no text is a formula, and an edited line keeps its original', () => {
  const csv = contentOf(withCopy(spoken, { texts: { 1: '+1' } }), 'csv')
  expect(csv).toContain(`"3661.500","","B","'+1","'=SUM(A1) ""x""","0.500"\r\n`)
})

test('the text names each speaker once a turn, and JSON holds the times and both texts', () => {
  expect(contentOf(shown, 'txt')).toBe('Ada > B: One & <two>.\n\nThree --> four\n\nB: =SUM(A1) "x"\n')
  expect(JSON.parse(contentOf(withCopy(spoken, { texts: { 1: 'x' } }), 'json'))).toMatchObject({
    isEdited: true,
    segments: [{ start: 0 }, { text: 'x', original: '=SUM(A1) "x"' }],
  })
})

test('a transcript without times is no subtitles', () => {
  const plain: Transcript = { text: 'Hello', segments: [{ text: 'Hello', words: [] }] }
  expect(whyNoFile(plain, 'srt')).toBeDefined()
  expect(whyNoFile(plain, 'csv')).toBeUndefined()
  expect(whyNoFile(spoken, 'vtt')).toBeUndefined()
})

test('times that all stand at zero are none, but those of one cue over a known length are', () => {
  const zero = (count: number, seconds: number): Transcript => ({
    ...{ text: 'Hello', seconds },
    segments: Array.from({ length: count }, () => ({ text: 'Hello', start: 0, end: 0, words: [] })),
  })
  expect(whyNoFile(zero(3, 9), 'srt')).toBeDefined()
  expect(whyNoFile(zero(1, 9), 'vtt')).toBeDefined()
  const { segments, ...rest } = zero(1, 9)
  expect(whyNoFile({ ...rest, segments: segments.map(({ end: _, ...one }) => one) }, 'srt')).toBeUndefined()
})
