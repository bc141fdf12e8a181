import type { Endpoint } from '#contract/core/endpoint.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { type PriceLine, priceLines, priceNotStated, priceOf } from '#contract/models/prices.ts'

/** The price of a model in one line, as given; every variant where they differ. */
export const priceLine = (model: string, card: ModelCard | undefined): string =>
  inOneLine(priceLines(priceOf(model, card))) ?? priceNotStated

/** What a request will cost, in one line, by the rule of its endpoint (`estimate`); the model's price as given where that rule does not apply. */
export function requestPrice(
  estimate: Endpoint['estimate'],
  model: string,
  card: ModelCard | undefined,
  request: JsonRecord,
): string {
  const price = priceOf(model, card)
  const estimates = Object.keys(price?.labels ?? {}).flatMap((variant): readonly PriceLine[] => {
    const text = estimate?.(price, request, variant)
    return text === undefined ? [] : [{ variant, text }]
  })
  return inOneLine(estimates) ?? priceLine(model, card)
}

function inOneLine(lines: readonly PriceLine[]): string | undefined {
  const [first] = lines
  const isOne = lines.every(({ text }) => text === first?.text)
  return isOne ? first?.text : lines.map(({ variant, text }) => `${variant} ${text}`).join(' · ')
}
