import { useCallback, useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { type JsonRecord, nonBlankListOf, recordOf } from '#contract/core/loose-json.ts'
import type { EndpointId } from '#contract/endpoints.ts'
import { type ModelCard, offers } from '#contract/models/model-card.ts'
import { useModels } from '../connection/use-connection.ts'
import { type RequestForm, useRequestForm } from '../form/use-request-form.ts'
import { shortly } from '../ui/format.ts'
import type { ComboboxOption } from '../ui/popup/combobox.tsx'
import { modelOrigin } from './model-card.ts'
import { priceLine, requestPrice } from './request-price.ts'
import type { Tool } from './tools.ts'
import { Borrowed } from './use-borrowed.ts'
import { usePlace } from './use-place.ts'

/** What is kept of a form between two visits, under its tool's id. A tool with more to keep adds its own fields. */
export const ToolDraft = z.object({
  /** The form's draft. */
  request: z.optional(z.record(z.string(), z.unknown())),
  /** The texts in it that cannot be read, by path, each with the reason. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
  borrowed: z.optional(Borrowed),
})
export type ToolDraft = z.infer<typeof ToolDraft>

/** What the form is made of, from the endpoint's entry. Must keep its identity. */
export interface ToolFormSetup extends Pick<Endpoint, 'rules' | 'check' | 'estimate'> {
  /** The request without the fields that the tool fills. */
  readonly schema: z.ZodMiniObject
}

/** The form of a tool, and what is known of the model that it names. */
export interface ToolFormState {
  readonly form: RequestForm
  readonly model: string
  /** Undefined where the router does not list the model. */
  readonly card: ModelCard | undefined
  /** The model of a new form; undefined where the list of models has none for the endpoint, or has not come. */
  readonly proposed: unknown
  /** No model is named, and the list that proposes one is being loaded. */
  readonly awaitsModel: boolean
  /** The price of what the form would send. */
  readonly price: string
  /** The price of another request. */
  readonly priceFor: (request: JsonRecord) => string
}

const noCards = [] as const

/** The request form of a tool, with the models that its endpoint lists, what they allow, and prices. */
export function useToolForm(tool: Tool, setup: ToolFormSetup, stored: ToolDraft | undefined): ToolFormState {
  const named = usePlace().word('model')
  const { schema, rules: rulesOf, check } = setup
  const { data, isLoading } = useModels()
  const cards = data?.cards ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    (draft: JsonRecord) =>
      typeof draft.model === 'string' ? rulesOf?.(draft.model, byId.get(draft.model), draft) : undefined,
    [rulesOf, byId],
  )
  const options = useMemo(() => ({ model: modelOptions(cards, tool.endpoint) }), [cards, tool])
  const { model: usual, ...others } = tool.fresh
  const real = useMemo(() => realModel(cards, tool), [cards, tool])
  const proposed = real ?? usual ?? cards.find((card) => offers(card, tool.endpoint) === 'yes')?.id
  const fresh = { ...(proposed !== undefined && { model: proposed }), ...others }
  const form = useRequestForm(schema, {
    values: fresh,
    kept: { ...fresh, ...stored?.request, ...(named && { model: named }) },
    unread: stored?.unread ?? {},
    rules,
    ...(check && { check }),
    options,
    ...(tool.fills && { reserved: tool.fills }),
  })
  // As the form is first drawn: the panel writes its model into the address and into the draft.
  const [isChosen] = useState(named !== undefined || stored?.request?.model !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a list that has come replaces the model of a new form
  useEffect(() => {
    if (real !== undefined && !isChosen && usual !== undefined && form.draft.model === usual) form.set('model', real)
  }, [real])
  const model = String(form.draft.model ?? '')
  const priceFor = (request: JsonRecord) => {
    const asked = String(request.model ?? '')
    return requestPrice(setup.estimate, asked, byId.get(asked), request)
  }
  return {
    form,
    model,
    card: byId.get(model),
    proposed,
    awaitsModel: isLoading && model === '',
    price: priceFor(form.request),
    priceFor,
  }
}

/**
 * The model of a new form where the router lists one that is not the sandbox's: the tool's usual one, else the first. One that lists its
 * voices without the tool's usual voice is left to be chosen.
 */
export function realModel(
  cards: readonly ModelCard[],
  { endpoint, fresh }: Pick<Tool, 'endpoint' | 'fresh'>,
): string | undefined {
  const real = cards.filter((card) => {
    const voices = nonBlankListOf(recordOf(card.raw).supported_voices)
    const isFitting = typeof fresh.voice !== 'string' || voices?.includes(fresh.voice) !== false
    return !card.sandbox && isFitting && offers(card, endpoint) === 'yes'
  })
  return (real.find(({ id }) => id === fresh.model) ?? real[0])?.id
}

/** The models that may be asked at an endpoint, as the list of the model box. */
function modelOptions(cards: readonly ModelCard[], endpoint: EndpointId): readonly ComboboxOption[] {
  return cards
    .filter((card) => offers(card, endpoint) !== 'no')
    .map((card) => ({
      value: card.id,
      label: shortly(card.id),
      ...(card.name && card.name !== card.id && { hint: shortly(card.name) }),
      note: shortly(priceLine(card.id, card)).replace(/ \(unit unknown\)$/, ''),
      badges: [
        ...[modelOrigin(card)].filter((origin) => origin !== undefined),
        ...(card.lacks?.includes('streaming') ? ['does not stream'] : []),
        ...(card.endpoints === undefined ? ['capabilities not reported'] : []),
      ],
    }))
}
