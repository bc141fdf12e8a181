import { errorWords, holdsError } from '#contract/core/errors.ts'
import { defined, isRecord, type JsonRecord, jsonIn, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/routes.ts'
import { eventBytes, eventStream } from '../../http/http-replies.ts'
import { badReply, badRequest } from '../../http/router-error.ts'
import { type FormField, formBody, jsonBody, recordingOf, type UpstreamBody } from '../../upstream/upstream.ts'
import { mostWithMedia, tooLarge } from '../../upstream/upstream-reply.ts'

/** The lines of a stream of JSON lines, the last one also without its end. */
async function* linesOf(body: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string, void> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const [first = '', ...further] = decoder.decode(bytes, { stream: true }).split('\n')
    rest += first
    if (rest.length > mostWithMedia) throw tooLarge(name)
    for (const line of further) {
      yield rest
      rest = line
    }
  }
  yield rest
}

const noSound = (name: string, reason = 'no reason given') =>
  badReply('no_audio', `${name} returned incomplete audio, or none (${reason}).`)

/** The JSON lines of `stream/with-timestamps` as speech events of the interface; the times of characters go along. Errors where there is no sound, or a line with an error. */
export function speechEvents(reply: Response, name: string, signal: AbortSignal): Response {
  async function* events(): AsyncGenerator<Uint8Array, void> {
    let isBegun = false
    for await (const line of linesOf(reply.body ?? new Blob([]).stream(), name)) {
      const chunk = jsonIn(line.replace(/^data:/, ''))
      if (!isRecord(chunk)) continue
      const { audio_base64, ...times } = chunk
      const audio = textOf(audio_base64)
      if (audio === undefined) {
        if (holdsError(chunk)) throw noSound(name, errorWords(chunk)?.message)
        continue
      }
      isBegun = true
      yield eventBytes({ type: 'speech.audio.delta', audio, ...times })
    }
    if (!isBegun) throw noSound(name)
    yield eventBytes({ type: 'speech.audio.done' })
  }
  return eventStream(events, signal)
}

interface ElevenLabsCall {
  readonly path: `/${string}`
  readonly query?: Readonly<Record<string, string>>
  readonly body: UpstreamBody
}

/** A request of the interface: its body, with ElevenLabs' ids of the model and the voice. */
interface AskedCall {
  readonly body: JsonRecord
  readonly model: string
  readonly voice: string | undefined
}

/** What ElevenLabs reads from the query; in a body it ignores them, so that a request would be logged that must not be. */
const inQuery = ['enable_logging', 'optimize_streaming_latency', 'output_format', 'response_format']

/** The body without the fields of the query and those that have been converted; the others go along. */
const without = (body: JsonRecord, ...names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !inQuery.includes(name) && !names.includes(name)))

/** Throws a 400 for the first of these fields that is set: leaving it out would give something else than was asked for. */
function refuse(body: JsonRecord, reasons: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(reasons))
    if (ownOf(body, name) !== undefined && ownOf(body, name) !== '')
      throw badRequest(`${name}: this provider ${reason}`, { param: name, code: 'unsupported_parameter' })
}

/** ElevenLabs' name of each format of the interface; `output_format` names any other that it knows. */
export const formatNames: Readonly<Record<string, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_128',
  wav: 'wav_44100',
  pcm: 'pcm_24000',
}

/** The query that every route may have. */
const optionQuery = ({ enable_logging, optimize_streaming_latency }: JsonRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(defined({ enable_logging, optimize_streaming_latency })).map(([name, value]) => [
      name,
      String(value),
    ]),
  )

/** The query of a route that makes sound. Throws a 400 for a format that ElevenLabs does not make. */
function formatQuery(body: JsonRecord): Record<string, string> {
  const { output_format, response_format } = body
  const options = optionQuery(body)
  if (typeof output_format === 'string') return { ...options, output_format }
  if (response_format === undefined) return options
  const name = ownOf(formatNames, String(response_format))
  if (name !== undefined) return { ...options, output_format: name }
  const message = `response_format: this provider supports ${Object.keys(formatNames).join(', ')}, not ${String(response_format)}.`
  throw badRequest(message, { param: 'response_format', code: 'unsupported_value' })
}

function voicePath(root: string, voice: string | undefined, more = ''): `/${string}` {
  if (voice === undefined) throw badRequest('voice is missing: choose one, or enter its id.', { param: 'voice' })
  return `/${root}/${encodeURIComponent(voice)}${more}`
}

const isPlain = (value: unknown) => isRecord(value) && !(value instanceof Blob)

/** Form fields; objects and lists of objects go as JSON texts, other lists repeat their name. */
const fieldsOf = (body: JsonRecord): FormField[] =>
  Object.entries(body).flatMap(([name, value]): FormField[] => {
    if (value === undefined || value === null) return []
    if (isPlain(value) || (Array.isArray(value) && value.some(isPlain))) return [[name, JSON.stringify(value)]]
    return [value].flat().map((one): FormField => [name, one instanceof Blob ? one : String(one)])
  })

