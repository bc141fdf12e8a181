import { isRecord, type JsonRecord, jsonIn, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { jsonReply } from '../../http/http-replies.ts'
import { badReply } from '../../http/router-error.ts'
import { replyText } from '../../upstream/upstream-reply.ts'

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly speaker: string
}

const number = (value: unknown) => (typeof value === 'number' ? value : 0)

/** What was said, without spaces and sounds; nothing is added. */
const wordsOf = ({ words }: JsonRecord): readonly Word[] =>
  listOf(words)
    .map(recordOf)
    .filter(({ type }) => type === 'word')
    .map(({ text, start, end, speaker_id }) => ({
      text: stringOf(text),
      start: number(start),
      end: number(end),
      speaker: stringOf(speaker_id) || 'A',
    }))

const pauseSeconds = 0.8

/** Words that belong together: a segment ends with a sentence, before a pause, and where another speaks. */
function segmentsOf(words: readonly Word[]): readonly Word[] {
  const segments: Word[] = []
  for (const word of words) {
    const last = segments.at(-1)
    const isNew =
      !last || /[.!?…]$/.test(last.text) || word.start - last.end > pauseSeconds || word.speaker !== last.speaker
    if (isNew) segments.push(word)
    else segments[segments.length - 1] = { ...last, text: `${last.text} ${word.text}`, end: word.end }
  }
  return segments
}

function verbose(said: JsonRecord): object {
  const words = wordsOf(said)
  return {
    ...{ task: 'transcribe', language: said.language_code, text: stringOf(said.text) },
    duration: number(said.audio_duration_secs) || (words.at(-1)?.end ?? 0),
    words: words.map(({ text, start, end }) => ({ word: text, start, end })),
    segments: segmentsOf(words).map(({ text, start, end }, id) => ({ id, start, end, text })),
  }
}

const diarized = (said: JsonRecord): object => ({
  ...{ task: 'transcribe', duration: number(said.audio_duration_secs), text: stringOf(said.text) },
  segments: segmentsOf(wordsOf(said)).map((segment, at) => ({
    ...{ type: 'transcript.text.segment', id: `seg_${at}` },
    ...segment,
  })),
})

/** The content of another format that was asked for along with the transcript. */
function exportedIn({ additional_formats }: JsonRecord): string | undefined {
  const { content, is_base64_encoded: isBase64 } = recordOf(listOf(additional_formats)[0])
  if (typeof content !== 'string') return undefined
  return isBase64 === true ? Buffer.from(content, 'base64').toString() : content
}

/** SRT as WebVTT: another head, and points in its times. */
const asVtt = (srt: string) => `WEBVTT\n\n${srt.replace(/(\d\d:\d\d:\d\d),(\d{3})/g, '$1.$2')}`

const textReply = (text: string, type: string) =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } })

const unreadable = (name: string) =>
  badReply('provider_reply_unreadable', `${name} returned no transcript in this format. It may be billed.`)

/**
 * The reply in the format that was asked for; as ElevenLabs gives it for `json`, which has the text and more. A transcript of each channel,
 * and the receipt for one that goes to a webhook, stay as they are: the other formats have no place for them.
 */
export async function transcriptReply(reply: Response, format: unknown, name: string): Promise<Response> {
  if (format === undefined || format === 'json') return reply
  const said = jsonIn(await replyText(reply, name))
  if (!isRecord(said)) throw unreadable(name)
  if (Array.isArray(said.transcripts) || (said.text === undefined && said.message !== undefined))
    return jsonReply(said, reply.status)
  if (format === 'verbose_json') return jsonReply(verbose(said))
  if (format === 'diarized_json') return jsonReply(diarized(said))
  if (format === 'text') return textReply(stringOf(said.text), 'text/plain')
  const srt = exportedIn(said)
  if (srt === undefined) throw unreadable(name)
  return format === 'vtt' ? textReply(asVtt(srt), 'text/vtt') : textReply(srt, 'application/x-subrip')
}
