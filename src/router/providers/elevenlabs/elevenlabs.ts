import { ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { capsOf } from '#contract/core/reply-caps.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import type { Provider, ProviderLimits, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { ListedModels } from '../../upstream/live-list.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { createDubbingPort } from './dubbing-port.ts'
import { elevenLabsCalls } from './elevenlabs-calls.ts'
import { speechEvents } from './speech-events.ts'
import { transcriptReply } from './transcript-formats.ts'

export interface ElevenLabsOptions {
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
