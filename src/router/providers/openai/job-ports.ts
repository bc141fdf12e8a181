import { jobOf } from '#contract/core/job.ts'
import { isRecord, type JsonRecord, jsonIn } from '#contract/core/loose-json.ts'
import { RouterError } from '../../http/errors.ts'
import { FileRefused, type PublicFiles } from '../../http/public-file.ts'
import { jsonReply } from '../../http/replies.ts'
import type { JobPort, NewJobRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import { replyText } from '../../upstream/reply-text.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { noJob } from '../../upstream/upstream-error.ts'
import { openAiBody } from './openai-body.ts'

const idNames = ['id', 'dubbing_id', 'video_id', 'job_id', 'task_id', 'request_id']

/** Where jobs of a kind are created, and where they are read. */
interface JobPaths {
  readonly create: `/${string}`
  /** The upstream that has them, and the path that they are below. */
  readonly read: { readonly upstream: Upstream; readonly below: `/${string}` }
}

/**
 * A reply with our id in every place of the upstream's. Addresses below its path lead to ours; others that say where to ask are left out,
 * since clients cannot read them without the upstream's key.
 */
function renamed(
  job: JsonRecord,
  place: { readonly from: string; readonly to: string; readonly below: string },
): JsonRecord {
  const { from, to, below } = place
  const path = `${below}/${encodeURIComponent(from)}`
  const change = (name: string, value: unknown): unknown => {
    if (isRecord(value)) return renamed(value, place)
    if (typeof value === 'string' && value.startsWith(path)) return `${below}/${to}${value.slice(path.length)}`
    return idNames.includes(name) && String(value) === from ? to : value
  }
  const entries = Object.entries(job).map(([name, value]) => [name, change(name, value)] as const)
  const isForeign = (name: string, value: unknown) =>
    ['polling_url', 'status_url'].includes(name) && !String(value).startsWith(`${below}/${to}`)
  return Object.fromEntries(entries.filter(([name, value]) => !isForeign(name, value)))
}

const notFollowed = (name: string, why: string) =>
  new RouterError(502, 'provider_redirect', `${name} keeps the file elsewhere, and it was not fetched: ${why}`, {
    retry: 'safe',
  })

/** What the ports of all kinds need. */
export interface JobPortOptions {
  readonly upstream: Upstream
  readonly upstreamModel: (model: string) => string
  /** Fetches the files that the upstream keeps elsewhere. */
  readonly files: PublicFiles
}

function createJobPort({ upstream, upstreamModel, files }: JobPortOptions, { create, read }: JobPaths): JobPort {
  const { below } = read
  const pathTo = (id: string, more = ''): `/${string}` => `${below}/${encodeURIComponent(id)}${more}`
  return {
    async create({ endpoint, body, model, publicId, signal, sending }: NewJobRequest) {
      const sent = await openAiBody(endpoint, { ...body, model: upstreamModel(model) })
      const reply = await callUpstream(upstream, { method: 'POST', path: create, body: sent, signal, sending })
      const job = jsonIn(await replyText(reply, upstream.name))
      const id = isRecord(job) ? jobOf(job).id : undefined
      if (!isRecord(job) || id === undefined) throw noJob(upstream, job)
      return jsonReply(renamed(job, { from: id, to: publicId(id), below }), reply.status)
    },
    async status({ id, publicId, query, signal }) {
      const reply = await callUpstream(read.upstream, { method: 'GET', path: pathTo(id), query, signal })
      const job = jsonIn(await replyText(reply, upstream.name))
      // xAI answers 202 without a body while a job is pending (wire-facts §6.3).
      if (!isRecord(job)) return new Response(null, { status: 202 })
      return jsonReply(renamed(job, { from: id, to: publicId, below }), reply.status)
    },
    content({ id, query, headers, signal }) {
      // Gateways redirect to a signed address at their storage (wire-facts §6.4), to which the key must not go.
      const follow = (address: string) =>
        files.open(address, { headers: Object.fromEntries(headers), signal }).catch((thrown: unknown) => {
          if (!(thrown instanceof FileRefused)) throw thrown
          throw notFollowed(upstream.name, thrown.message)
        })
      const asked = { method: 'GET', path: pathTo(id, '/content'), query, headers, signal } as const
      return callUpstream(read.upstream, { ...asked, follow })
    },
  }
}

/** Videos of an OpenAI-compatible upstream. */
export const createVideoPort = (options: JobPortOptions): JobPort =>
  createJobPort(options, { create: '/videos', read: { upstream: options.upstream, below: '/videos' } })

/** Dubs of another router of this interface, which are read below `/jobs`, outside `/v1`. */
export function createDubbingPort(options: JobPortOptions): JobPort {
  const { upstream } = options
  const root = { ...upstream, baseUrl: upstream.baseUrl.replace(/\/v1\/*$/, '') }
  return createJobPort(options, { create: '/audio/dubbing', read: { upstream: root, below: '/jobs' } })
}
