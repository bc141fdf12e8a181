import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Refusal, RulesOf } from '#contract/core/rules.ts'
import { useModels } from '../connection/use-connection.ts'
import { useRequestForm } from '../form/use-request-form.ts'
import { modelOptions } from './model-options.ts'
import { requestPrice } from './request-price.ts'
import type { Tool } from './tools.ts'
import { useToolPlace } from './use-tool-place.ts'

/** What is kept of a form between two visits, under its tool's id. A tool with more to keep adds its own fields. */
export const ToolDraft = z.object({
  /** The form's draft. */
  request: z.optional(z.record(z.string(), z.unknown())),
  /** What was typed into the form and cannot be read, by path, and why. */
  unread: z.optional(z.record(z.string(), z.object({ raw: z.unknown(), problem: z.string() }))),
})
export type ToolDraft = z.infer<typeof ToolDraft>

type Request = Readonly<Record<string, unknown>>

/** What the form is made of. All of it must keep its identity. */
export interface ToolFormSetup {
  /** The request without the fields that the tool fills. */
  readonly schema: z.ZodMiniObject
  readonly rules?: RulesOf | undefined
  readonly check?: ((request: Record<string, unknown>) => Refusal | undefined) | undefined
}

const noCards = [] as const

/** The request form of a tool, with the models that its endpoint lists, what they allow, and the price of what is asked for. */
export function useToolForm(
  tool: Tool,
  { schema, rules: rulesOf, check }: ToolFormSetup,
  stored: ToolDraft | undefined,
) {
  const place = useToolPlace(tool)
  const cards = useModels().data?.cards ?? noCards
  const byId = useMemo(() => new Map(cards.map((card) => [card.id, card])), [cards])
  const rules = useCallback(
    (draft: Request) =>
      typeof draft.model === 'string' ? rulesOf?.(draft.model, byId.get(draft.model), draft) : undefined,
    [rulesOf, byId],
  )
  const options = useMemo(() => ({ model: modelOptions(cards, tool.endpoint) }), [cards, tool])
  const form = useRequestForm(schema, {
    values: tool.fresh,
    kept: { ...tool.fresh, ...stored?.request, ...(place.model && { model: place.model }) },
    unread: stored?.unread ?? {},
    rules,
    ...(check && { check }),
    options,
    ...(tool.fills && { reserved: tool.fills }),
  })
  const model = String(form.draft.model ?? '')
  const card = byId.get(model)
  return { form, model, card, price: requestPrice(model, card, form.request) }
}
