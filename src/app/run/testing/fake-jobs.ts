import { noMask } from '#media/key-mask.ts'
import { createClient } from '../../client/client.ts'
import { download } from '../../client/download/download.ts'
import type { Connection } from '../../client/exchange.ts'
import type { Download } from '../../client/worker/download-by-worker.ts'
import type { RunTools } from '../run-tools.ts'

/** One moment of a job, as the router sees it. */
export interface Moment {
  /** The job's id, as it was asked for. */
  readonly id: string
  readonly url: URL
  /** How often it was asked for, this one included. */
  readonly polls: number
  /** Ms since its creation. */
  readonly age: number
}

/** How a router answers; a rejected promise is a network failure. */
export interface JobScript {
  readonly create?: () => Response
  readonly status: (moment: Moment) => Response | Promise<Response>
  readonly content?: (moment: Moment) => Response | Promise<Response>
}

/** A router of jobs for tests, of videos and of those below `/jobs`, behind the app's own client. */
export interface FakeJobs {
  readonly tools: Pick<RunTools, 'connect' | 'download'>
  /** When the status was asked for, by job, on the given clock. */
  readonly polls: ReadonlyMap<string, readonly number[]>
  readonly created: () => number
  readonly downloads: () => number
}

/** An MP4 of three boxes. */
export const clip = new Uint8Array(
  [box('ftyp', 'isomisom'), box('moov', 'm'.repeat(20)), box('mdat', 'd'.repeat(60))].flatMap((one) => [...one]),
)

function box(type: string, data: string): Uint8Array {
  return Uint8Array.from([0, 0, 0, 8 + data.length, ...new TextEncoder().encode(type + data)])
}

export const clipReply = () =>
  new Response(clip, { headers: { 'content-type': 'video/mp4', 'content-length': String(clip.length) } })

/** A job object of the usual shape. */
export function jobReply(status: string, more: object = {}, init: ResponseInit = {}): Response {
  return Response.json({ id: 'video_1', object: 'video', status, ...more }, init)
}

export function createFakeJobs(now: () => number, script: JobScript): FakeJobs {
  const polls = new Map<string, number[]>()
  const born = now()
  let created = 0
  let downloads = 0

  async function answer(url: string, method: string): Promise<Response> {
    const at = new URL(url)
    const [, id = '', content] = /^\/(?:v1\/videos|jobs)\/([^/]+)(\/content)?$/.exec(at.pathname) ?? []
    if (method === 'POST') {
      created += 1
      return script.create?.() ?? jobReply('queued', { progress: 0 })
    }
    const job = decodeURIComponent(id)
    const all = polls.get(job) ?? []
    if (content !== undefined || id === '') {
      downloads += 1
      return (await script.content?.({ id: job, url: at, polls: downloads, age: now() - born })) ?? clipReply()
    }
    polls.set(job, [...all, now()])
    return await script.status({ id: job, url: at, polls: all.length + 1, age: now() - born })
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const signal = init?.signal
    signal?.throwIfAborted()
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    return await Promise.race([
      answer(String(input instanceof Request ? input.url : input), init?.method ?? 'GET'),
      aborted,
    ])
  }
  const timing = { random: () => 0, wait: async () => {} }

  const read: Download = async (connection, source, { signal = new AbortController().signal, onProgress } = {}) => {
    const items = download({ ...connection, fetch, mask: noMask, timing }, source, signal)
    for (;;) {
      const { done, value } = await items.next()
      if (done) return value
      onProgress?.(value)
    }
  }

  return {
    tools: { connect: (connection: Connection) => createClient(connection, { fetch, now }), download: read },
    polls,
    created: () => created,
    downloads: () => downloads,
  }
}
