import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { nonBlankListOf, ownOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import { isPattern, type ModelCard, offers } from '#contract/models/model-card.ts'
import { entryAt, isSame } from '../../form/form-values.ts'
import type { RequestForm } from '../../form/use-request-form.ts'
import type { Tool } from '../tools.ts'

/** A tool's last model by connection id. `unlisted`: chosen though the list lacks it. `automatic`: nobody chose it. */
export const ChosenModels = z.record(
  z.string(),
  z.object({ id: z.string(), unlisted: z.optional(z.boolean()), automatic: z.optional(z.boolean()) }),
)
export type ChosenModels = z.infer<typeof ChosenModels>

/** What a connection's model was last; undefined where it never had one. */
export const chosenAt = (models: ChosenModels | undefined, connection: string) => ownOf(models, connection)

/** A model that was replaced since the connection does not list it. `to` is undefined where no model of the list fits the tool. */
export interface ReplacedModel {
  readonly from: string
  readonly to: string | undefined
}

export type ModelChoice = ReturnType<typeof useModelChoice>

interface ChoiceSetup {
  readonly tool: Tool
  readonly form: RequestForm
  readonly stored: ChosenModels | undefined
  /** The connection's id, and its list of models; undefined until it has come, and where it cannot be read. */
  readonly connection: string
  readonly cards: readonly ModelCard[] | undefined
  readonly proposed: string | undefined
  /** At first, nobody had chosen a model, in a draft or by the address. */
  readonly isFresh: boolean
}

/** Keeps a model per connection. One that the list lacks is replaced by the first that fits, unless the person chose it here. */
export function useModelChoice(setup: ChoiceSetup) {
  const { tool, form, connection, cards, proposed } = setup
  const model = textOf(form.draft.model)
  const [models, setModels] = useState(setup.stored ?? {})
  const [said, setSaid] = useState<ReplacedModel & { readonly at: string }>()
  /** The connection, and the model that was in the form when it came into use. */
  const since = useRef({ connection, model })
  /** The connection that the model was compared with the list of. */
  const judged = useRef<string>(undefined)
  /** What stands in the form without anybody's choice. */
  const automatic = useRef(setup.isFresh ? { model } : undefined)
  const known = chosenAt(models, connection)

  const remember = useEffectEvent((chosen: string | undefined) => {
    if (!cards || chosen === undefined) return
    const [isUnlisted, isAutomatic] = [!isListed(cards, chosen), automatic.current?.model === chosen]
    const next = { id: chosen, ...(isUnlisted && { unlisted: true }), ...(isAutomatic && { automatic: true }) }
    if (!isSame(known, next)) setModels({ ...models, [connection]: next })
  })
  // Before the effect that replaces the model, which this one must not take for a choice.
  useEffect(() => {
    if (judged.current === connection) remember(model)
  }, [connection, model])

  const settle = useEffectEvent(() => {
    const isOther = since.current.connection !== connection
    const now = isOther ? (known?.id ?? model) : model
    if (isOther) {
      since.current = { connection, model: now }
      judged.current = undefined
      automatic.current = undefined
    }
    const { value, raw } = entryAt(form.state.values(), 'model')
    const isTyping = value === undefined && raw !== undefined
    const isJudged = judged.current === connection
    if (cards) judged.current = connection
    if (isTyping) return
    if (now === undefined || automatic.current?.model === now) {
      automatic.current = { model: proposed ?? now }
      if (proposed !== undefined && proposed !== model) form.set('model', proposed)
      return remember(proposed ?? now)
    }
    const isOwnWord = now !== since.current.model || (known?.unlisted === true && known.id === now)
    const next =
      !cards || isJudged || isOwnWord || fits(cards, tool, now)
        ? now
        : (otherThan(now, known?.id, cards, tool) ?? proposed)
    if (next !== model) form.set('model', next)
    remember(next)
    if (next !== now) setSaid({ from: now, to: next, at: connection })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each connection and list; what is typed meanwhile stands.
  useEffect(() => settle(), [connection, cards, proposed])

  return {
    models,
    /** Until the model or the connection changes, or it is dismissed. */
    replaced: said?.at === connection && said.to === model ? said : undefined,
    /** No model is named, and the list has none for the tool. */
    noneFits: model === undefined && cards?.every((card) => offers(card, tool.endpoint) === 'no') === true,
    dismiss: () => setSaid(undefined),
    /** Takes the replaced model after all. */
    insist: () => said && form.set('model', said.from),
    /** The model was chosen at this connection, or is in its list. */
    isSettled: known?.id === model || (cards !== undefined && model !== undefined && isListed(cards, model)),
  }
}

/** The connection's own last model, where the one in question is another and that one still fits. */
const otherThan = (now: string, last: string | undefined, cards: readonly ModelCard[], tool: Tool) =>
  last !== undefined && last !== now && fits(cards, tool, last) ? last : undefined

/** Whether a list has a model, or a pattern that stands for it. */
function isListed(cards: readonly ModelCard[], model: string): boolean {
  return cards.some(({ id }) => id === model || (isPattern(id) && matches(id, model)))
}

/** `openai/*` stands for `openai/gpt-5`. Compared from both ends: each pattern of a router has one star. */
function matches(pattern: string, model: string): boolean {
  const [before = '', after = ''] = pattern.split('*')
  return model.length >= before.length + after.length && model.startsWith(before) && model.endsWith(after)
}

/** Whether a list has a model, and does not say that it serves something else than the tool's endpoint. */
function fits(cards: readonly ModelCard[], { endpoint }: Pick<Tool, 'endpoint'>, model: string): boolean {
  const card = cards.find(({ id }) => id === model)
  return card ? offers(card, endpoint) !== 'no' : isListed(cards, model)
}

/**
 * The model of a new form: of those that serve the tool's endpoint the usual one, else the first. Real models count before the sandbox's
 * and before those of which nothing is known, which only a tool with `assumed` takes; deprecated ones last. One that lists its voices
 * without the tool's usual voice is left to be chosen.
 */
export function firstFitting(
  cards: readonly ModelCard[],
  { endpoint, fresh, assumed }: Pick<Tool, 'endpoint' | 'fresh' | 'assumed'>,
): string | undefined {
  const fitting = cards.filter((card) => {
    const voices = nonBlankListOf(recordOf(card.raw).supported_voices)
    return typeof fresh.voice !== 'string' || voices?.includes(fresh.voice) !== false
  })
  const serving = fitting.filter((card) => offers(card, endpoint) === 'yes')
  const groups = [
    serving.filter(({ sandbox, phase }) => !sandbox && !phase),
    serving.filter(({ sandbox }) => !sandbox),
    serving,
    assumed ? fitting.filter((card) => offers(card, endpoint) === 'not reported') : [],
  ]
  const group = groups.find(({ length }) => length > 0)
  return (group?.find(({ id }) => id === fresh.model) ?? group?.[0])?.id
}
