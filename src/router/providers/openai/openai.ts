import { endpoints } from '#contract/endpoints.ts'
import { capsOf, type EndpointId } from '#contract/routes.ts'
import { createPublicFiles, type PublicFiles } from '../../http/public-file.ts'
import type { Provider, ProviderLimits, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { ChatOptions } from '../../upstream/chat/chat-request.ts'
import type { ListedModels } from '../../upstream/live-list.ts'
import type { TextApi } from '../../upstream/provider-config.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { createDubbingPort, createVideoPort } from './job-ports.ts'
import { openAiBody } from './openai-body.ts'
import { createResponsesRoute } from './responses-route.ts'

const answered = Object.values(endpoints).filter(({ method }) => method === 'POST')

export interface OpenAiOptions {
  readonly upstream: Upstream
  readonly models: ListedModels
  readonly limits?: ProviderLimits
  /** `auto` by default. */
  readonly api?: TextApi
  readonly chat?: ChatOptions
  /** Fetches what the upstream keeps elsewhere; from public addresses alone by default. */
  readonly files?: PublicFiles
}

/** Images that come along with a generation make it an edit, as the interface has it. */
const targetOf = ({ endpoint, body }: ProviderRequest): EndpointId =>
  endpoint === 'images.generations' && body.images !== undefined ? 'images.edits' : endpoint

/**
 * An upstream that speaks the interface's convention: OpenAI, most gateways and local servers, and other routers of this interface.
 * Replies are passed on byte for byte; requests too, but for the model's id and for what only this interface has.
 */
export function createOpenAi(options: OpenAiOptions): Provider {
  const { upstream, models, limits = {}, api = 'auto', chat = {}, files = createPublicFiles() } = options
  const upstreamModel = (model: string) => models.upstreamId(model)
  const responses = createResponsesRoute({ upstream, upstreamModel, api, chat })
  const jobs = { upstream, upstreamModel, files }
  return {
    id: upstream.name,
    limits,
    ownModel: upstreamModel,
    get models() {
      return models.entries
    },
    endpoints: new Set(answered.map(({ id }) => id)),
    async answer(request) {
      if (request.endpoint === 'responses') return responses(request)
      const { body, model, signal, sending } = request
      const endpoint = targetOf(request)
      const sent = await openAiBody(endpoint, { ...body, model: upstreamModel(model) })
      const caps = capsOf(endpoint)
      return callUpstream(upstream, {
        method: 'POST',
        path: endpoints[endpoint].path,
        body: sent,
        caps,
        signal,
        sending,
      })
    },
    jobs: { video: createVideoPort(jobs), dubbing: createDubbingPort(jobs) },
  }
}
