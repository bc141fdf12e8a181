import OpenAI from 'openai'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { errorReply } from '../../../http/router-error.ts'
import { createSandbox } from '../sandbox.ts'

const idOf = (path: string): EndpointId =>
  Object.values(endpoints).find((endpoint) => path.endsWith(`/v1${endpoint.path}`))?.id ?? 'models'

/** A form as the router reads it: switches as such, and lists by their brackets. */
function bodyOf(init: RequestInit | undefined): Record<string, unknown> {
  if (!(init?.body instanceof FormData)) return JSON.parse(String(init?.body))
  const form = init.body
  const entries = [...new Set(form.keys())].map((name): [string, unknown] => {
    const values = form.getAll(name).map((value) => (value === 'true' ? true : value))
    return name.endsWith('[]') ? [name.slice(0, -2), values] : [name, values[0]]
  })
  return Object.fromEntries(entries)
}

/** The official client with the sandbox in the place of the network. */
export function audioClient() {
  const { provider, meter } = createSandbox({ pause: async () => {} })
  const fetch = async (url: unknown, init: RequestInit | undefined): Promise<Response> => {
    const endpoint = idOf(new URL(String(url)).pathname)
    if (endpoint === 'models') return Response.json({ object: 'list', data: provider.models })
    const body = bodyOf(init)
    const signal = init?.signal ?? new AbortController().signal
    const request = { endpoint, model: String(body.model), body, params: {}, requestId: 'req_1', signal }
    return provider
      .answer(request)
      .catch((thrown: unknown) => errorReply(thrown, { requestId: 'req_1', route: '/v1', attempts: [] }))
  }
  const client = new OpenAI({ apiKey: 'test', baseURL: 'http://sandbox.example/v1', maxRetries: 0, fetch })
  return { client, meter, provider }
}
