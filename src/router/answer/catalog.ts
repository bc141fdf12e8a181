import type { Endpoint } from '#contract/core/endpoint.ts'
import { type EndpointId, endpoints } from '#contract/endpoints.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { type ModelEntry, readModels } from '#contract/models/models.ts'
import { badRequest, RouterError } from '../http/errors.ts'
import { mostFileBytes } from '../http/form.ts'
import type { Provider } from '../provider.ts'

/** The union of all providers' models. */
export interface Catalog {
  /** The entries of `GET /v1/models`: each model once, as its first provider describes it. */
  readonly entries: readonly ModelEntry[]
  /** Whether any provider implements this endpoint. */
  serves(id: EndpointId): boolean
  /** The largest file in bytes that any provider of this endpoint accepts. */
  largestFile(id: EndpointId): number
  /** The providers of the model a body asks for, in the order in which they are tried. */
  choose(id: EndpointId, body: Readonly<Record<string, unknown>>): ProviderChoice
}

export interface ProviderChoice {
  readonly model: string
  readonly card: ModelCard
  readonly providers: readonly Provider[]
}

interface Listing {
  readonly entry: ModelEntry
  readonly card: ModelCard
  readonly providers: Provider[]
}

function listingsOf(providers: readonly Provider[]): Map<string, Listing> {
  const cards = new Map(readModels(providers.flatMap(({ models }) => models)).map((card) => [card.id, card]))
  const listings = new Map<string, Listing>()
  for (const provider of providers) {
    for (const entry of provider.models) {
      const card = cards.get(entry.id) ?? { id: entry.id, raw: entry }
      const listing = listings.get(entry.id) ?? { entry, card, providers: [] }
      listing.providers.push(provider)
      listings.set(entry.id, listing)
    }
  }
  return listings
}

const unknownModel = (model: string) =>
  new RouterError(
    404,
    'model_not_found',
    `No provider has the model ${JSON.stringify(model.slice(0, 100))}. GET /v1/models lists those available.`,
    { param: 'model' },
  )

export function createCatalog(providers: readonly Provider[]): Catalog {
  const listings = listingsOf(providers)
  return {
    entries: [...listings.values()].map(({ entry }) => entry),
    serves: (id) => providers.some((provider) => provider.endpoints.has(id)),
    largestFile(id) {
      const able = providers.filter((provider) => provider.endpoints.has(id))
      return Math.max(...able.map(({ largestFile }) => Math.min(largestFile?.[id] ?? mostFileBytes, mostFileBytes)))
    },
    choose(id, body) {
      const { model } = body
      if (typeof model !== 'string') throw badRequest('model is missing.', { param: 'model', code: 'invalid_value' })
      const listing = listings.get(model)
      if (!listing) throw unknownModel(model)
      const endpoint: Endpoint = endpoints[id]
      const refusal = endpoint.rules?.(model, listing.card).check(body)
      if (refusal) throw badRequest(refusal.message, { param: refusal.param, code: 'unsupported_value' })
      const able = listing.providers.filter((provider) => provider.endpoints.has(id))
      if (able.length === 0) {
        const message = `${model} does not serve ${endpoint.path}.`
        throw badRequest(message, { param: 'model', code: 'unsupported_value' })
      }
      return { model, card: listing.card, providers: able }
    },
  }
}
