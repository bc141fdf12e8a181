import { joined, type Segment, type Transcript } from '../text/transcript.ts'

/** A subtitle. Times in seconds. */
interface Cue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker?: string | undefined
}

/** Two lines of 42 characters, the usual limit of subtitles. */
const longest = 84

/**
 * The cues of a transcript whose segments have times. A long segment is cut between words where all its words have times; a missing end is
 * the next start.
 */
function cuesOf({ segments, seconds }: Transcript): readonly Cue[] {
  return segments.flatMap((segment, nth) => {
    const start = segment.start ?? 0
    const end = segment.end ?? segments[nth + 1]?.start ?? seconds ?? start
    const whole = { start, end: Math.max(start, end), text: segment.text, speaker: segment.speaker }
    return segment.text.trim() === '' ? [] : (cutByWords(segment) ?? [whole])
  })
}

function cutByWords({ text, words, speaker }: Segment): readonly Cue[] | undefined {
  if (text.length <= longest || words.length < 2) return undefined
  const cues: { start: number; end: number; words: { text: string }[]; speaker?: string | undefined }[] = []
  for (const { text: word, start, end } of words) {
    if (start === undefined || end === undefined) return undefined
    const open = cues.at(-1)
    if (open && joined([...open.words, { text: word }]).length <= longest) {
      open.words.push({ text: word })
      open.end = end
    } else cues.push({ start, end, words: [{ text: word }], speaker })
  }
  const cut = cues.map(({ words: own, ...cue }) => ({ ...cue, text: joined(own) }))
  // Words that lack the punctuation of the text would lose it.
  return cut.map((cue) => cue.text).join(' ') === text.replace(/\s+/g, ' ') ? cut : undefined
}

const padded = (value: number, length = 2) => String(value).padStart(length, '0')

/** `01:02:03,456`; WebVTT has a point before the milliseconds. */
function timestamp(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${parts.map((part) => padded(part)).join(':')}${point}${padded(ms % 1000, 3)}`
}

/** A blank line would end the cue. */
const lines = (text: string) => text.trim().replace(/\s*\n\s*/g, '\n')

/** SubRip. It has no comments and no escapes; an arrow in the text would be read as times. */
export function srtOf(transcript: Transcript): string {
  return cuesOf(transcript)
    .map(({ start, end, text, speaker }, nth) => {
      const said = lines(speaker === undefined ? text : `${speaker}: ${text}`).replaceAll('-->', '→')
      return `${nth + 1}\n${timestamp(start, ',')} --> ${timestamp(end, ',')}\n${said}\n`
    })
    .join('\n')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** WebVTT, with a note that it was made here. */
export function vttOf(transcript: Transcript): string {
  const cues = cuesOf(transcript).map(({ start, end, text, speaker }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speaker.replace(/\s+/g, ' '))}>`
    return `${timestamp(start, '.')} --> ${timestamp(end, '.')}\n${voice}${escaped(lines(text))}\n`
  })
  return ['WEBVTT\n', 'NOTE Made by Patchbay from the router’s reply\n', ...cues].join('\n')
}
