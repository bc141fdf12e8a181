import { createParser } from 'eventsource-parser'
import { errorWords } from '#contract/core/error-words.ts'
import { isRecord, type JsonRecord, jsonIn, listOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { wavHeader } from '#media/audio/wav.ts'
import { RouterError } from '../../http/errors.ts'
import { mostWithMedia, tooLarge } from '../../upstream/reply-text.ts'

/** Sound as Gemini gives it: samples without a header, or, from newer models, a WAV file. */
export interface GeminiAudio {
  readonly bytes: Buffer
  /** Samples a second; undefined for a WAV file. */
  readonly rate: number | undefined
}

const defaultRate = 24_000

/** Why a reply has no sound or not all of it, in the API's words: a blocked prompt, a filtered or unfinished candidate. */
export function reasonOf(reply: JsonRecord): string | undefined {
  const { blockReason } = recordOf(reply.promptFeedback)
  const { finishReason, finishMessage } = recordOf(listOf(reply.candidates)[0])
  const reason = textOf(blockReason) ?? (finishReason === 'STOP' ? undefined : textOf(finishReason))
  return reason && [reason, textOf(finishMessage)].filter((one) => one !== undefined).join(': ')
}

/** The error for a reply without sound, or with an end other than STOP. The prompt was read, so it may be billed. */
export const noAudio = (name: string, reply: JsonRecord): RouterError =>
  new RouterError(
    502,
    'no_audio',
    `${name} returned incomplete audio, or none (${reasonOf(reply) ?? errorWords(reply)?.message ?? 'no reason given'}).`,
    {
      retry: 'ask',
      stage: 'accepted',
    },
  )

/** The sound in a `GenerateContentResponse` or a chunk of one; undefined where it holds none. Both spellings of its fields occur. */
export function audioIn(reply: JsonRecord): GeminiAudio | undefined {
  const { content } = recordOf(listOf(reply.candidates)[0])
  const parts = listOf(recordOf(content).parts).flatMap((part) => {
    const { inlineData, inline_data } = recordOf(part)
    const { data, mimeType, mime_type } = recordOf(inlineData ?? inline_data)
    return typeof data === 'string' ? [{ data, type: textOf(mimeType) ?? textOf(mime_type) ?? '' }] : []
  })
  const [first] = parts
  if (!first) return undefined
  const bytes = Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')))
  const isWav = bytes.subarray(0, 4).toString('latin1') === 'RIFF'
  return { bytes, rate: isWav ? undefined : Number(/rate=(\d+)/.exec(first.type)?.[1] ?? defaultRate) }
}

/** The header of 16-bit mono samples; where their number is not known yet it leaves the length open, which players take as "to the end". */
export const wavHead = (rate: number, bytes = Number.POSITIVE_INFINITY): Buffer =>
  Buffer.from(wavHeader({ coding: 'int', bits: 16, rate, channels: 1 }, bytes))

/** The replies of a `streamGenerateContent?alt=sse`, as they come. Throws for an event that is none of them. */
export async function* geminiChunks(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<JsonRecord, void> {
  const decoder = new TextDecoder()
  const waiting: JsonRecord[] = []
  const parser = createParser({
    maxBufferSize: mostWithMedia,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw tooLarge(name)
    },
    onEvent: ({ data }) => {
      const chunk = jsonIn(data)
      if (!isRecord(chunk) || chunk.error !== undefined) throw noAudio(name, recordOf(chunk))
      waiting.push(chunk)
    },
  })
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    yield* waiting.splice(0)
  }
}
