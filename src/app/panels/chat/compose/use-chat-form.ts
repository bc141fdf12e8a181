import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { ResponsesRequest, responsesCheck } from '#contract/responses/responses.ts'
import { responsesRules } from '#contract/responses/responses-rules.ts'
import { useModels } from '../../../connection/use-connection.ts'
import type { Unread } from '../../../form/form-values.ts'
import { useRequestForm } from '../../../form/use-request-form.ts'
import { modelOptions, priceLine } from '../../../tool/model-options.ts'
import { chatTool } from '../../../tool/tools.ts'

const { input: _input, messages: _messages, ...parameters } = ResponsesRequest.shape

/** The request's parameters: the conversation itself is `input`, and comes from the panel. */
const ChatRequest = z.looseObject(parameters)

/** The pictures that a message takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** How closely a model looks at a picture; what is not chosen is not sent. */
export const details = ['auto', 'low', 'high']

/** The route's rules, as they hold once the conversation is in. */
const chatCheck = (request: Readonly<Record<string, unknown>>) => responsesCheck({ ...request, input: [] })

type Request = Readonly<Record<string, unknown>>

const noCards = [] as const

/**
 * The request form of the chat, with the models and what they allow. `kept` is what stood in it at the last visit, `unread` what was
 * typed there by then and cannot be read.
 */
export function useChatForm(kept: Request, unread: Unread = {}) {
  const cards = useModels().data?.cards ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    ({ model }: Request) => (typeof model === 'string' ? responsesRules(model, byId.get(model)) : undefined),
    [byId],
  )
  const options = useMemo(() => ({ model: modelOptions(cards, chatTool.endpoint) }), [cards])
  const first = { ...chatTool.fresh, ...kept }
  const form = useRequestForm(ChatRequest, {
    values: chatTool.fresh,
    kept: first,
    unread,
    rules,
    check: chatCheck,
    options,
    ...(chatTool.fills && { reserved: chatTool.fills }),
  })
  const model = String(form.draft.model ?? '')
  const card = byId.get(model)
  return { form, model, card, price: priceLine(model, card) }
}
