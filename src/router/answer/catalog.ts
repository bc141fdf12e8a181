import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { type ModelEntry, readModels } from '#contract/models/models.ts'
import type { EndpointId } from '#contract/routes.ts'
import { mostFileBytes } from '../http/form-fields.ts'
import { badRequest, RouterError } from '../http/router-error.ts'
import type { ModelPolicy, Provider } from '../provider.ts'

/** The union of all providers' models, as they list them at the moment. */
export interface Catalog {
  /** The entries of `GET /v1/models`: each model once, as its first provider describes it, those of the sandbox last. */
  entries(): readonly ModelEntry[]
  serves(id: EndpointId): boolean
  /** The largest file in bytes that any provider of this endpoint accepts. */
  largestFile(id: EndpointId): number
  has(model: unknown): boolean
  /** The providers of the model a body asks for, in the order in which they are tried. */
  choose(id: EndpointId, body: Readonly<Record<string, unknown>>): ProviderChoice
}

export interface ProviderChoice {
  readonly model: string
  readonly card: ModelCard
  readonly providers: readonly Provider[]
  /** Whether the next provider is asked too where the one before may have taken the request, which may then be billed twice. */
  readonly fallbackOnUnknown: boolean
}

/** Where the catalog learns what the configuration says, and that lists are still to come. */
export interface ModelSupply {
  readonly policyOf: (model: string) => ModelPolicy | undefined
  /**
   * Called before the models are listed, or one that is not listed is refused. Gives a promise where the lists are about to change, which
   * resolves when they have, or soon anyway.
   */
  readonly arriving: () => Promise<unknown> | undefined
}

type PolicyOf = ModelSupply['policyOf']

interface Offer {
  readonly provider: Provider
  readonly entry: ModelEntry
}

interface Listing {
  readonly entry: ModelEntry
  readonly card: ModelCard
  readonly providers: readonly Provider[]
}

/**
 * The offers of a model that count, in the order of tries. Synthetic output in place of a real model's would be a lie: where a real
 * provider offers the model, or it is reserved for one, the sandbox does not.
 */
function chosen(offers: readonly Offer[], { providers, isReal = false }: ModelPolicy = {}): readonly Offer[] {
  const real = offers.filter(({ entry }) => !entry.sandbox)
  const able = isReal || real.length > 0 ? real : offers
  return providers?.flatMap((id) => able.filter(({ provider }) => provider.id === id)) ?? able
}

function listingsOf(providers: readonly Provider[], policyOf: PolicyOf): ReadonlyMap<string, Listing> {
  const offers = new Map<string, Offer[]>()
  for (const provider of providers) {
    for (const entry of provider.models) {
      const same = offers.get(entry.id) ?? []
      same.push({ provider, entry })
      offers.set(entry.id, same)
    }
  }
  const found = [...offers].flatMap(([id, all]) => {
    const able = chosen(all, policyOf(id))
    const entry = able[0]?.entry
    return entry ? [{ entry, providers: able.map(({ provider }) => provider) }] : []
  })
  const sorted = found.toSorted((a, b) => Number(a.entry.sandbox ?? false) - Number(b.entry.sandbox ?? false))
  const cards = new Map(readModels(sorted.map(({ entry }) => entry)).map((card) => [card.id, card]))
  return new Map(
    sorted.map(({ entry, providers: able }) => {
      const card = cards.get(entry.id) ?? { id: entry.id, raw: entry }
      return [entry.id, { entry, card, providers: able }]
    }),
  )
}

/** Calls `make` again when any of the values in `parts` is another one. */
function remade<T>(parts: () => readonly unknown[], make: () => T): () => T {
  let last: { readonly parts: readonly unknown[]; readonly made: T } | undefined
  return () => {
    const now = parts()
    if (last?.parts.length !== now.length || now.some((part, index) => part !== last?.parts[index]))
      last = { parts: now, made: make() }
    return last.made
  }
}

const unknownModel = (model: string) =>
  new RouterError(
    404,
    'model_not_found',
    `No provider has the model ${JSON.stringify(model.slice(0, 100))}. GET /v1/models lists those available.`,
    { param: 'model' },
  )

/** A catalog of the providers that `list` gives, which may change as their models may. */
export function createCatalog(list: () => readonly Provider[], policyOf: PolicyOf = () => undefined): Catalog {
  const listings = remade(
    () => list().flatMap((provider) => [provider, provider.models]),
    () => listingsOf(list(), policyOf),
  )
  const entries = remade(
    () => [listings()],
    () => [...listings().values()].map(({ entry }) => entry),
  )
  return {
    entries,
    serves: (id) => list().some((provider) => provider.endpoints.has(id)),
    largestFile(id) {
      const able = list().filter((provider) => provider.endpoints.has(id))
      return Math.max(...able.map(({ largestFile }) => Math.min(largestFile?.[id] ?? mostFileBytes, mostFileBytes)))
    },
    has: (model) => typeof model === 'string' && listings().has(model),
    choose(id, body) {
      const { model } = body
      if (typeof model !== 'string') throw badRequest('model is missing.', { param: 'model', code: 'invalid_value' })
      const listing = listings().get(model)
      if (!listing) throw unknownModel(model)
      const endpoint: Endpoint = endpoints[id]
      const refusal = endpoint.rules?.(model, listing.card).check(body)
      if (refusal) throw badRequest(refusal.message, { param: refusal.param, code: 'unsupported_value' })
      const able = listing.providers.filter((provider) => provider.endpoints.has(id))
      if (able.length === 0) {
        const message = `${model} does not support ${endpoint.path}.`
        throw badRequest(message, { param: 'model', code: 'unsupported_value' })
      }
      const { fallbackOnUnknown = false } = policyOf(model) ?? {}
      return { model, card: listing.card, providers: able, fallbackOnUnknown }
    },
  }
}
