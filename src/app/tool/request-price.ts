import { estimateImages } from '#contract/images/image-estimate.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { priceOf } from '#contract/models/prices.ts'
import { priceLine } from './model-options.ts'

type Request = Readonly<Record<string, unknown>>

/** What a request for images will cost, in one line, by every variant of the price; the label as given where it has no tiers. */
export function requestPrice(model: string, card: ModelCard | undefined, { n, quality }: Request): string {
  const price = priceOf(model, card)
  const asked = {
    ...(typeof n === 'number' && { n }),
    ...(typeof quality === 'string' && { quality }),
  }
  const estimates = Object.keys(price?.labels ?? {}).flatMap((variant) => {
    const text = estimateImages(price, asked, variant)?.text
    return text === undefined ? [] : [{ variant, text }]
  })
  const [first] = estimates
  if (!first) return priceLine(model, card)
  if (estimates.every(({ text }) => text === first.text)) return first.text
  return estimates.map(({ variant, text }) => `${variant} ${text}`).join(' · ')
}
