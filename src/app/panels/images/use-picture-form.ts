import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { EndpointId } from '#contract/endpoints.ts'
import { useModels } from '../../connection/use-models.ts'
import type { Entries } from '../../form/entries.ts'
import { useRequestForm } from '../../form/use-request-form.ts'
import { modelOptions } from '../../tool/model-options.ts'
import { requestPrice } from '../../tool/request-price.ts'
import { pictureRules } from './picture-rules.ts'

type Request = Readonly<Record<string, unknown>>

/** Everything but `kept` and `unread` must keep its identity. */
interface PictureFormSetup {
  readonly schema: z.core.$ZodType
  readonly endpoint: EndpointId
  /** What a new form starts with, and what "Reset all" goes back to. */
  readonly fresh: Request
  /** What stood in it at the last visit. */
  readonly kept: Request
  /** What was typed by then and cannot be read. */
  readonly unread: Entries | undefined
  /** Paths that the tool fills by itself, each with where from. */
  readonly reserved: Readonly<Record<string, string>>
}

const noCards = [] as const

/** The request form of an image tool, with the models, what they allow, and the price of what is asked for. */
export function usePictureForm({ schema, endpoint, fresh, kept, unread = {}, reserved }: PictureFormSetup) {
  const cards = useModels().data?.cards ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    (draft: Request) =>
      typeof draft.model === 'string' ? pictureRules(draft.model, byId.get(draft.model), draft) : undefined,
    [byId],
  )
  const options = useMemo(() => ({ model: modelOptions(cards, endpoint) }), [cards, endpoint])
  const form = useRequestForm(schema, {
    values: fresh,
    kept: { ...fresh, ...kept },
    unread,
    rules,
    options,
    reserved,
  })
  const model = String(form.draft.model ?? '')
  const card = byId.get(model)
  return { form, model, card, price: requestPrice(model, card, form.request) }
}
