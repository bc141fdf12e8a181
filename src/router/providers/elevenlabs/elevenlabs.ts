import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import { AudioVoiceChangeRequest, AudioVoiceIsolationRequest } from '#contract/audio/voices.ts'
import {
  defined,
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  ownOf,
  recordOf,
  textOf,
} from '#contract/core/loose-json.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { capsOf, type EndpointId } from '#contract/routes.ts'
import { jsonReply } from '../../http/http-replies.ts'
import { badRequest, RouterError } from '../../http/router-error.ts'
import type { JobPort, JobRequest, Provider, ProviderLimits, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { ListedModels } from '../../upstream/listed-models.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { noJob } from '../../upstream/upstream-error.ts'
import { replyText } from '../../upstream/upstream-reply.ts'
import { elevenLabsCalls, formatNames, speechEvents } from './elevenlabs-calls.ts'
import { transcriptReply } from './transcript-formats.ts'

/** The dub under our id, with the addresses below `/jobs` that the interface's rulings give it. */
function described(dub: JsonRecord, publicId: string): object {
  const at = `/jobs/${publicId}`
  const languages = dub.status === 'dubbed' ? listOf(dub.target_languages).flatMap((one) => textOf(one) ?? []) : []
  const addresses = (more = '') => Object.fromEntries(languages.map((one) => [one, `${at}/content?lang=${one}${more}`]))
  return {
    ...{ status: 'queued', ...dub, dubbing_id: publicId, status_url: at },
    ...(languages.length > 0 && { result_urls: addresses(), caption_urls: addresses('&format=srt') }),
  }
}

/** ElevenLabs says by 425 that a dub is not ready; clients of the interface expect a 404. */
function notReady(thrown: unknown): never {
  if (!(thrown instanceof RouterError) || thrown.status !== 425) throw thrown
  throw new RouterError(404, 'dub_not_ready', thrown.message, { param: 'id', retry: 'safe' })
}

/** ElevenLabs' names of subtitle formats. */
const captionFormats: Readonly<Record<string, string>> = { srt: 'srt', vtt: 'webvtt' }

/** Dubs of ElevenLabs: a job for each language. */
export function createDubbingPort(upstream: Upstream): JobPort {
  const root = (id: string): `/${string}` => `/dubbing/${encodeURIComponent(id)}`

  async function metadata(id: string, signal: AbortSignal): Promise<JsonRecord> {
    const reply = await callUpstream(upstream, { method: 'GET', path: root(id), signal })
    const dub = jsonIn(await replyText(reply, upstream.name))
    if (isRecord(dub)) return dub
    throw new RouterError(502, 'provider_reply_unreadable', `${upstream.name} did not report the status of the dub.`, {
      retry: 'safe',
    })
  }

  async function languageOf({ id, query, signal }: JobRequest): Promise<string> {
    const asked = query.get('lang')
    if (asked !== null) return asked
    const [first] = listOf((await metadata(id, signal)).target_languages)
    return textOf(first) ?? ''
  }

  return {
    async create({ body, model, publicId, signal, sending }) {
      const call = await elevenLabsCalls['audio.dubbing']?.({ body, model, voice: undefined })
      if (!call) throw new TypeError('no dubbing')
      const reply = await callUpstream(upstream, { method: 'POST', ...call, signal, sending })
      const dub = jsonIn(await replyText(reply, upstream.name))
      const id = isRecord(dub) ? textOf(dub.dubbing_id) : undefined
      if (!isRecord(dub) || id === undefined) throw noJob(upstream, dub)
      return jsonReply(described(dub, publicId(id)))
    },
    async status({ id, publicId, signal }) {
      return jsonReply(described(await metadata(id, signal), publicId))
    },
    async content(request) {
      const { id, query, headers, signal } = request
      const language = encodeURIComponent(await languageOf(request))
      const format = query.get('format')
      const type = format === null ? undefined : ownOf(captionFormats, format)
      if (format !== null && type === undefined)
        throw badRequest('format: choose srt or vtt.', { param: 'format', code: 'invalid_value' })
      const get = { method: 'GET', headers, signal } as const
      const call = type
        ? callUpstream(upstream, { ...get, path: `${root(id)}/transcript/${language}`, query: { format_type: type } })
        : callUpstream(upstream, { ...get, path: `${root(id)}/audio/${language}` })
      return call.catch(notReady)
    },
  }
}

interface ElevenLabsOptions {
  /** Its base URL ends in the version, such as `https://api.elevenlabs.io/v1`; its key is in `xi-api-key`. */
  readonly upstream: Upstream
  /** Entries may say the ids of voices by name, as `voice_ids`. */
  readonly models: ListedModels
  readonly limits?: ProviderLimits
}

const answered = new Set<EndpointId>(
  Object.values(endpoints).flatMap(({ id }) => (elevenLabsCalls[id] === undefined ? [] : [id])),
)

/** ElevenLabs: speech, transcription, and the six routes for voices, dubs, music and sounds. */
export function createElevenLabs({ upstream, models, limits = {} }: ElevenLabsOptions): Provider {
  /** The id of the voice that a request names, which may be one of the names that the model's entry lists. */
  function voiceOf({ body, model }: ProviderRequest): string | undefined {
    const asked = textOf(body.voice) ?? textOf(recordOf(body.voice).id) ?? textOf(body.voice_id)
    const ids = recordOf(models.entries.find(({ id }) => id === model)?.voice_ids)
    return asked === undefined ? undefined : (textOf(ownOf(ids, asked)) ?? asked)
  }

  return {
    id: upstream.name,
    limits,
    ownModel: models.upstreamId,
    get models() {
      return models.entries
    },
    endpoints: answered,
    async answer(request) {
      const { endpoint, body, model, signal, sending } = request
      const call = await elevenLabsCalls[endpoint]?.({ body, model: models.upstreamId(model), voice: voiceOf(request) })
      if (!call) throw new TypeError(`${endpoint} is none of ElevenLabs`)
      const reply = await callUpstream(upstream, { method: 'POST', ...call, caps: capsOf(endpoint), signal, sending })
      if (endpoint === 'audio.transcriptions') return transcriptReply(reply, body.response_format, upstream.name)
      return endpoint === 'audio.speech' && body.stream_format === 'sse'
        ? speechEvents(reply, upstream.name, signal)
        : reply
    },
    jobs: { dubbing: createDubbingPort(upstream) },
  }
}

/** The fields of a request but those that `elevenLabsCalls` refuses or leaves out, so that forms do not offer them. */
const fieldsBut = ({ shape }: { readonly shape: object }, ...names: readonly string[]): string[] =>
  Object.keys(shape).filter((name) => !names.includes(name))

const speech = {
  supported_parameters: fieldsBut(AudioSpeechRequest, 'instructions'),
  supported_formats: Object.keys(formatNames),
}
const unknownToScribe = ['prompt', 'include', 'stream', 'chunking_strategy']
const transcription = {
  supported_parameters: fieldsBut(
    AudioTranscriptionsRequest,
    ...unknownToScribe,
    'known_speaker_names',
    'known_speaker_references',
  ),
}
/** These routes take files alone. */
const voiceChange = { supported_parameters: fieldsBut(AudioVoiceChangeRequest, 'source_url') }
const isolation = { supported_parameters: fieldsBut(AudioVoiceIsolationRequest, 'source_url') }

/** Models that `GET /models` does not list, since their routes take no other, or list none. */
const unlisted: readonly (readonly [id: string, name: string, capabilities: readonly string[], facts?: object])[] = [
  ['scribe_v2', 'Scribe v2', ['audio.transcriptions'], transcription],
  ['eleven_ttv_v3', 'Voice design v3', ['audio.voice-design']],
  ['music_v2', 'Eleven Music v2', ['audio.music', 'streaming']],
  ['eleven_text_to_sound_v2', 'Sound effects v2', ['audio.sound-generation']],
  ['elevenlabs-dubbing', 'Dubbing', ['audio.dubbing']],
  ['elevenlabs-voice-isolation', 'Voice isolation', ['audio.voice-isolation'], isolation],
]

async function get(upstream: Upstream, path: `/${string}`, signal: AbortSignal): Promise<unknown> {
  return jsonIn(await replyText(await callUpstream(upstream, { method: 'GET', path, signal }), upstream.name))
}

/** Ids of the account's voices by their names; without the voices where the key may not read them. */
async function voicesOf(upstream: Upstream, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { voices } = recordOf(await get(upstream, '/voices', signal).catch(() => undefined))
  return new Map(
    listOf(voices).flatMap((voice): [string, string][] => {
      const { voice_id, name } = recordOf(voice)
      const id = textOf(voice_id)
      return id === undefined ? [] : [[textOf(name) ?? id, id]]
    }),
  )
}

/**
 * The account's models as entries, with the names of its voices as `supported_voices` and their ids as `voice_ids`. Two free reads; rejects as
 * `callUpstream` does.
 */
export async function listModels(upstream: Upstream, signal: AbortSignal): Promise<ModelEntry[]> {
  const [models, voices] = await Promise.all([get(upstream, '/models', signal), voicesOf(upstream, signal)])
  const shared = { object: 'model', owned_by: upstream.name } as const
  const spoken = voices.size > 0 && { supported_voices: [...voices.keys()], voice_ids: Object.fromEntries(voices) }
  const listed = listOf(models).flatMap((model): ModelEntry[] => {
    const {
      model_id,
      name,
      description,
      languages,
      maximum_text_length_per_request: characters,
      ...can
    } = recordOf(model)
    const id = textOf(model_id)
    const capabilities = [
      ...(can.can_do_text_to_speech === true ? ['audio.speech', 'streaming'] : []),
      ...(can.can_do_voice_conversion === true ? ['audio.voice-change'] : []),
    ]
    if (id === undefined || capabilities.length === 0) return []
    const codes = listOf(languages).flatMap((one) => textOf(recordOf(one).language_id) ?? [])
    const facts = { name: textOf(name), description: textOf(description) }
    const fields = can.can_do_text_to_speech === true ? speech : voiceChange
    const limits = typeof characters === 'number' ? { maximum_text_length_per_request: characters } : undefined
    return [
      {
        id,
        ...shared,
        ...defined({ ...facts, limits }),
        capabilities,
        supported_languages: codes,
        ...fields,
        ...spoken,
      },
    ]
  })
  return [
    ...listed,
    ...unlisted.map(([id, name, can, facts]) => ({ id, ...shared, name, capabilities: [...can], ...facts })),
  ]
}
