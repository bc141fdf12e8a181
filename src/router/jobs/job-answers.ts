import { createHmac, timingSafeEqual } from 'node:crypto'
import { endpoints } from '#contract/endpoints.ts'
import { type EndpointId, jobReadsOf, routes } from '#contract/routes.ts'
import { notBuilt } from '../answer/answer.ts'
import { type Call, stamped, traced } from '../answer/attempt.ts'
import { jobNotFound } from '../http/router-error.ts'
import type { Trace } from '../http/trace.ts'
import type { JobKind, JobPort, Provider } from '../provider.ts'
import type { Clock } from '../runtime/system-clock.ts'

interface JobPlace {
  readonly provider: string
  /** Its id there: any text. */
  readonly id: string
}

/**
 * The ids under which clients know jobs. Requests about a job name no model, so its id says where it lives: any router with the same
 * secret can read it, and nothing is looked up.
 */
interface JobIds {
  /**
   * Letters, digits, `-` and `_`. At most 200 characters for an id of up to 100 bytes; a longer one gives a longer id, since refusing
   * it would lose a job that may be billed.
   */
  write(kind: JobKind, place: JobPlace): string
  /** Undefined for an id of another kind or another secret, and for one that was changed. */
  read(kind: JobKind, text: string): JobPlace | undefined
}

/** 128 bits of the signature. */
const signatureBytes = 16

export function createJobIds(secret: string): JobIds {
  const sign = (kind: JobKind, content: Buffer) =>
    createHmac('sha256', secret).update(`job ${kind}\n`).update(content).digest().subarray(0, signatureBytes)

  return {
    write(kind, { provider, id }) {
      const content = Buffer.from(`${provider}\n${id}`)
      return `${kind}_${Buffer.concat([sign(kind, content), content]).toString('base64url')}`
    },
    read(kind, text) {
      const encoded = text.slice(kind.length + 1)
      const bytes = Buffer.from(encoded, 'base64url')
      // Node also decodes texts that it would not write.
      if (text !== `${kind}_${bytes.toString('base64url')}` || bytes.length < signatureBytes) return undefined
      const content = bytes.subarray(signatureBytes)
      if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(kind, content))) return undefined
      const [provider = '', ...rest] = content.toString().split('\n')
      return { provider, id: rest.join('\n') }
    },
  }
}

interface JobStep {
  readonly kind: JobKind
  readonly step: keyof JobPort
}

/** The interface has no endpoints that read a dub: those are below `/jobs`. */
const steps: ReadonlyMap<string, JobStep> = new Map(
  Object.keys(routes).flatMap((create): [string, JobStep][] => {
    const job = jobReadsOf(create)
    if (job === undefined) return []
    const { kind, status, content } = job
    return [
      [create, { kind, step: 'create' }],
      ...(status ? [[status, { kind, step: 'status' }] as [string, JobStep]] : []),
      ...(content ? [[content, { kind, step: 'content' }] as [string, JobStep]] : []),
    ]
  }),
)

/** Undefined for an endpoint that has nothing to do with jobs. */
const jobStepOf = (id: EndpointId): JobStep | undefined => steps.get(id)

/** Asks a provider by the port of its jobs where the endpoint creates one, by `answer` for everything else. */
export const callWithJobs =
  (ids: JobIds): Call =>
  (provider, request) => {
    const { kind, step } = jobStepOf(request.endpoint) ?? {}
    const port = kind && step === 'create' && provider.jobs?.[kind]
    if (!port) return provider.answer(request)
    return port.create({ ...request, publicId: (id) => ids.write(kind, { provider: provider.id, id }) })
  }

interface JobRead {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly trace: Trace
}

/** The client's headers that say which part of the content it needs. */
const conditions = ['range', 'if-range', 'if-none-match']

function conditionsOf(headers: Headers): Headers {
  return new Headers(
    conditions.flatMap((name): [string, string][] => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** Answers requests about existing jobs, each from the provider that its id names. */
export interface JobAnswers {
  /** By the endpoint of the interface; undefined for one that reads no job. */
  readonly endpoint: (id: EndpointId) => ((read: JobRead) => Promise<Response>) | undefined
  /** By what is asked for, for kinds of jobs whose addresses are ours alone. */
  readonly step: (found: JobStep, read: JobRead) => Promise<Response>
}

export function createJobReads(providers: () => readonly Provider[], ids: JobIds, clock: Clock): JobAnswers {
  function locate({ kind }: JobStep, publicId: string): { readonly provider: string; port: JobPort; id: string } {
    const place = ids.read(kind, publicId)
    const provider = providers().find(({ id }) => id === place?.provider)
    const port = provider?.jobs?.[kind]
    if (!place || !port) throw jobNotFound('Job')
    return { ...place, port }
  }

  async function step(found: JobStep, { request, params: { id: publicId = '' }, trace }: JobRead): Promise<Response> {
    const { provider, port, id } = locate(found, publicId)
    const { searchParams } = new URL(request.url)
    const read = { id, publicId, query: searchParams, headers: conditionsOf(request.headers) }
    const { step } = found
    if (step === 'create') throw jobNotFound('Job')
    const asked = { ...read, requestId: trace.requestId, signal: request.signal }
    const reply = await traced({ provider, trace, clock }, () => port[step](asked))
    return stamped(reply, trace)
  }

  return {
    step,
    endpoint(id) {
      const found = jobStepOf(id)
      if (!found || found.step === 'create') return undefined
      return async (read) => {
        if (!providers().some(({ jobs }) => jobs?.[found.kind])) throw notBuilt(endpoints[id])
        return step(found, read)
      }
    },
  }
}
