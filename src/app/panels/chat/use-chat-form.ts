import { useCallback, useMemo } from 'react'
import { responsesRules } from '#contract/responses-rules.ts'
import { useModels } from '../../connection/use-models.ts'
import { useRequestForm } from '../../form/use-request-form.ts'
import { ChatRequest, chatCheck, freshRequest, modelOptions, priceLine, reserved } from './chat-request.ts'

type Request = Readonly<Record<string, unknown>>

const noCards = [] as const

/** The request form of the chat, with the models and what they allow. `kept` is what stood in it at the last visit. */
export function useChatForm(kept: Request) {
  const cards = useModels().data?.cards ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    ({ model }: Request) => (typeof model === 'string' ? responsesRules(model, byId.get(model)) : undefined),
    [byId],
  )
  const options = useMemo(() => ({ model: modelOptions(cards) }), [cards])
  const first = { ...freshRequest, ...kept }
  const form = useRequestForm(ChatRequest, {
    values: freshRequest,
    kept: first,
    rules,
    check: chatCheck,
    options,
    reserved,
  })
  const model = String(form.draft.model ?? '')
  const card = byId.get(model)
  return { form, model, card, price: priceLine(model, card) }
}
