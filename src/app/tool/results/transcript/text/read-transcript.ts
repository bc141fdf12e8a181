import {
  defined,
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  nonBlankOf,
  ownOf,
  recordOf,
} from '#contract/core/loose-json.ts'
import { type SpokenWord, segmentsOfText, segmentsOfWords, withWords } from './cut-segments.ts'
import { joined, type Segment, type Transcript } from './transcript.ts'

interface Reply {
  /** Its raw events; a JSON document is one. */
  readonly events: readonly { readonly name?: string; readonly data: string }[]
  /** JSON that its reader kept, for replies without events. */
  readonly items?: readonly unknown[]
  /** The text that its reader found: of a reply that is no JSON, all of it. */
  readonly text: string
}

/** Reads a transcription reply in any shape (wire-facts §7.3). Unknown shapes give the text alone; undefined where there is none. */
export function readTranscript({ events, items = [], text }: Reply): Transcript | undefined {
  const values = events.map(({ data }) => jsonIn(data)).filter(isRecord)
  const typed = (type: string) => values.filter((value) => value.type === type)
  const streamed = typed('transcript.text.segment')
  const deltas = typed('transcript.text.delta')
  const done = typed('transcript.text.done').at(-1)
  if (done || deltas.length > 0) return fromEvents({ streamed, deltas, done, text })
  const document = [...values, ...items, jsonIn(text)].map((value) => documentIn(value)).find(Boolean)
  return document ? fromDocument(document, text) : fromText(text)
}

interface Streamed {
  readonly streamed: readonly JsonRecord[]
  readonly deltas: readonly JsonRecord[]
  readonly done: JsonRecord | undefined
  readonly text: string
}

function fromEvents({ streamed, deltas, done, text }: Streamed): Transcript | undefined {
  const logprobs = listOf(done?.logprobs)
  const said = nonBlankOf(done?.text) ?? nonBlankOf(text) ?? deltas.map(({ delta }) => delta).join('')
  return fromDocument(
    {
      ...done,
      text: said,
      ...(streamed.length > 0 && !done?.segments && { segments: streamed }),
      logprobs: logprobs.length > 0 ? logprobs : deltas.flatMap((delta) => listOf(delta.logprobs)),
    },
    said,
  )
}

/** Deeper than any reply that is known. */
const deepest = 3

/** The object in a reply that has the transcript: routers put it below `data`, `result` or `output`. */
function documentIn(value: unknown, depth = 0): JsonRecord | undefined {
  if (!isRecord(value)) return undefined
  const has = (name: string) => Array.isArray(ownOf(value, name))
  if (typeof value.text === 'string' || has('segments') || has('words') || has('transcripts') || has('chunks'))
    return value
  if (depth === deepest) return undefined
  return Object.values(value)
    .map((inner) => documentIn(inner, depth + 1))
    .find(Boolean)
}

function fromDocument(document: JsonRecord, told: string): Transcript | undefined {
  const channels = listOf(document.transcripts).filter(isRecord)
  if (channels.length > 0) return fromChannels(document, channels)
  const words = listOf(document.words).flatMap(wordOf)
  const pieces = [...listOf(document.segments), ...listOf(document.chunks)].flatMap(segmentOf)
  const text = nonBlankOf(document.text) ?? nonBlankOf(told) ?? wholeText(words, pieces)
  if (text.trim() === '') return undefined
  const spoken =
    words.length > 0 ? words.filter(({ text: word }) => word.trim() !== '') : wordsOfTokens(document.logprobs)
  const segments =
    pieces.length > 0
      ? withWords(byTime(pieces), spoken)
      : spoken.length > 0
        ? segmentsOfWords(spoken, text)
        : (fromText(text)?.segments ?? [])
  return { text, ...factsOf(document), segments }
}

function factsOf(document: JsonRecord) {
  return defined({
    language: first(nonBlankOf, document.language, document.language_code, document.detected_language),
    seconds: first(numberOf, document.duration, document.audio_duration_secs, recordOf(document.usage).seconds),
    isRecognised: isFlag(recordOf(document.sandbox).recognised),
  })
}

/** The first of some values that can be read. */
const first = <T>(read: (value: unknown) => T | undefined, ...values: readonly unknown[]): T | undefined =>
  values.map(read).find((one) => one !== undefined)

/** From a log probability, else a probability under any of its names. */
function confidenceOf(logprob: unknown, ...probabilities: readonly unknown[]): number | undefined {
  const likelihood = numberOf(logprob)
  return likelihood === undefined ? first(numberOf, ...probabilities) : Math.min(1, Math.exp(likelihood))
}

const wholeText = (words: readonly SpokenWord[], pieces: readonly Segment[]) =>
  words.some(({ text }) => text.trim() === '')
    ? words.map(({ text }) => text).join('')
    : joined(pieces.length > 0 ? pieces : words)

