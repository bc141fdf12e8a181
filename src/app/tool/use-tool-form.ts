import { useCallback, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { type JsonRecord, textOf } from '#contract/core/loose-json.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { type ModelCard, offers, served } from '#contract/models/model-card.ts'
import { priceLine, requestPrice } from '#contract/models/prices.ts'
import type { EndpointId } from '#contract/routes.ts'
import { useProfiles } from '../connection/connection-provider.tsx'
import { localId } from '../connection/profile.ts'
import { useModels } from '../connection/use-connection.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { shortly } from '../ui/format.ts'
import { useHasPrices } from '../ui/on-stage.ts'
import type { ComboboxOption } from '../ui/popup/combobox-list.tsx'
import { modelOrigin } from './models/model-facts.ts'
import { ChosenModels, chosenAt, firstFitting, useModelChoice } from './models/use-model-choice.ts'
import type { Tool } from './tools.ts'
import { Borrowed, useUsual } from './use-borrowed.ts'
import { usePlace } from './use-place.ts'

/** What is kept of a form between two visits, under its tool's id. A tool with more to keep adds its own fields. */
export const ToolDraft = z.object({
  request: z.optional(z.record(z.string(), z.unknown())),
  /** The texts in it that cannot be read, by path, each with the reason. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
  models: z.optional(ChosenModels),
  borrowed: z.optional(Borrowed),
  /** What the form set by itself for its model. */
  usual: z.optional(z.record(z.string(), z.unknown())),
})
export type ToolDraft = z.infer<typeof ToolDraft>

/** What the form is made of, from the endpoint's entry. Must keep its identity. */
export interface ToolFormSetup extends Pick<Endpoint, 'rules' | 'check' | 'estimate'> {
  /** The request without the fields that the tool fills. */
  readonly schema: z.ZodMiniObject
  /** A hook: the fields that a new request for this model sets, where the tool asks for more than the model's defaults. */
  readonly useUsual?: (card: ModelCard | undefined) => JsonRecord
}

/** The form of a tool, and what is known of the model that it names. */
export type ToolFormState = ReturnType<typeof useToolForm>

/** Why a press does not send while `awaitsModel`. */
export const early = 'Not sent: the models were still loading. Try again.'

const noCards = [] as const
const none = {}
const nothing = () => none

export function useToolForm(tool: Tool, setup: ToolFormSetup, stored: ToolDraft | undefined) {
  const named = usePlace().word('model')
  const { schema, rules: rulesOf, check, useUsual: useUsualOf = nothing } = setup
  const { data, isLoading, isError } = useModels()
  const { selected } = useProfiles()
  // A list that cannot be read says no more of a model than one that did not come.
  const listed = data?.odd === undefined ? data?.cards : undefined
  const cards = listed ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    (draft: JsonRecord) =>
      typeof draft.model === 'string' ? rulesOf?.(draft.model, byId.get(draft.model), draft) : undefined,
    [rulesOf, byId],
  )
  const hasPrices = useHasPrices()
  const options = useMemo(() => ({ model: modelOptions(cards, tool.endpoint, hasPrices) }), [cards, tool, hasPrices])
  const { model: usual, ...others } = tool.fresh
  const first = useMemo(() => firstFitting(cards, tool), [cards, tool])
  // The usual model is the interface's: of a foreign router only its list can say whether it has that one.
  const isOwn = selected.id === localId
  const proposed = listed ? first : isOwn || isError || data ? textOf(usual) : undefined
  const fresh = { ...(proposed !== undefined && { model: proposed }), ...others }
  const known = chosenAt(stored?.models, selected.id)
  const chosen = named ?? known?.id
  const [asked, setAsked] = useState<JsonRecord>(stored?.usual ?? none)
  const form = useRequestForm(schema, {
    values: { ...fresh, ...asked },
    kept: { ...fresh, ...stored?.request, ...(chosen !== undefined && { model: chosen }) },
    unread: stored?.unread ?? {},
    rules,
    ...(check && { check }),
    options,
    ...(tool.fills && { reserved: tool.fills }),
  })
  const isUnchosen = known ? known.automatic === true : stored?.request?.model === undefined
  // The panel itself writes the model into the address, where a reload finds it.
  const isFresh = isUnchosen && (named === undefined || named === known?.id)
  const ofForm = { tool, form, stored: stored?.models, connection: selected.id }
  const choice = useModelChoice({ ...ofForm, cards: listed, proposed, isFresh })
  const { models } = choice
  const model = String(form.draft.model ?? '')
  const card = byId.get(model)
  const usualNow = useUsualOf(card)
  useUsual(form, isLoading ? undefined : usualNow, asked, setAsked)
  const priceFor = (request: JsonRecord) =>
    hasPrices ? requestPrice(setup.estimate, byId.get(String(request.model ?? '')), request) : ''
  return {
    form,
    model,
    choice,
    /** Undefined where the router does not list the model. */
    card,
    /** The list of models is being loaded that proposes one, or says whether it has the one in the form. */
    awaitsModel: isLoading && (model === '' || !(isOwn || choice.isSettled)),
    /** What is stored of the form. Keeps its identity until it changes. */
    kept: useMemo<ToolDraft>(
      () => ({ request: form.draft, unread: form.unread, models, usual: asked }),
      [form.draft, form.unread, models, asked],
    ),
    price: priceFor(form.request),
    priceFor,
  }
}

/** The sandbox's models that fail on purpose. */
export const isFault = ({ id, sandbox }: ModelCard) => sandbox === true && id.startsWith('fault-')

const rankOf = (group: string | undefined) => ['Sandbox', 'Failures'].indexOf(group ?? '')
const groupOf = (card: ModelCard) => (isFault(card) ? 'Failures' : card.sandbox ? 'Sandbox' : undefined)

/** The models that may be asked at an endpoint, as the list of the model box: real ones first, those that fail on purpose folded at the end. */
export function modelOptions(
  cards: readonly ModelCard[],
  endpoint: EndpointId,
  hasPrices = true,
): readonly ComboboxOption[] {
  return cards
    .filter((card) => offers(card, endpoint) !== 'no')
    .map((card) => ({ card, group: groupOf(card) }))
    .sort((one, other) => rankOf(one.group) - rankOf(other.group))
    .map(({ card, group }) => ({
      value: card.id,
      ...(group && { group }),
      ...(group === 'Failures' && { folded: true }),
      label: shortly(card.id),
      ...(card.name && card.name !== card.id && { hint: shortly(card.name) }),
      ...(hasPrices && { note: shortly(priceLine(card)).replace(/ \(unit unknown\)$/, '') }),
      badges: [
        ...[group ? undefined : modelOrigin(card)].filter((origin) => origin !== undefined),
        ...(card.lacks?.includes('streaming') ? ['does not stream'] : []),
        ...(card.phase ? [card.phase] : []),
        ...(served(card) === undefined ? ['capabilities not reported'] : []),
      ],
    }))
}
