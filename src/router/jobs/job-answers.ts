import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { notBuilt } from '../answer/answer.ts'
import { traced } from '../answer/attempt.ts'
import { stamped } from '../answer/stamped.ts'
import type { Clock } from '../clock.ts'
import { RouterError } from '../http/errors.ts'
import type { Trace } from '../http/trace.ts'
import type { JobPort, Provider } from '../provider.ts'
import type { JobIds } from './job-ids.ts'
import { type JobStep, jobStepOf } from './job-steps.ts'

/** The provider with its job ports behind `answer`: `create` is given the function that writes public ids. */
function withJobs(provider: Provider, ids: JobIds): Provider {
  return {
    ...provider,
    get models() {
      return provider.models
    },
    answer(request) {
      const found = jobStepOf(request.endpoint)
      const port = found?.step === 'create' ? provider.jobs?.[found.kind] : undefined
      if (!found || !port) return provider.answer(request)
      return port.create({ ...request, publicId: (id) => ids.write(found.kind, { provider: provider.id, id }) })
    },
  }
}

/** The providers that `list` gives, each as `withJobs` makes it, once. */
export function providersWithJobs(list: () => readonly Provider[], ids: JobIds): () => readonly Provider[] {
  const made = new WeakMap<Provider, Provider>()
  return () =>
    list().map((provider) => {
      const known = made.get(provider) ?? withJobs(provider, ids)
      made.set(provider, known)
      return known
    })
}

interface JobRead {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly trace: Trace
}

const notFound = () =>
  new RouterError(404, 'job_not_found', 'No job with this id. Jobs are kept for 24 hours.', {
    param: 'id',
    retry: 'safe',
  })

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
    if (!place || !port) throw notFound()
    return { ...place, port }
  }

  async function step(found: JobStep, { request, params: { id: publicId = '' }, trace }: JobRead): Promise<Response> {
    const { provider, port, id } = locate(found, publicId)
    const { searchParams } = new URL(request.url)
    const read = { id, publicId, query: searchParams, headers: conditionsOf(request.headers) }
    const { step } = found
    if (step === 'create') throw notFound()
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
