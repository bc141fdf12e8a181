import * as z from 'zod/mini'
import type { ModelCard } from '#contract/model-card.ts'
import { offers } from '#contract/offers.ts'
import { priceLines, priceNotStated, priceOf } from '#contract/prices.ts'
import { ResponsesRequest, responsesCheck } from '#contract/responses.ts'
import { shortly } from '../../inspect/shortly.ts'
import type { ComboboxOption } from '../../ui/combobox.tsx'

const { input: _input, messages: _messages, ...parameters } = ResponsesRequest.shape

/** The request's parameters: the conversation itself is `input`, and comes from the panel. */
export const ChatRequest = z.looseObject(parameters)

/** What the request JSON cannot say, and why. */
export const reserved = { input: 'comes from the conversation', messages: 'comes from the conversation' }

/** What a new form starts with, and what "Reset all" goes back to. */
export const freshRequest = { model: 'gen-5.4-pro', stream: true }

/** The route's rules, as they hold once the conversation is in. */
export const chatCheck = (request: Readonly<Record<string, unknown>>) => responsesCheck({ ...request, input: [] })

/** The price in one line, as given; both variants where they differ. */
export function priceLine(model: string, card: ModelCard | undefined): string {
  const lines = priceLines(priceOf(model, card))
  const [first] = lines
  if (!first) return priceNotStated
  if (lines.every((line) => line.text === first.text)) return first.text
  return lines.map((line) => `${line.variant} ${line.text}`).join(' · ')
}

/** The models a chat may ask, as the list of the model box. */
export function modelOptions(cards: readonly ModelCard[]): readonly ComboboxOption[] {
  return cards
    .filter((card) => offers(card, 'responses') !== 'no')
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
