import { createParser } from 'eventsource-parser'
import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { errorWords } from '#contract/core/errors.ts'
import { defined, isRecord, type JsonRecord, jsonIn, listOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { wavHeader } from '#media/audio/wav.ts'
import { eventBytes, generated } from '../../http/http-replies.ts'
import { badReply, badRequest, type RouterError } from '../../http/router-error.ts'
import type { Provider, ProviderLimits, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { ListedModels } from '../../upstream/listed-models.ts'
import { jsonBody, type Upstream } from '../../upstream/upstream.ts'
import { mostWithMedia, replyText, tooLarge } from '../../upstream/upstream-reply.ts'

/** Sound as Gemini gives it: samples without a header, or, from newer models, a WAV file. */
interface GeminiAudio {
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
const noAudio = (name: string, reply: JsonRecord): RouterError =>
  badReply(
    'no_audio',
    `${name} returned incomplete audio, or none (${reasonOf(reply) ?? errorWords(reply)?.message ?? 'no reason given'}).`,
  )

/** The sound in a `GenerateContentResponse` or a chunk of one; undefined where it holds none. Both spellings of its fields occur. */
function audioIn(reply: JsonRecord): GeminiAudio | undefined {
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
const wavHead = (rate: number, bytes = Number.POSITIVE_INFINITY): Buffer =>
  Buffer.from(wavHeader({ coding: 'int', bits: 16, rate, channels: 1 }, bytes))

/** The replies of a `streamGenerateContent?alt=sse`, as they come. Throws for an event that is none of them. */
async function* geminiChunks(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<JsonRecord, void> {
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

const formats = ['wav', 'pcm'] as const
/** The prebuilt voices (ai.google.dev, "Speech generation"). */
const voices = [
  ...['Zephyr', 'Puck', 'Charon', 'Kore', 'Fenrir', 'Leda', 'Orus', 'Aoede', 'Callirrhoe', 'Autonoe', 'Enceladus'],
  ...['Iapetus', 'Umbriel', 'Algieba', 'Despina', 'Erinome', 'Algenib', 'Rasalgethi', 'Laomedeia', 'Achernar'],
  ...['Alnilam', 'Schedar', 'Gacrux', 'Pulcherrima', 'Achird', 'Zubenelgenubi', 'Vindemiatrix', 'Sadachbia'],
  ...['Sadaltager', 'Sulafat'],
]

/** The fields of a request that have a counterpart; `checkSupported` refuses the others. */
const parameters = Object.keys(AudioSpeechRequest.shape).filter(
  (name) => !['speed', 'voice_settings', 'output_format'].includes(name),
)

type Format = (typeof formats)[number]

function formatOf({ response_format: asked }: JsonRecord): Format {
  if (asked === undefined) return 'wav'
  const found = formats.find((one) => one === asked)
  if (found) return found
  const message = `response_format: this provider supports wav and pcm, not ${String(asked)}.`
  throw badRequest(message, { param: 'response_format', code: 'unsupported_value' })
}

/** What generateContent cannot do, said before anything is sent. */
function checkSupported({ speed, output_format }: JsonRecord): void {
  if (speed !== undefined && speed !== 1)
    throw badRequest('speed: this provider does not support speed. Describe it in instructions.', { param: 'speed' })
  if (output_format !== undefined)
    throw badRequest('output_format: use response_format wav or pcm with this provider.', { param: 'output_format' })
}

/** The fields that are converted; others go along, for what is new there. */
const converted = [
  ...['model', 'input', 'voice', 'instructions', 'response_format', 'speed', 'stream_format', 'language_code', 'seed'],
]

/** The body of generateContent: the style stands before the text, as the API's documentation has it. */
function contentRequest(body: JsonRecord): object {
  const { input, voice, instructions, language_code: languageCode, seed } = body
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !converted.includes(name)))
  const style = textOf(instructions)
  const voiceName = textOf(voice) ?? textOf(recordOf(voice).id)
  return {
    ...rest,
    contents: [{ role: 'user', parts: [{ text: style === undefined ? input : `${style}:\n${String(input)}` }] }],
    generationConfig: {
      ...recordOf(rest.generationConfig),
      responseModalities: ['AUDIO'],
      ...(seed !== undefined && { seed }),
      speechConfig: {
        ...(languageCode !== undefined && { languageCode }),
        ...(voiceName !== undefined && { voiceConfig: { prebuiltVoiceConfig: { voiceName } } }),
      },
    },
  }
}

const typeOf = (format: Format, rate: number) => (format === 'pcm' ? `audio/pcm;rate=${rate}` : 'audio/wav')

/** The whole file, with its length. */
async function wholeSpeech(reply: Response, format: Format, name: string): Promise<Response> {
  const said = recordOf(jsonIn(await replyText(reply, name, mostWithMedia)))
  const { bytes, rate } = audioIn(said) ?? {}
  if (!bytes) throw noAudio(name, said)
  const file = rate === undefined || format === 'pcm' ? bytes : Buffer.concat([wavHead(rate, bytes.length), bytes])
  const type = rate === undefined ? 'audio/wav' : typeOf(format, rate)
  return new Response(new Uint8Array(file), {
    headers: { 'content-type': type, 'content-length': String(file.length) },
  })
}

interface Piece {
  readonly bytes: Buffer
  readonly rate: number
}

/** The sound as it comes. Throws where there is none, and at its end where that is not all of it. */
async function* pieces(reply: Response, format: Format, name: string): AsyncGenerator<Piece, void> {
  let isBegun = false
  let last: JsonRecord = {}
  for await (const chunk of geminiChunks(reply.body ?? new Blob([]).stream(), name)) {
    last = chunk
    const { bytes, rate = 24_000 } = audioIn(chunk) ?? {}
    if (!bytes) continue
    yield { bytes: format === 'wav' && !isBegun ? Buffer.concat([wavHead(rate), bytes]) : bytes, rate }
    isBegun = true
  }
  if (!isBegun || reasonOf(last) !== undefined) throw noAudio(name, last)
}

async function* written(
  first: Piece | undefined,
  rest: AsyncIterable<Piece>,
  isEvents: boolean,
): AsyncGenerator<Uint8Array, void> {
  const write = ({ bytes }: Piece) =>
    isEvents ? eventBytes({ type: 'speech.audio.delta', audio: bytes.toString('base64') }) : bytes
  if (first) yield write(first)
  for await (const piece of rest) yield write(piece)
  if (isEvents) yield eventBytes({ type: 'speech.audio.done' })
}

/** Bytes or events, once the first sound is there: before it, a failure is still an error status. */
async function streamedSpeech(
  made: AsyncGenerator<Piece, void>,
  format: Format,
  request: ProviderRequest,
): Promise<Response> {
  const isEvents = request.body.stream_format === 'sse'
  const { value: first } = await made.next()
  const type = isEvents ? 'text/event-stream; charset=utf-8' : typeOf(format, first ? first.rate : 0)
  const body = generated(
    (): AsyncGenerator<Uint8Array, void> => written(first || undefined, made, isEvents),
    request.signal,
  )
  return new Response(body, { headers: { 'content-type': type } })
}

interface GeminiOptions {
  /** Its base URL ends in the version, such as `https://generativelanguage.googleapis.com/v1beta`; its key is in `x-goog-api-key`. */
  readonly upstream: Upstream
  readonly models: ListedModels
  readonly limits?: ProviderLimits
}

/** Speech by Gemini's generateContent, whose replies hold base64 in JSON. Streams where `stream_format` asks for it. */
export function createGemini({ upstream, models, limits = {} }: GeminiOptions): Provider {
  return {
    id: upstream.name,
    limits,
    ownModel: models.upstreamId,
    get models() {
      return models.entries
    },
    endpoints: new Set(['audio.speech']),
    async answer(request) {
      const { body, model, signal, sending } = request
      const format = formatOf(body)
      checkSupported(body)
      const isStream = body.stream_format !== undefined
      const method = isStream ? 'streamGenerateContent' : 'generateContent'
      const reply = await callUpstream(upstream, {
        method: 'POST',
        path: `/models/${encodeURIComponent(models.upstreamId(model))}:${method}`,
        query: isStream ? { alt: 'sse' } : {},
        body: jsonBody(contentRequest(body)),
        signal,
        sending,
      })
      return isStream
        ? streamedSpeech(pieces(reply, format, upstream.name), format, request)
        : wholeSpeech(reply, format, upstream.name)
    },
  }
}

/** What the API lists, as entries: only models that speak, which their names say. Rejects as `callUpstream` does. */
export async function listModels(upstream: Upstream, signal: AbortSignal): Promise<ModelEntry[]> {
  const reply = await callUpstream(upstream, { method: 'GET', path: '/models', query: { pageSize: '1000' }, signal })
  const { models } = recordOf(jsonIn(await replyText(reply, upstream.name)))
  return listOf(models).flatMap((model) => {
    const { name, displayName, description, inputTokenLimit } = recordOf(model)
    const id = textOf(name)?.replace(/^models\//, '')
    if (id === undefined || !/tts/i.test(id)) return []
    return [
      {
        ...({ id, object: 'model', owned_by: upstream.name, capabilities: ['audio.speech', 'streaming'] } as const),
        ...defined({ name: textOf(displayName), description: textOf(description) }),
        ...(typeof inputTokenLimit === 'number' && { limits: { max_input_tokens: inputTokenLimit } }),
        supported_voices: voices,
        supported_formats: formats,
        supported_parameters: parameters,
      },
    ]
  })
}
