import type { EndpointId } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'

/** Whether a stored name is that of an endpoint this version knows. */
export function isEndpoint(id: string): id is EndpointId {
  return Object.hasOwn(routes, id)
}
