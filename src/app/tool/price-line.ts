import type { ModelCard } from '#contract/models/model-card.ts'
import { priceLines, priceNotStated, priceOf } from '#contract/models/prices.ts'

/** The price in one line, as given; both variants where they differ. */
export function priceLine(model: string, card: ModelCard | undefined): string {
  const lines = priceLines(priceOf(model, card))
  const [first] = lines
  if (!first) return priceNotStated
  if (lines.every((line) => line.text === first.text)) return first.text
  return lines.map((line) => `${line.variant} ${line.text}`).join(' · ')
}
