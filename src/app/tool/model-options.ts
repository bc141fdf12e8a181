import type { EndpointId } from '#contract/endpoints.ts'
import { type ModelCard, offers } from '#contract/models/model-card.ts'
import { priceLines, priceNotStated, priceOf } from '#contract/models/prices.ts'
import type { ComboboxOption } from '../ui/combobox.tsx'
import { shortly } from '../ui/format.ts'

/** The price in one line, as given; both variants where they differ. */
export function priceLine(model: string, card: ModelCard | undefined): string {
  const lines = priceLines(priceOf(model, card))
  const [first] = lines
  if (!first) return priceNotStated
  if (lines.every((line) => line.text === first.text)) return first.text
  return lines.map((line) => `${line.variant} ${line.text}`).join(' · ')
}

/** The models that may be asked at an endpoint, as the list of the model box. */
export function modelOptions(cards: readonly ModelCard[], endpoint: EndpointId): readonly ComboboxOption[] {
  return cards
    .filter((card) => offers(card, endpoint) !== 'no')
    .map((card) => ({
      value: card.id,
      label: shortly(card.id),
      ...(card.name && card.name !== card.id && { hint: shortly(card.name) }),
      note: shortly(priceLine(card.id, card)).replace(/, unit not stated$/, ''),
      badges: [
        ...(card.sandbox ? ['synthetic'] : []),
        ...(card.lacks?.includes('streaming') ? ['does not stream'] : []),
        ...(card.endpoints === undefined ? ['capabilities not reported'] : []),
      ],
    }))
}
