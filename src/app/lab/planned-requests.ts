import type { JsonRecord } from '#contract/core/loose-json.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { ModelCard } from '#contract/models/model-card.ts'
import { requestPrice } from '#contract/models/prices.ts'
import type { EndpointId } from '#contract/routes.ts'
import { cellCount, cellRequest, columnName, columnsOf, rowsOf, variablesIn } from '#lab/cells.ts'
import { type LabPlan, usualConcurrency } from '#lab/lab-plan.ts'
import { planLimits } from '#lab/rows/row-limits.ts'
import { sumPrices } from '#lab/sum-prices.ts'
import type { PlannedRequest } from '../batch/batch-plan.ts'

/** What a request will cost, in one line. */
export type PriceOf = (request: JsonRecord) => string

/** The prices of requests to an endpoint, as the cards of the models state them. */
export function priceOfCards(endpoint: EndpointId, cards: readonly ModelCard[] = []): PriceOf {
  const byId = new Map(cards.map((card) => [card.id, card]))
  const { estimate }: Endpoint = endpoints[endpoint]
  return (request) => requestPrice(estimate, byId.get(String(request.model)), request)
}

/** The ids of the sandbox's models: their output is synthetic and costs nothing, whether or not they state a price. */
export const sandboxModels = (cards: readonly ModelCard[] = []): ReadonlySet<string> =>
  new Set(cards.flatMap(({ id, sandbox }) => (sandbox ? id : [])))

/** What a request is called in lists, and what it will cost in one line. */
interface Words {
  readonly titleOf: (request: JsonRecord) => string
  readonly priceOf: PriceOf
}

/** The requests of all places, in their order. */
export function plannedRequests(plan: LabPlan, { titleOf, priceOf }: Words): readonly PlannedRequest[] {
  const columns = columnsOf(plan).map((column) => ({ column, name: columnName(column) }))
  return rowsOf(plan).flatMap((row, at) =>
    columns.map(({ column, name }) => {
      const request = cellRequest(plan, row, column)
      return { name: `Row ${at + 1} · ${name}`, request, title: titleOf(request), price: priceOf(request) }
    }),
  )
}

/**
 * The price of each place, as it is shown for a single request; none of a plan that is too large to be sent. `request`: the part of it that
 * prices depend on. Where the rows fill nothing of that, all have the prices of one.
 */
export function pricesOf(plan: LabPlan, priceOf: PriceOf, request = plan.request): readonly PlacePrice[] {
  if (cellCount(plan) > planLimits.cells) return []
  const columns = columnsOf(plan)
  const ofRow = (row: JsonRecord) =>
    columns.map((column) => ({ model: column.model, price: priceOf(cellRequest({ ...plan, request }, row, column)) }))
  const same = variablesIn([request, plan.axes.sweeps]).length === 0 ? ofRow({}) : undefined
  return rowsOf(plan).flatMap((row) => same ?? ofRow(row))
}

interface PlacePrice {
  readonly model: string
  readonly price: string
}

/** What these cells cost together, and the models, but those that are `free`, of which some cell has no price. */
export function sumOf(prices: readonly PlacePrice[], free: ReadonlySet<string>) {
  const { amounts } = sumPrices(prices.map(({ price }) => price))
  const unpriced = [...new Set(prices)].flatMap(({ model, price }) =>
    !free.has(model) && sumPrices([price]).unknown > 0 ? model : [],
  )
  return { amounts, unpriced: [...new Set(unpriced)] }
}

/** How many cells of a model are sent at once: one where a server on this machine computes them. */
export function concurrencyOf({ limits, axes }: LabPlan, cards: readonly ModelCard[] = []): number {
  const isNear = cards.some(({ id, local }) => local && axes.models.includes(id))
  return limits.concurrency ?? (isNear ? 1 : usualConcurrency)
}
