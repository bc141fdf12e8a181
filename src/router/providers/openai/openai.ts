import { type EndpointId, endpoints } from '#contract/endpoints.ts'
import type { Provider, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { ListedModels } from '../../upstream/listed-models.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { openAiBody } from './openai-body.ts'
import { createVideoPort } from './video-port.ts'

/** What is answered by forwarding. Video jobs have their port, and dubs are read at addresses that only their router knows. */
const forwarded: readonly EndpointId[] = [
  ...(['responses', 'images.generations', 'images.edits', 'videos.create', 'audio.speech'] as const),
  ...(['audio.transcriptions', 'audio.voice-design', 'audio.voice-change', 'audio.music'] as const),
  ...(['audio.sound-generation', 'audio.voice-isolation'] as const),
]

export interface OpenAiOptions {
  readonly upstream: Upstream
  readonly models: ListedModels
}

/** Images that come along with a generation make it an edit, as the interface has it. */
const targetOf = ({ endpoint, body }: ProviderRequest): EndpointId =>
  endpoint === 'images.generations' && body.images !== undefined ? 'images.edits' : endpoint

/**
 * An upstream that speaks the interface's convention: OpenAI, most gateways and local servers, and other routers of this interface.
 * Replies are passed on byte for byte; requests too, but for the model's id and for what only this interface has.
 */
export function createOpenAi({ upstream, models }: OpenAiOptions): Provider {
  return {
    id: upstream.name,
    get models() {
      return models.entries
    },
    endpoints: new Set(forwarded),
    async answer(request) {
      const { body, model, signal } = request
      const endpoint = targetOf(request)
      const sent = await openAiBody(endpoint, { ...body, model: models.upstreamId(model) })
      return callUpstream(upstream, { method: 'POST', path: endpoints[endpoint].path, body: sent, signal })
    },
    jobs: { video: createVideoPort(upstream, (model) => models.upstreamId(model)) },
  }
}
