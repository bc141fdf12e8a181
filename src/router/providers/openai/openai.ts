import { isRecord, jsonIn, textOf } from '#contract/core/loose-json.ts'
import { endpoints } from '#contract/endpoints.ts'
import { capsOf, type EndpointId, textCaps } from '#contract/routes.ts'
import { createPublicFiles, type PublicFiles } from '../../http/public-file.ts'
import { RouterError } from '../../http/router-error.ts'
import type { Provider, ProviderLimits, ProviderRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import { type ChatOptions, chatRequest } from '../../upstream/chat/chat-request.ts'
import { responsesReply } from '../../upstream/chat/responses-reply.ts'
import { withEarlierItems } from '../../upstream/earlier-items.ts'
import type { ListedModels } from '../../upstream/listed-models.ts'
import type { TextApi } from '../../upstream/provider-config.ts'
import { jsonBody, type Upstream, type UpstreamBody } from '../../upstream/upstream.ts'
import { replyText } from '../../upstream/upstream-reply.ts'
import { createDubbingPort, createVideoPort } from './job-ports.ts'
import { openAiBody } from './openai-body.ts'

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

/** Whether a server has no such route: what says that it has no such model is something else. Messages begin with the server's name. */
const isMissingRoute = (thrown: unknown, { name }: Upstream): boolean =>
  thrown instanceof RouterError &&
  [404, 405, 501].includes(thrown.status) &&
  !/model/i.test(`${thrown.code} ${thrown.facts.param} ${thrown.message.slice(name.length)}`)

/** Longer replies are answers. */
const longestNotice = 2_000

/** LM Studio says by a 200 with `{ "error": "Unexpected endpoint or method…" }` that it has no such route (wire-facts §0). */
async function withoutNotice(reply: Response, { name }: Upstream): Promise<Response> {
  const length = Number(reply.headers.get('content-length') ?? longestNotice + 1)
  if (length > longestNotice || !/json/.test(reply.headers.get('content-type') ?? '')) return reply
  const text = await replyText(reply, name)
  const body = jsonIn(text)
  const error = isRecord(body) ? textOf(body.error) : undefined
  if (error !== undefined && /endpoint|route|method/i.test(error)) throw new RouterError(404, null, `${name}: ${error}`)
  return new Response(text, reply)
}

/**
 * Answers `POST /responses` at an upstream, converted where it has chat completions only. With `auto` the first request finds out: a
 * server without the route has not taken it, so it is sent once more in the other form.
 */
function createResponsesRoute({ upstream, models, api = 'auto', chat = {} }: OpenAiOptions) {
  let known: TextApi = api
  const post = (path: `/${string}`, body: UpstreamBody, { signal, sending }: ProviderRequest) =>
    callUpstream(upstream, { method: 'POST', path, body, caps: textCaps, signal, sending })

  async function byResponses(request: ProviderRequest): Promise<Response> {
    const { body, model } = request
    return post('/responses', await openAiBody('responses', { ...body, model: models.upstreamId(model) }), request)
  }

  const byChat = (request: ProviderRequest): Promise<Response> =>
    withEarlierItems(request, async (whole, keep) => {
      const { body, model, requestId } = whole
      const asked = { ...body, model: models.upstreamId(model) }
      const reply = await post('/chat/completions', jsonBody(chatRequest(asked, chat)), whole)
      return responsesReply(reply, {
        request: asked,
        upstream,
        id: requestId.replace(/^req_/, ''),
        now: Date.now,
        keep,
      })
    })

  return async (request: ProviderRequest): Promise<Response> => {
    if (known === 'responses') return byResponses(request)
    if (known === 'chat') return byChat(request)
    try {
      const reply = await withoutNotice(await byResponses(request), upstream)
      known = 'responses'
      return reply
    } catch (thrown) {
      if (!isMissingRoute(thrown, upstream)) throw thrown
      const reply = await byChat(request)
      known = 'chat'
      return reply
    }
  }
}

const answered = Object.values(endpoints).filter(({ method }) => method === 'POST')

/** Images that come along with a generation make it an edit, as the interface has it. */
const targetOf = ({ endpoint, body }: ProviderRequest): EndpointId =>
  endpoint === 'images.generations' && body.images !== undefined ? 'images.edits' : endpoint

/**
 * An upstream that speaks the interface's convention: OpenAI, most gateways and local servers, and other routers of this interface.
 * Replies are passed on byte for byte; requests too, but for the model's id and for what only this interface has.
 */
export function createOpenAi(options: OpenAiOptions): Provider {
  const { upstream, models, limits = {}, files = createPublicFiles() } = options
  const upstreamModel = (model: string) => models.upstreamId(model)
  const responses = createResponsesRoute(options)
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
