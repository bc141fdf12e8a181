import { holdsError } from '#contract/core/errors.ts'
import { contentAddresses, jobIdOf, jobOf } from '#contract/core/job.ts'
import { isRecord, type JsonRecord, jsonIn } from '#contract/core/loose-json.ts'
import { jsonReply } from '../../http/http-replies.ts'
import type { PublicFiles } from '../../http/public-file.ts'
import { FileRefused, RouterError } from '../../http/router-error.ts'
import type { JobPort, NewJobRequest } from '../../provider.ts'
import { callUpstream, type UpstreamRequest } from '../../upstream/call-upstream.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { noJob } from '../../upstream/upstream-error.ts'
import { replyText } from '../../upstream/upstream-reply.ts'
import { openAiBody } from './openai-body.ts'

const idNames = ['id', 'dubbing_id', 'video_id', 'job_id', 'task_id', 'request_id']

/** Where jobs of a kind are created, and where they are read. */
interface JobPaths {
  readonly create: `/${string}`
  /** The upstream that has them, and the path that they are below. */
  readonly read: { readonly upstream: Upstream; readonly below: `/${string}` }
  /** Whether the content may be only at an address that the job names. */
  readonly mayNameContent?: true
}

interface Renaming {
  readonly from: string
  readonly to: string
  readonly below: string
  /** The address of the content, where only the upstream's clients can read it. */
  readonly own?: string | undefined
}

/**
 * A reply with our id in every place of the upstream's. Addresses below its path lead to ours; others that say where to ask are left out,
 * since clients cannot read them without the upstream's key.
 */
function renamed(job: JsonRecord, place: Renaming): JsonRecord {
  const { from, to, below, own } = place
  const path = `${below}/${encodeURIComponent(from)}`
  const change = (name: string, value: unknown): unknown => {
    if (isRecord(value)) return renamed(value, place)
    if (Array.isArray(value)) return value.map((one) => change(name, one))
    if (own !== undefined && value === own) return `/v1${below}/${to}/content`
    if (typeof value === 'string' && value.startsWith(path)) return `${below}/${to}${value.slice(path.length)}`
    return idNames.includes(name) && String(value) === from ? to : value
  }
  const entries = Object.entries(job).map(([name, value]) => [name, change(name, value)] as const)
  const isForeign = (name: string, value: unknown) =>
    ['polling_url', 'status_url'].includes(name) && !String(value).startsWith(`${below}/${to}`)
  return Object.fromEntries(entries.filter(([name, value]) => !isForeign(name, value)))
}

const notFollowed = (name: string, why: string) =>
  new RouterError(502, 'provider_redirect', `${name} stores the file at another URL, which was not fetched: ${why}`, {
    retry: 'safe',
  })

interface JobPortOptions {
  readonly upstream: Upstream
  readonly upstreamModel: (model: string) => string
  /** Fetches the files that the upstream keeps elsewhere. */
  readonly files: PublicFiles
}

/** The first address of a job's content, where it is at the origin of the upstream. */
function ownAddress({ baseUrl }: Upstream, job: JsonRecord): string | undefined {
  const [first] = contentAddresses(job)
  return first !== undefined && isAt(baseUrl, first) ? first : undefined
}

const isAt = (baseUrl: string, address: string) =>
  URL.canParse(address, baseUrl) && new URL(address, baseUrl).origin === new URL(baseUrl).origin

