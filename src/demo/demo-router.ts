import * as z from 'zod/mini'
import { isRecord, percentDecoded } from '#contract/core/loose-json.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { type EndpointId, jobReadsOf } from '#contract/routes.ts'
import { randomHex } from '#media/hex.ts'
import { createCatalog } from '#router/answer/catalog.ts'
import { validate, withoutNulls } from '#router/answer/validate.ts'
import { type FormShape, type FormValue, fieldOf, valueFor } from '#router/http/form-fields.ts'
import { jsonReply } from '#router/http/http-replies.ts'
import { badRequest, errorReply, RouterError } from '#router/http/router-error.ts'
import type { Trace } from '#router/http/trace.ts'
import type { JobKind, JobPort, KeptReplies, Provider } from '#router/provider.ts'

interface DemoOptions {
  readonly provider: Provider
  /** Below it are the interface's routes: `https://host/demo/v1`. */
  readonly baseUrl: string
}

interface Matched {
  readonly id: EndpointId
  readonly params: Readonly<Record<string, string>>
}

/** The endpoints with their paths as patterns. */
const patterns = Object.values<Endpoint>(endpoints).map(({ id, method, path }) => ({
  id: id as EndpointId,
  method,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

function matched(method: string, path: string): Matched | undefined {
  for (const one of patterns) {
    const found = one.method === method ? one.pattern.exec(path) : null
    if (!found) continue
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [name, percentDecoded(value)])
    return { id: one.id, params: Object.fromEntries(params) }
  }
  return undefined
}

/** The fields of a request, from JSON or from a form. */
async function bodyOf(request: Request, { request: schema, bodies }: Endpoint): Promise<Record<string, unknown>> {
  if (bodies.length === 0) return {}
  if (/^multipart\/form-data/i.test(request.headers.get('content-type') ?? '')) {
    const shape: FormShape = schema instanceof z.ZodMiniObject ? schema.shape : {}
    const values = new Map<string, FormValue[]>()
    for (const [name, value] of await request.formData()) {
      const field = fieldOf(name, shape)
      values.set(field, [...(values.get(field) ?? []), value])
    }
    const fields = [...values].map(([name, all]) => [
      name,
      valueFor(name, new Map(Object.entries(shape)).get(name), all),
    ])
    return Object.fromEntries(fields)
  }
  const value: unknown = await request.json().catch(() => {
    throw badRequest('The body is not valid JSON.', { code: 'invalid_json' })
  })
  if (!isRecord(value)) throw badRequest('The body must be a JSON object.', { code: 'not_an_object' })
  return value
}

/** The last replies, so that `previous_response_id` and item references work until the page is left. */
function keptReplies(): KeptReplies {
  const kept = new Map<string, Parameters<KeptReplies['keep']>[1]>()
  return {
    find: async (id) => kept.get(id),
    holderOf: async (itemId) => [...kept].findLast(([, items]) => items.some(({ id }) => id === itemId))?.[0],
    async keep(id, items) {
      kept.set(id, items)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    },
  }
}

const mostKept = 100

const jobGone = () =>
  new RouterError(404, 'job_not_found', 'No job with this id. The demo keeps jobs until its page is reloaded.', {
    param: 'id',
    retry: 'safe',
  })

/** The kinds of job by the endpoints that read them. */
const reads = new Map(
  Object.keys(endpoints).flatMap((create): [string, { kind: JobKind; step: 'status' | 'content' }][] => {
    const { kind, status, content } = jobReadsOf(create) ?? {}
    if (kind === undefined) return []
    return [
      ...(status === undefined ? [] : [[status, { kind, step: 'status' }] as const]),
      ...(content === undefined ? [] : [[content, { kind, step: 'content' }] as const]),
    ].map(([id, read]) => [id, read])
  }),
)

/**
 * The interface's routes for a page without a server: the router's own reading, checks, errors and sandbox, without what needs a server, such
 * as keys and idempotency. Jobs, and files that replies name, are below `/jobs` of the same origin, as the router's.
 */
export function createDemoRouter({ provider, baseUrl }: DemoOptions): {
  /** Whether a request for this URL is answered here; all others belong to the network. */
  serves(url: string): boolean
  answer(request: Request): Promise<Response>
} {
  const { origin, pathname: base } = new URL(baseUrl)
  const catalog = createCatalog(() => [provider])
  const replies = keptReplies()

  async function readJob(kind: JobKind, step: 'status' | 'content', id: string, request: Request, requestId: string) {
    const port: JobPort | undefined = provider.jobs?.[kind]
    if (!port) throw jobGone()
    const { headers, signal, url } = request
    const asked = { id, publicId: id, query: new URL(url).searchParams, headers, requestId, signal }
    return port[step](asked).catch((thrown: unknown) => {
      throw thrown instanceof RouterError && thrown.code === 'job_not_found' ? jobGone() : thrown
    })
  }

  async function answerEndpoint({ id, params }: Matched, request: Request, requestId: string): Promise<Response> {
    if (id === 'models') return jsonReply({ object: 'list', data: catalog.entries() })
    const read = reads.get(id)
    if (read) return readJob(read.kind, read.step, params.id ?? '', request, requestId)
    const endpoint: Endpoint = endpoints[id]
    const body = withoutNulls(endpoint, await bodyOf(request, endpoint))
    validate(endpoint, body)
    const { model } = catalog.choose(id, body)
    const asked = {
      endpoint: id,
      model,
      body,
      params,
      requestId,
      filesAt: `${origin}/jobs/images`,
      signal: request.signal,
    }
    const kind = jobReadsOf(id)?.kind
    const port = kind && provider.jobs?.[kind]
    return port ? port.create({ ...asked, publicId: (job) => job }) : provider.answer({ ...asked, replies })
  }

  async function answerOther(path: string, request: Request, requestId: string): Promise<Response> {
    const [, file] = /^\/jobs\/images\/([^/]+)$/.exec(path) ?? []
    if (file !== undefined && provider.file) return provider.file(file, request.headers)
    const [, job, content] = /^\/jobs\/([^/]+)(\/content)?$/.exec(path) ?? []
    if (job !== undefined) return readJob('dubbing', content ? 'content' : 'status', job, request, requestId)
    throw new RouterError(404, 'not_found', `${request.method} ${path} is not a route of the interface.`)
  }

  return {
    serves: (url) => url.startsWith(`${baseUrl}/`) || url.startsWith(`${origin}/jobs/`),
    async answer(request) {
      const { pathname } = new URL(request.url)
      const trace: Trace = { requestId: `req_${randomHex(16)}`, route: pathname, attempts: [] }
      const found = pathname.startsWith(`${base}/`) ? matched(request.method, pathname.slice(base.length)) : undefined
      const answering = found
        ? answerEndpoint(found, request, trace.requestId)
        : answerOther(pathname, request, trace.requestId)
      const reply = await answering.catch((thrown: unknown) => errorReply(thrown, trace))
      reply.headers.set('x-request-id', trace.requestId)
      return reply
    },
  }
}
