import { lineOf } from '../../../../export/text/csv.ts'
import type { Run } from '../../../../run/run.ts'
import { runFileName } from '../../result-file.ts'
import type { ShownTranscript } from '../text/edited.ts'
import { isTimed, type Transcript } from '../text/transcript.ts'
import { srtOf, vttOf } from './subtitles.ts'

export const formats = ['txt', 'srt', 'vtt', 'json', 'csv'] as const
export type Format = (typeof formats)[number]

/** The media types of the files. */
const types: Readonly<Record<Format, string>> = {
  ...{ txt: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt', json: 'application/json', csv: 'text/csv' },
}

/** Why a transcript cannot be written in a format; undefined where it can. */
export const refusalOf = (transcript: Transcript, format: Format): string | undefined =>
  (format === 'srt' || format === 'vtt') && !isTimed(transcript) ? 'the reply has no times' : undefined

/** The text of a file. SRT and WebVTT need times: see `refusalOf`. */
export function contentOf(transcript: ShownTranscript, format: Format): string {
  switch (format) {
    case 'txt':
      return `${plainText(transcript)}\n`
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
export function plainText({ segments, text }: Transcript): string {
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
  const marks = [transcript.isEdited && 'edited', (format === 'srt' || format === 'vtt') && 'made-here']
  return {
    name: transcriptName(
      run,
      format,
      marks.filter((mark) => mark !== false),
    ),
    blob: new Blob([contentOf(transcript, format)], { type: `${types[format]};charset=utf-8` }),
  }
}

/** The name of a file of a run's transcript. */
export function transcriptName(run: Run, extension: string, marks: readonly string[] = []): string {
  const name = runFileName(run, 1, extension)
  const dot = name.lastIndexOf('.')
  return [name.slice(0, dot), ...marks].join('_') + name.slice(dot)
}
