import type { Span, SpokenWord, Transcript } from '../sound-task.ts'

export interface Segment extends Span {
  readonly text: string
  readonly words: readonly SpokenWord[]
  readonly noSpeech: number
}

const mostWords = 14
const pauseSeconds = 0.8

const endsSentence = (text: string) => /[.!?。！？…]["'”’»)\]]*$/u.test(text)

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

export const spaceBefore = (word: string, isFirst: boolean): string => (isFirst || unspaced.test(word) ? '' : ' ')

const textOf = (words: readonly SpokenWord[]) =>
  words.map(({ text }, at) => spaceBefore(text, at === 0) + text).join('')

function sentences(words: readonly SpokenWord[]): SpokenWord[][] {
  const found: SpokenWord[][] = []
  for (const word of words) {
    const open = found.at(-1)
    const last = open?.at(-1)
    const isNew =
      !open ||
      !last ||
      endsSentence(last.text) ||
      word.start - last.end > pauseSeconds ||
      (open.length >= mostWords && /[,;:]$/.test(last.text)) ||
      open.length >= mostWords * 2
    if (isNew) found.push([word])
    else open.push(word)
  }
  return found
}

const clock = (seconds: number) => seconds.toFixed(1)

const notRecognised = (start: number, end: number) => `[speech ${clock(start)}–${clock(end)} s, not recognised]`

/** The transcript in pieces: sentences, or the parts in which a voice is heard. */
export function segmentsOf({ source, words, parts }: Transcript): Segment[] {
  if (source === 'voice_activity')
    return parts.map(({ start, end, likelihood }) => ({
      ...{ start, end, text: notRecognised(start, end), words: [] },
      noSpeech: 1 - likelihood,
    }))
  return sentences(words).map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    text: textOf(group),
    words: group,
    noSpeech: 0,
  }))
}

/** The whole text: the words, or what is said in their place. */
export function transcriptText(transcript: Transcript): string {
  if (transcript.source !== 'voice_activity') return transcript.text
  const segments = segmentsOf(transcript)
  return segments.length === 0 ? '[no speech]' : segments.map(({ text }) => text).join(' ')
}

const padded = (value: number, length: number) => String(value).padStart(length, '0')

/** `01:02:03,456`; WebVTT has a point before the milliseconds. */
function timestamp(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${parts.map((part) => padded(part, 2)).join(':')}${point}${padded(ms % 1000, 3)}`
}

export function subtitles(segments: readonly Pick<Segment, 'start' | 'end' | 'text'>[], format: 'srt' | 'vtt'): string {
  const point = format === 'srt' ? ',' : '.'
  const cues = segments.map(({ start, end, text }, at) => {
    const times = `${timestamp(start, point)} --> ${timestamp(end, point)}`
    return `${format === 'srt' ? `${at + 1}\n` : ''}${times}\n${text}\n`
  })
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`
}