/** A form with the recording as `name`; one by its address as `source_url`, where the route fetches it. */
async function recordingForm(body: JsonRecord, name: string, fields: JsonRecord = {}): Promise<UpstreamBody> {
  const { source, rest } = await recordingOf(body)
  if (!(source instanceof File) && name !== 'file')
    throw badRequest('source_url: this provider accepts files only. Upload the recording.', { param: 'source_url' })
  const sent = source instanceof File ? { [name]: source } : { source_url: source.url }
  return formBody(fieldsOf({ ...without(rest, 'model', 'voice'), ...fields, ...sent }))
}

function speech({ body, model, voice }: AskedCall): ElevenLabsCall {
  refuse(body, { instructions: 'does not support instructions. Put tags such as [whispers] into the text.' })
  const { input, speed, voice_settings, stream_format } = body
  const rest = without(body, 'model', 'input', 'voice', 'speed', 'voice_settings', 'stream_format')
  const settings = { ...recordOf(voice_settings), ...defined({ speed }) }
  const way = stream_format === 'sse' ? '/stream/with-timestamps' : stream_format === undefined ? '' : '/stream'
  return {
    path: voicePath('text-to-speech', voice, way),
    query: formatQuery(body),
    body: jsonBody({
      ...rest,
      text: input,
      model_id: model,
      ...(Object.keys(settings).length > 0 && { voice_settings: settings }),
    }),
  }
}

/** Texts are made by ElevenLabs, from what it asks for as another format of its reply. */
const exported: Readonly<Record<string, readonly object[]>> = { srt: [{ format: 'srt' }], vtt: [{ format: 'srt' }] }

async function transcription({ body, model }: AskedCall): Promise<ElevenLabsCall> {
  refuse(body, {
    prompt: 'does not support prompt. Send keyterms instead.',
    chunking_strategy: 'does not support chunking.',
    known_speaker_names: 'does not support speaker names.',
    known_speaker_references: 'does not support speaker samples.',
  })
  const { language, response_format: format } = body
  const rest = without(body, 'language', 'timestamp_granularities', 'include', 'stream')
  const formats = ownOf(exported, String(format))
  const fields = {
    model_id: model,
    ...defined({ language_code: textOf(language) }),
    ...(formats && { additional_formats: JSON.stringify(formats) }),
    ...(format === 'diarized_json' && { diarize: true }),
  }
  return { path: '/speech-to-text', query: optionQuery(body), body: await recordingForm(rest, 'file', fields) }
}

function voiceDesign({ body, model }: AskedCall): ElevenLabsCall {
  const { prompt, voice_prompt, text } = body
  const rest = without(body, 'model', 'prompt', 'voice_prompt')
  return {
    path: '/text-to-voice/design',
    query: formatQuery(body),
    body: jsonBody({
      voice_description: prompt ?? voice_prompt,
      ...rest,
      model_id: model,
      ...(!text && { auto_generate_text: true }),
    }),
  }
}

const voiceChange = async ({ body, model, voice }: AskedCall): Promise<ElevenLabsCall> => ({
  path: voicePath('speech-to-speech', voice),
  query: formatQuery(body),
  body: await recordingForm(without(body, 'voice_id'), 'audio', { model_id: model }),
})

const isolation = async ({ body }: AskedCall): Promise<ElevenLabsCall> => ({
  path: '/audio-isolation',
  body: await recordingForm(body, 'audio'),
})

/** One target language for each dub, as ElevenLabs has it. */
async function dubbing({ body }: AskedCall): Promise<ElevenLabsCall> {
  const { target_lang, target_language, target_languages } = body
  const all = [target_lang ?? target_language ?? target_languages].flat().flatMap((one) => String(one).split(/\s*,\s*/))
  if (all.length !== 1)
    throw badRequest('target_languages: this provider supports one language per job.', { param: 'target_languages' })
  const rest = without(body, 'target_language', 'target_languages')
  return { path: '/dubbing', body: await recordingForm(rest, 'file', { target_lang: all[0] }) }
}

const music = ({ body, model }: AskedCall): ElevenLabsCall => ({
  path: body.stream === true ? '/music/stream' : '/music',
  query: formatQuery(body),
  body: jsonBody({ ...without(body, 'model', 'stream'), model_id: model }),
})

const soundEffect = ({ body, model }: AskedCall): ElevenLabsCall => ({
  path: '/sound-generation',
  query: formatQuery(body),
  body: jsonBody({
    text: body.prompt,
    ...without(body, 'model', 'prompt'),
    model_id: model,
  }),
})

/** How each endpoint of the interface is asked for at ElevenLabs (wire-facts §7.2–7.9). What it cannot do throws a 400 that names the field. */
export const elevenLabsCalls: Partial<
  Readonly<Record<EndpointId, (asked: AskedCall) => ElevenLabsCall | Promise<ElevenLabsCall>>>
> = {
  'audio.speech': speech,
  'audio.transcriptions': transcription,
  'audio.voice-design': voiceDesign,
  'audio.voice-change': voiceChange,
  'audio.voice-isolation': isolation,
  'audio.dubbing': dubbing,
  'audio.music': music,
  'audio.sound-generation': soundEffect,
}
