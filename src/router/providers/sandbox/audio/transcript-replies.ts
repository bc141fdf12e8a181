import { listOf, ownOf } from '#contract/core/loose-json.ts'
import type { Transcript } from '#sandbox/sound/sound-task.ts'
import {
  type Segment,
  segmentsOf,
  spaceBefore,
  subtitles,
  transcriptText,
} from '#sandbox/sound/transcription/segments.ts'
import { eventBytes, eventStream, jsonReply } from '../../../http/http-replies.ts'
import { badRequest } from '../../../http/router-error.ts'
import type { ProviderRequest } from '../../../provider.ts'

type Body = ProviderRequest['body']

const everyFormat = ['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json'] as const
type Format = (typeof everyFormat)[number]

/**
 * The formats of each transcription model: the small one writes no subtitles and no speakers. `verbose_json` is what the AI SDK asks of
 * every model that it does not know.
 */
export const transcriptFormats: Readonly<Record<string, readonly Format[]>> = {
  'sandbox-transcribe': everyFormat,
  'sandbox-transcribe-mini': ['json', 'text', 'verbose_json'],
}

/** The format that a request asks for. Throws a 400 for one that the model does not have. */
export function transcriptFormatOf(model: string, { response_format = 'json' }: Body): Format {
  const known = ownOf(transcriptFormats, model) ?? everyFormat
  const found = known.find((format) => format === response_format)
  if (found) return found
  throw badRequest(`response_format: this model writes ${known.join(', ')}.`, {
    param: 'response_format',
    code: 'invalid_value',
  })
}

const usageOf = ({ seconds }: Transcript) => ({ type: 'duration', seconds: Math.ceil(seconds) })

/** Tokens in a second of sound, and characters in a token of text: an estimate. */
const tokensPerSecond = 10
const charactersPerToken = 4

/** The usage of a stream: its last event has tokens, where a document may have seconds. */
function tokensOf({ seconds }: Transcript, text: string) {
  const input_tokens = Math.ceil(seconds * tokensPerSecond)
  const output_tokens = Math.ceil(text.length / charactersPerToken)
  return { type: 'tokens', input_tokens, output_tokens, total_tokens: input_tokens + output_tokens }
}

const round = (seconds: number) => Math.round(seconds * 1000) / 1000

const isRecognised = ({ source }: Transcript) => source !== 'voice_activity'

/** What is ours alone: whether the words are known, and from where. */
const sandboxFacts = (transcript: Transcript) => ({
  synthetic: true,
  recognised: isRecognised(transcript),
  source: transcript.source,
  ...(!isRecognised(transcript) && {
    note: 'The sandbox recognises only speech it generated. It never invents words.',
  }),
})

/** The voice that speaks, or a letter. */
const speakerOf = ({ voice }: Transcript) => voice ?? 'A'

function verbose(transcript: Transcript, segments: readonly Segment[], { language, timestamp_granularities }: Body) {
  const wanted = listOf(timestamp_granularities)
  const has = (granularity: string) => wanted.length === 0 || wanted.includes(granularity)
  return {
    task: 'transcribe',
    language: transcript.language ?? (typeof language === 'string' && language !== '' ? language : 'unknown'),
    duration: round(transcript.seconds),
    text: transcriptText(transcript),
    ...(has('word') && {
      words: transcript.words.map(({ text, start, end }) => ({ word: text, start: round(start), end: round(end) })),
    }),
    ...(has('segment') && {
      segments: segments.map(({ start, end, text, noSpeech }, id) => ({
        ...{ id, seek: 0, start: round(start), end: round(end), text, tokens: [], temperature: 0 },
        ...{ avg_logprob: 0, compression_ratio: 1, no_speech_prob: round(noSpeech) },
      })),
    }),
  }
}

function diarized(transcript: Transcript, segments: readonly Segment[]) {
  return {
    task: 'transcribe',
    duration: round(transcript.seconds),
    text: transcriptText(transcript),
    segments: segments.map((segment, at) => diarizedSegment(transcript, segment, at)),
  }
}

const diarizedSegment = (transcript: Transcript, { start, end, text }: Segment, at: number) => ({
  type: 'transcript.text.segment',
  ...{ id: `seg_${at}`, start: round(start), end: round(end), text, speaker: speakerOf(transcript) },
})

function document(transcript: Transcript, format: Format, body: Body): object {
  const segments = segmentsOf(transcript)
  const shape =
    format === 'verbose_json'
      ? verbose(transcript, segments, body)
      : format === 'diarized_json'
        ? diarized(transcript, segments)
        : { text: transcriptText(transcript) }
  return { ...shape, usage: usageOf(transcript), sandbox: sandboxFacts(transcript) }
}

const textTypes = { text: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt' } as const

export function transcriptReply(transcript: Transcript, format: Format, body: Body): Response {
  const headers = { 'x-sandbox': 'synthetic', 'x-sandbox-recognised': String(isRecognised(transcript)) }
  if (format !== 'text' && format !== 'srt' && format !== 'vtt')
    return jsonReply(document(transcript, format, body), 200, headers)
  const text = format === 'text' ? `${transcriptText(transcript)}\n` : subtitles(segmentsOf(transcript), format)
  const bytes = new TextEncoder().encode(text)
  return new Response(bytes, {
    headers: {
      ...headers,
      'content-type': `${textTypes[format]}; charset=utf-8`,
      'content-length': String(bytes.length),
    },
  })
}

/** The text piece by piece: word by word where the words are known. */
function deltasOf(transcript: Transcript): string[] {
  const words = isRecognised(transcript)
    ? transcript.words.map(({ text }) => text)
    : segmentsOf(transcript).map(({ text }) => text)
  const all = words.length > 0 ? words : [transcriptText(transcript)]
  return all.map((text, at) => spaceBefore(text, at === 0) + text)
}

async function* transcriptEvents(transcript: Transcript, format: Format): AsyncGenerator<Uint8Array, void> {
  const deltas = deltasOf(transcript)
  for (const delta of deltas) yield eventBytes({ type: 'transcript.text.delta', delta })
  if (format === 'diarized_json')
    for (const [at, segment] of segmentsOf(transcript).entries())
      yield eventBytes(diarizedSegment(transcript, segment, at))
  const text = deltas.join('')
  const facts = { usage: tokensOf(transcript, text), sandbox: sandboxFacts(transcript) }
  yield eventBytes({ type: 'transcript.text.done', text, ...facts })
}

export const transcriptStream = (transcript: Transcript, format: Format, signal: AbortSignal): Response =>
  eventStream(() => transcriptEvents(transcript, format), signal)
