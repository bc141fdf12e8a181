import { AudioSpeechRequest } from '#contract/audio/speech.ts'
import { AudioTranscriptionsRequest } from '#contract/audio/transcriptions.ts'
import { AudioVoiceChangeRequest, AudioVoiceIsolationRequest } from '#contract/audio/voices.ts'
import { defined, jsonIn, listOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { ModelEntry } from '#contract/models/models.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { replyText } from '../../upstream/upstream-reply.ts'
import { formatNames } from './elevenlabs-calls.ts'

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