/** The channels of a recording as its speakers, in order of time. */
function fromChannels(document: JsonRecord, channels: readonly JsonRecord[]): Transcript | undefined {
  const read = channels.flatMap((channel, nth) => {
    const own = fromDocument({ ...channel, transcripts: undefined }, '')
    return own ? [{ own, name: `Channel ${numberOf(channel.channel_index) ?? nth}` }] : []
  })
  if (read.length === 0) return undefined
  const segments = read.flatMap(({ own, name }) =>
    own.segments.map((segment) => (read.length > 1 ? { ...segment, speaker: segment.speaker ?? name } : segment)),
  )
  return {
    text: read.map(({ own }) => own.text).join('\n'),
    ...factsOf(recordOf(channels[0])),
    ...factsOf(document),
    segments: byTime(segments),
  }
}

function byTime(segments: readonly Segment[]): readonly Segment[] {
  return segments.every(({ start }) => start !== undefined)
    ? segments.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))
    : segments
}

function fromText(text: string): Transcript | undefined {
  if (text.trim() === '') return undefined
  const cues = readSubtitles(text)
  const said = cues ? cues.map((cue) => cue.text).join('\n') : text.trim()
  return { text: said, segments: cues ?? segmentsOfText(text) }
}

function segmentOf(value: unknown): readonly Segment[] {
  if (!isRecord(value)) return []
  const words = listOf(value.words)
    .flatMap(wordOf)
    .filter(({ text }) => text.trim() !== '')
  const text = (nonBlankOf(value.text) ?? nonBlankOf(value.transcript) ?? joined(words)).trim()
  if (text === '') return []
  const [from, to] = listOf(value.timestamp)
  const facts = defined({
    start: first(numberOf, value.start, from, words[0]?.start),
    end: first(numberOf, value.end, to, words.at(-1)?.end),
    speaker: speakerIn(value),
    confidence: confidenceOf(value.avg_logprob, value.confidence),
  })
  return [{ ...facts, text, words: words.map(({ speaker: _, ...word }) => word) }]
}

/** A word under any of its names. White space between words keeps its text. */
function wordOf(value: unknown): readonly SpokenWord[] {
  if (!isRecord(value)) return []
  const text = [value.punctuated_word, value.word, value.text].find((one) => typeof one === 'string')
  if (typeof text !== 'string' || text === '') return []
  const facts = defined({
    start: numberOf(value.start),
    end: numberOf(value.end),
    speaker: speakerIn(value),
    confidence: confidenceOf(value.logprob, value.confidence, value.probability, value.score),
    isEvent: value.type === 'audio_event' ? (true as const) : undefined,
  })
  const isSpace = value.type === 'spacing' || text.trim() === ''
  return [{ text: isSpace ? text : text.trim(), ...(isSpace ? {} : facts) }]
}

function speakerIn({ speaker, speaker_id: id }: JsonRecord): string | undefined {
  const label = speaker ?? id
  return nonBlankOf(label) ?? (typeof label === 'number' ? `Speaker ${label}` : undefined)
}

/** Words without times from the tokens of a text; a word is as sure as its least sure token. */
function wordsOfTokens(logprobs: unknown): readonly SpokenWord[] {
  const words: { text: string; confidence: number }[] = []
  for (const token of listOf(logprobs)) {
    const { token: text, logprob } = recordOf(token)
    const confidence = confidenceOf(logprob)
    if (typeof text !== 'string' || confidence === undefined) return []
    const last = words.at(-1)
    if (!last || /^\s/.test(text)) words.push({ text: text.trim(), confidence })
    else {
      last.text += text.trimEnd()
      last.confidence = Math.min(last.confidence, confidence)
    }
  }
  return words.filter(({ text }) => text !== '')
}

/** Also of numbers that came as text. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(/s$/, '')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const isFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

const clock = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${clock}\s*-->\s*${clock}`)

/** The cues of SRT or WebVTT; undefined for a text that is neither. Broken cues are skipped, whatever stands around them. */
export function readSubtitles(text: string): readonly Segment[] | undefined {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const isVtt = /^WEBVTT(?=[\s]|$)/.test(plain)
  if (!isVtt && !/^\s*(?:\d+\s*\n)?\s*\d+:\d{2}(?::\d{2})?[,.]\d{1,3}\s*-->/.test(plain)) return undefined
  return plain.split(/\n[ \t]*\n+/).flatMap((block) => {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => timing.test(line))
    const match = lines[at]?.match(timing)
    if (!match) return []
    const said = lines
      .slice(at + 1)
      .join('\n')
      .trim()
    const speaker = isVtt ? said.match(/^<v(?:\.[^\s>]+)*\s+([^>]+)>/)?.[1] : undefined
    const told = isVtt ? unescaped(said) : said.replaceAll(/<\/?[biu]>/gi, '')
    const times = { start: secondsOf(match.slice(1, 5)), end: secondsOf(match.slice(5, 9)) }
    return told === '' ? [] : [{ ...times, text: told, ...defined({ speaker }), words: [] }]
  })
}

const secondsOf = ([hours = '0', minutes = '0', seconds = '0', part = '0']: readonly (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' },
}

const unescaped = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (whole, name: string) => ownOf(entities, name) ?? whole)
    .trim()
