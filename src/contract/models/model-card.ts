import type { EndpointId } from '../routes.ts'

/** What a router reports of one model (`wire-facts` §2). What was not reported is left out, never guessed. */
export interface ModelCard {
  readonly id: string
  readonly name?: string
  readonly description?: string
  readonly ownedBy?: string
  /** Unix seconds; left out where the router sent 0, a negative number or nonsense. */
  readonly created?: number
  /** Endpoint ids (`responses`, `images.edits`). Left out: not reported. */
  readonly endpoints?: readonly string[]
  /** What models of such an id do, where no endpoints are reported and the id says it. */
  readonly family?: readonly string[]
  /** Named capabilities that are no endpoint, such as `streaming` and `masks`. One that is missing here is not reported. */
  readonly features?: readonly string[]
  /** Named capabilities that the router says the model has not. */
  readonly lacks?: readonly string[]
  readonly inputs?: readonly string[]
  readonly outputs?: readonly string[]
  readonly parameters?: readonly string[]
  /** Limits by name, as sent: `context_length`, `max_output_tokens`. */
  readonly limits?: Readonly<Record<string, number>>
  /** How many tokens its context window holds, whatever the router calls that. */
  readonly context?: number
  readonly price?: Price
  /** The interface's support status, shown as sent. */
  readonly status?: string
  /** `inactive`: listed, but no longer served. `deprecated`: served for a while. */
  readonly phase?: 'inactive' | 'deprecated'
  /** True where the router says that this model's output is synthetic. */
  readonly sandbox?: boolean
  /** True where the router says that a program on its own machine serves this model. */
  readonly local?: boolean
  /** The entry as it came. */
  readonly raw: unknown
}

/** A price as it was given; it is never computed into another unit. */
export interface Price {
  /** `cauris`, `USD`, … or left out. */
  readonly unit?: string
  /** The figures by what they stand for: `api` → `60`, `prompt` → `0.000002`. */
  readonly labels: Readonly<Record<string, string>>
}

/** What a model serves: what its router reports, else what its family does. Undefined where neither says anything. */
export const served = ({ endpoints, family }: ModelCard): readonly string[] | undefined => endpoints ?? family

/** Whether a model serves an endpoint, as far as its router or its id says. What neither says is offered everywhere, and said so. */
export function offers(card: ModelCard, endpoint: EndpointId): 'yes' | 'no' | 'not reported' {
  const known = served(card)
  if (known === undefined) return 'not reported'
  return known.includes(endpoint) ? 'yes' : 'no'
}

/** LiteLLM lists `*` and `openai/*`, which stand for ids and are none. */
export const isPattern = (id: string): boolean => id.includes('*')

/** Words for capabilities that are no endpoint; each counts only with a router that uses it. */
const named = ['streaming', 'masks']

/** The cards of one list, each with the named capabilities as `lacks` that this router lists for other models and not for this one. */
export function withLacks(cards: readonly ModelCard[]): ModelCard[] {
  const vocabulary = named.filter((word) => cards.some((card) => card.features?.includes(word)))
  return cards.map((card) => {
    const { endpoints, features = [], lacks = [] } = card
    const missing = vocabulary.filter((word) => !features.includes(word) && !lacks.includes(word))
    return endpoints === undefined || missing.length === 0 ? card : { ...card, lacks: [...lacks, ...missing] }
  })
}
