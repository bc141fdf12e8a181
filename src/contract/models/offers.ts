import type { EndpointId } from '../endpoints.ts'
import type { ModelCard } from './model-card.ts'

/** Whether a model serves an endpoint, as far as its router says. What is not reported is offered everywhere, and said so. */
export function offers(card: ModelCard, endpoint: EndpointId): 'yes' | 'no' | 'not reported' {
  if (card.endpoints === undefined) return 'not reported'
  return card.endpoints.includes(endpoint) ? 'yes' : 'no'
}
