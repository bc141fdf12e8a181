import { lineOf } from '#media/csv-line.ts'
import type { Run } from '../../../run/run.ts'
import { runFileName } from '../result-file.ts'
import type { ShownTranscript } from './text/edited.ts'
import { isTimed, joined, type Segment, type Transcript } from './text/transcript.ts'

export const formats = ['txt', 'srt', 'vtt', 'json', 'csv'] as const
export type Format = (typeof formats)[number]

const types: Readonly<Record<Format, string>> = {
  ...{ txt: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt', json: 'application/json', csv: 'text/csv' },
}

/** Why a transcript cannot be written in a format; undefined where it can. */
export const whyNoFile = (transcript: Transcript, format: Format): string | undefined =>
  (format === 'srt' || format === 'vtt') && !isTimed(transcript) ? 'the reply has no times' : undefined

/** The text of a file. SRT and WebVTT need times: see `whyNoFile`. */
export function contentOf(transcript: ShownTranscript, format: Format): string {
  switch (format) {
    case 'txt':
      return `${transcriptText(transcript)}\n`
    case 'srt':
      return srtOf(transcript)
    case 'vtt':
      return vttOf(transcript)
    case 'json':
      return `${JSON.stringify(transcript, null, 2)}\n`
    case 'csv':
      return csvOf(transcript)
  }
}

/** With speakers, one paragraph for each turn; otherwise the text as the router, or the person, wrote it. */
export function transcriptText({ segments, text }: Transcript): string {
  if (segments.every(({ speaker }) => speaker === undefined)) return text
  const turns: { speaker: string | undefined; said: string[] }[] = []
  for (const segment of segments) {
    const last = turns.at(-1)
    if (last && last.speaker === segment.speaker) last.said.push(segment.text)
    else turns.push({ speaker: segment.speaker, said: [segment.text] })
  }
  return turns.map(({ speaker = 'Unknown speaker', said }) => `${speaker}: ${said.join(' ')}`).join('\n\n')
}

/** A line for each segment; formulas are made harmless as in other tables of the app. */
function csvOf({ segments }: ShownTranscript): string {
  const rows = segments.map(({ start, end, speaker = '', text, original = '', confidence }) => [
    ...[start, end].map((time) => time?.toFixed(3) ?? ''),
    ...[speaker, text, original],
    confidence?.toFixed(3) ?? '',
  ])
  const head = ['start', 'end', 'speaker', 'text', 'original text', 'confidence']
  return `\uFEFF${[head, ...rows].map(lineOf).join('')}`
}

/** A transcript as a file named after its run. What was made here of times is said to be: `_made-here` in the name of SRT and WebVTT. */
export function transcriptFile(run: Run, transcript: ShownTranscript, format: Format) {
  const isMade = format === 'srt' || format === 'vtt'
  const marks = [...(transcript.isEdited ? ['edited'] : []), ...(isMade ? ['made-here'] : [])]
  return {
    name: transcriptName(run, format, marks),
    blob: new Blob([contentOf(transcript, format)], { type: `${types[format]};charset=utf-8` }),
  }
}

export function transcriptName(run: Run, extension: string, marks: readonly string[] = []): string {
  const name = runFileName(run, 1, extension)
  const dot = name.lastIndexOf('.')
  return [name.slice(0, dot), ...marks].join('_') + name.slice(dot)
}

/** A subtitle. Times in seconds. */
interface Cue {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker?: string | undefined
}

/** Two lines of 42 characters, the usual limit of subtitles. */
const longest = 84

/** Cues from timed segments. A long one is cut between words where all have times; a missing end is the next start. */
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

function vttOf(transcript: Transcript): string {
  const cues = cuesOf(transcript).map(({ start, end, text, speaker }) => {
    const voice = speaker === undefined ? '' : `<v ${escaped(speaker.replace(/\s+/g, ' '))}>`
    return `${timestamp(start, '.')} --> ${timestamp(end, '.')}\n${voice}${escaped(lines(text))}\n`
  })
  return ['WEBVTT\n', 'NOTE Made by Patchbay from the router’s reply\n', ...cues].join('\n')
}
