import type { EndpointId } from '#contract/endpoints.ts'
import type { JobKind, JobPort } from '../provider.ts'

/** What an endpoint does with a job. */
export interface JobStep {
  readonly kind: JobKind
  readonly step: keyof JobPort
}

const steps: Partial<Readonly<Record<EndpointId, JobStep>>> = {
  'videos.create': { kind: 'video', step: 'create' },
  'videos.status': { kind: 'video', step: 'status' },
  'videos.content': { kind: 'video', step: 'content' },
}

/** Undefined for an endpoint that has nothing to do with jobs. */
export const jobStepOf = (id: EndpointId): JobStep | undefined => steps[id]