function createJobPort(
  { upstream, upstreamModel, files }: JobPortOptions,
  { create, read, mayNameContent }: JobPaths,
): JobPort {
  const { below } = read
  const pathTo = (id: string, more = ''): `/${string}` => `${below}/${encodeURIComponent(id)}${more}`
  const told = (job: JsonRecord, from: string, to: string) =>
    renamed(job, { from, to, below, own: mayNameContent && ownAddress(upstream, job) })

  async function statusOf(id: string, asked: Pick<UpstreamRequest, 'query' | 'signal'>) {
    const reply = await callUpstream(read.upstream, { ...asked, method: 'GET', path: pathTo(id) })
    return { status: reply.status, job: jsonIn(await replyText(reply, upstream.name)) }
  }

  async function namedContent(id: string, signal: AbortSignal): Promise<string | undefined> {
    const { job } = await statusOf(id, { signal }).catch(() => ({ job: undefined }))
    if (!isRecord(job)) return undefined
    const { state = 'completed', addresses = contentAddresses(job) } = jobOf(job)
    return state === 'completed' ? addresses[0] : undefined
  }

  return {
    async create({ endpoint, body, model, publicId, signal, sending }: NewJobRequest) {
      const sent = await openAiBody(endpoint, { ...body, model: upstreamModel(model) })
      const reply = await callUpstream(upstream, { method: 'POST', path: create, body: sent, signal, sending })
      const job = jsonIn(await replyText(reply, upstream.name))
      const id = isRecord(job) ? (jobOf(job).id ?? (holdsError(job) ? undefined : jobIdOf(job))) : undefined
      if (!isRecord(job) || id === undefined) throw noJob(upstream, job)
      return jsonReply(told(job, id, publicId(id)), reply.status)
    },
    async status({ id, publicId, query, signal }) {
      const { status, job } = await statusOf(id, { query, signal })
      // xAI answers 202 without a body while a job is pending (wire-facts §6.3).
      if (!isRecord(job)) return new Response(null, { status: 202 })
      return jsonReply(told(job, id, publicId), status)
    },
    async content({ id, query, headers, signal }) {
      // Gateways redirect to a signed address at their storage (wire-facts §6.4), to which the key must not go.
      const follow = (address: string) =>
        files.open(address, { headers: Object.fromEntries(headers), signal }).catch((thrown: unknown) => {
          if (!(thrown instanceof FileRefused)) throw thrown
          throw notFollowed(upstream.name, thrown.message)
        })
      const asked = { method: 'GET', headers, signal, follow } as const
      try {
        return await callUpstream(read.upstream, { ...asked, path: pathTo(id, '/content'), query })
      } catch (thrown) {
        // Some have no such route, and say in the job where the video is (wire-facts §6.4).
        const isMissing = thrown instanceof RouterError && (thrown.status === 404 || thrown.status === 405)
        const isVideo = mayNameContent && (query.get('variant') ?? 'video') === 'video'
        const address = isMissing && isVideo ? await namedContent(id, signal) : undefined
        if (address === undefined) throw thrown
        return fetchAt(address, upstream, asked)
      }
    },
  }
}

type Asked = Pick<UpstreamRequest, 'headers' | 'signal'> & {
  readonly method: 'GET'
  readonly follow: (address: string) => Promise<Response>
}

/** What an address of the upstream leads to: with the key below its base URL, without it elsewhere at its origin, else as a redirect. */
function fetchAt(address: string, upstream: Upstream, asked: Asked): Promise<Response> {
  const { baseUrl } = upstream
  if (!isAt(baseUrl, address)) return asked.follow(address)
  const { origin, pathname, searchParams } = new URL(address, baseUrl)
  const root = new URL(baseUrl).pathname.replace(/\/+$/, '')
  const isBelow = pathname.startsWith(`${root}/`)
  const server = isBelow ? upstream : { ...upstream, baseUrl: origin, headers: {}, query: {} }
  const path: `/${string}` = `/${pathname.slice(isBelow ? root.length + 1 : 1)}`
  return callUpstream(server, { ...asked, path, query: searchParams })
}

export const createVideoPort = (options: JobPortOptions): JobPort =>
  createJobPort(options, {
    create: '/videos',
    read: { upstream: options.upstream, below: '/videos' },
    mayNameContent: true,
  })

/** Dubs of another router of this interface, which are read below `/jobs`, outside `/v1`. */
export function createDubbingPort(options: JobPortOptions): JobPort {
  const { upstream } = options
  const root = { ...upstream, baseUrl: upstream.baseUrl.replace(/\/v1\/*$/, '') }
  return createJobPort(options, { create: '/audio/dubbing', read: { upstream: root, below: '/jobs' } })
}
