import type { ServerResponse } from 'node:http'
import type { Provider } from '../provider.ts'
import { createElevenLabs } from '../providers/elevenlabs/elevenlabs.ts'
import { createGemini } from '../providers/gemini/gemini.ts'
import { createOpenAi } from '../providers/openai/openai.ts'
import type { ListedModels } from '../upstream/listed-models.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { formIn, type Received, sendJson, upstreamKey } from './fake-upstream.ts'

/** A provider under test, and the protocol of the server that it speaks to. */
export interface Subject {
  readonly name: string
  /** The header that carries the key. */
  readonly header: Readonly<Record<string, string>>
  create(options: { readonly upstream: Upstream; readonly models: ListedModels }): Provider
  /** Replies as the real server does to a request that it takes. A stream waits for `goOn` after its first piece. */
  serve(received: Received, reply: ServerResponse, goOn: Promise<unknown>): unknown
  /** The server's own words for a key that it does not know. */
  readonly rejectedKey: unknown
}

const sound = Buffer.from([0xff, 0xfb, 0x90, 0x64, 1, 2, 3, 4])
const sendSound = (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'audio/mpeg' }).end(sound)

async function sendPieces(reply: ServerResponse, type: string, pieces: readonly string[], goOn: Promise<unknown>) {
  const [first, ...rest] = pieces
  reply.writeHead(200, { 'content-type': type }).write(first)
  await goOn
  reply.end(rest.join(''))
}

/** The fields of a body, JSON or a form. */
async function fieldsOf(received: Received): Promise<Readonly<Record<string, unknown>>> {
  const isForm = received.headers['content-type']?.startsWith('multipart/form-data') === true
  return isForm ? Object.fromEntries(await formIn(received)) : JSON.parse(received.body.toString())
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`

/** Required fields by path (openai 6.x, `resources/*`). */
const openAiNeeds: Readonly<Record<string, readonly string[]>> = {
  '/v1/responses': ['model', 'input'],
  '/v1/images/generations': ['model', 'prompt'],
  '/v1/images/edits': ['model', 'prompt'],
  '/v1/videos': ['model', 'prompt'],
  '/v1/audio/speech': ['model', 'input', 'voice'],
  '/v1/audio/transcriptions': ['model', 'file'],
}

async function serveOpenAi(received: Received, reply: ServerResponse, goOn: Promise<unknown>) {
  const { path } = received
  const fields = await fieldsOf(received)
  const missing = openAiNeeds[path]?.find((name) => fields[name] === undefined)
  if (missing !== undefined)
    return sendJson(reply, { error: { message: `Missing required parameter: '${missing}'.`, param: missing } }, 400)
  if (path === '/v1/responses') return sendJson(reply, { id: 'resp_1', object: 'response', output: [] })
  if (path.startsWith('/v1/images/')) return sendJson(reply, { created: 1, data: [{ b64_json: 'AAAA' }] })
  if (path === '/v1/videos') return sendJson(reply, { id: 'video_1', object: 'video', status: 'queued', progress: 0 })
  if (path === '/v1/audio/transcriptions') return sendJson(reply, { text: 'words' })
  if (path === '/v1/audio/dubbing') return sendJson(reply, { dubbing_id: 'd1', status: 'queued' })
  if (fields.stream_format !== 'sse') return sendSound(reply)
  const pieces = [{ type: 'speech.audio.delta', audio: 'AAAA' }, { type: 'speech.audio.done' }].map(event)
  return sendPieces(reply, 'text/event-stream', pieces, goOn)
}

/** Required fields by path (`@elevenlabs/elevenlabs-js` 2.73, the clients of its resources). */
const elevenLabsNeeds: readonly (readonly [path: RegExp, fields: readonly string[]])[] = [
  [/^\/v1\/text-to-speech\/v1(\/stream(\/with-timestamps)?)?$/, ['text']],
  [/^\/v1\/speech-to-text$/, ['model_id', 'file']],
  [/^\/v1\/text-to-voice\/design$/, ['voice_description']],
  [/^\/v1\/speech-to-speech\/v1$/, ['audio']],
  [/^\/v1\/audio-isolation$/, ['audio']],
  [/^\/v1\/dubbing$/, ['target_lang', 'file']],
  [/^\/v1\/music$/, ['prompt']],
  [/^\/v1\/sound-generation$/, ['text']],
]

async function serveElevenLabs(received: Received, reply: ServerResponse, goOn: Promise<unknown>) {
  const [path = ''] = received.path.split('?')
  const needs = elevenLabsNeeds.find(([known]) => known.test(path))?.[1]
  if (!needs) return sendJson(reply, { detail: 'Not Found' }, 404)
  const fields = await fieldsOf(received)
  const missing = needs.find((name) => fields[name] === undefined)
  if (missing !== undefined)
    return sendJson(reply, { detail: [{ loc: ['body', missing], msg: 'Field required', type: 'missing' }] }, 422)
  if (path === '/v1/speech-to-text')
    return sendJson(reply, { language_code: 'eng', language_probability: 1, text: 'words', words: [] })
  if (path === '/v1/text-to-voice/design')
    return sendJson(reply, { previews: [{ audio_base_64: 'AAAA', generated_voice_id: 'g1' }], text: 'words' })
  if (path === '/v1/dubbing') return sendJson(reply, { dubbing_id: 'd1', expected_duration_sec: 2 })
  if (!path.endsWith('/with-timestamps')) return sendSound(reply)
  const line = `${JSON.stringify({ audio_base64: 'AAAA', alignment: null, normalized_alignment: null })}\n`
  return sendPieces(reply, 'application/json', [line, line], goOn)
}

/** A `GenerateContentResponse` (ai.google.dev/api/generate-content). */
const spoken = {
  candidates: [
    {
      content: { role: 'model', parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'AAAA' } }] },
      finishReason: 'STOP',
    },
  ],
}

async function serveGemini(received: Received, reply: ServerResponse, goOn: Promise<unknown>) {
  const { contents } = await fieldsOf(received)
  const error = { code: 400, message: 'contents is not specified', status: 'INVALID_ARGUMENT' }
  if (!Array.isArray(contents)) return sendJson(reply, { error }, 400)
  if (!received.path.includes(':streamGenerateContent?alt=sse')) return sendJson(reply, spoken)
  return sendPieces(reply, 'text/event-stream', [event(spoken), event(spoken)], goOn)
}

/** Every remote provider. One that is added here is tested by the whole suite. */
export const subjects: readonly Subject[] = [
  {
    name: 'openai',
    header: { authorization: `Bearer ${upstreamKey}` },
    create: createOpenAi,
    serve: serveOpenAi,
    rejectedKey: { error: { message: `Incorrect API key: ${upstreamKey}`, code: 'invalid_api_key' } },
  },
  {
    name: 'elevenlabs',
    header: { 'xi-api-key': upstreamKey },
    create: createElevenLabs,
    serve: serveElevenLabs,
    rejectedKey: { detail: { status: 'invalid_api_key', message: `Invalid API key ${upstreamKey}` } },
  },
  {
    name: 'gemini',
    header: { 'x-goog-api-key': upstreamKey },
    create: createGemini,
    serve: serveGemini,
    rejectedKey: { error: { code: 401, message: `Key ${upstreamKey} not valid.`, status: 'UNAUTHENTICATED' } },
  },
]
