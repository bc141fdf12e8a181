import type { EndpointId } from '#contract/routes.ts'
import { jobReadsOf, routes } from '#contract/routes.ts'
import type { JobKind, JobPort } from '../provider.ts'

/** What an endpoint does with a job. */
export interface JobStep {
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
export const jobStepOf = (id: EndpointId): JobStep | undefined => steps.get(id)
