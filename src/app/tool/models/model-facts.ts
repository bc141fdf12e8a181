import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { type PriceLine, priceInOneLine, priceLines, priceNotStated } from '#contract/models/prices.ts'
import { useModels } from '../../connection/use-connection.ts'
import { shortly } from '../../ui/format.ts'

/** The card of a model, by its id; undefined where the router does not list it. */
export const useModelCard = (model: unknown): ModelCard | undefined =>
  useModels().data?.cards.find(({ id }) => id === model)

/** Where a model's answers come from, in words; undefined where its router does not say. */
export function modelOrigin({ sandbox, local, ownedBy }: ModelCard): string | undefined {
  if (sandbox) return 'Sandbox'
  if (local) return 'On this machine'
  return ownedBy === undefined ? undefined : shortly(ownedBy)
}

/** The price of a model in one line, as its router gives it. */
export const priceLine = (card: ModelCard | undefined): string =>
  priceInOneLine(priceLines(card?.price)) ?? priceNotStated

/** What a request will cost, in one line, by the rule of its endpoint (`estimate`); the model's price as given where that rule does not apply. */
export function requestPrice(estimate: Endpoint['estimate'], card: ModelCard | undefined, request: JsonRecord): string {
  const estimates = Object.keys(card?.price?.labels ?? {}).flatMap((variant): readonly PriceLine[] => {
    const text = estimate?.(card?.price, request, variant)
    return text === undefined ? [] : [{ variant, text }]
  })
  return priceInOneLine(estimates) ?? priceLine(card)
}
