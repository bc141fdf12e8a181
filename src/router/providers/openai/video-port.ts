import { jobOf } from '#contract/core/job.ts'
import { isRecord, type JsonRecord, jsonIn } from '#contract/core/loose-json.ts'
import { RouterError } from '../../http/errors.ts'
import { jsonReply } from '../../http/replies.ts'
import type { JobPort, JobRequest } from '../../provider.ts'
import { callUpstream } from '../../upstream/call-upstream.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { openAiBody } from './openai-body.ts'

const idNames = ['id', 'task_id', 'job_id', 'video_id', 'request_id']
/** Addresses at the upstream, which clients cannot read without its key. */
const upstreamAddresses = ['polling_url', 'status_url']

/** The job with our id in every place of the upstream's; wrapped jobs (`{ data: {…} }`) stay wrapped. */
function renamed(job: JsonRecord, from: string, to: string): JsonRecord {
  return Object.fromEntries(
    Object.entries(job).flatMap(([name, value]) => {
      if (upstreamAddresses.includes(name)) return []
      if (idNames.includes(name) && String(value) === from) return [[name, to]]
      return [[name, name === 'data' && isRecord(value) ? renamed(value, from, to) : value]]
    }),
  )
}

const noJob = (name: string) =>
  new RouterError(502, 'provider_reply_unreadable', `${name} accepted the video, but named no job. It may be billed.`, {
    retry: 'ask',
    stage: 'accepted',
  })

/** Videos of an OpenAI-compatible upstream. Its replies are passed on with our id in place of its own. */
export function createVideoPort(upstream: Upstream, upstreamModel: (model: string) => string): JobPort {
  const pathTo = ({ id }: JobRequest, more = ''): `/${string}` => `/videos/${encodeURIComponent(id)}${more}`
  return {
    async create({ endpoint, body, model, publicId, signal }) {
      const sent = await openAiBody(endpoint, { ...body, model: upstreamModel(model) })
      const reply = await callUpstream(upstream, { method: 'POST', path: '/videos', body: sent, signal })
      const job = jsonIn(await reply.text())
      const id = isRecord(job) ? jobOf(job).id : undefined
      if (!isRecord(job) || id === undefined) throw noJob(upstream.name)
      return jsonReply({ id, ...renamed(job, id, publicId(id)) }, reply.status)
    },
    async status(request) {
      const { id, publicId, signal } = request
      const reply = await callUpstream(upstream, { method: 'GET', path: pathTo(request), signal })
      const job = jsonIn(await reply.text())
      // xAI answers 202 without a body while a job is pending (wire-facts §6.3).
      return isRecord(job) ? jsonReply(renamed(job, id, publicId), reply.status) : new Response(null, { status: 202 })
    },
    content(request) {
      const { query, headers, signal } = request
      return callUpstream(upstream, { method: 'GET', path: pathTo(request, '/content'), query, headers, signal })
    },
  }
}
