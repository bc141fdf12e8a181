import { nonBlankOf, recordOf } from '../core/loose-json.ts'
import type { Price } from './model-card.ts'

const figureOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : nonBlankOf(value)

const labelsOf = (figures: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => {
      const figure = figureOf(value)
      return figure === undefined || name === 'unit' ? [] : [[name, figure] as const]
    }),
  )

/** LiteLLM writes its prices among other facts: `input_cost_per_token`. */
const costsOf = (info: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(info).filter(([name]) => name.includes('_cost_per_')))

/** The price of a model entry as it was given, undefined where none was. The unit is only what the entry itself names. */
export function readPrice(entry: Readonly<Record<string, unknown>>): Price | undefined {
  const pricing = recordOf(entry.pricing ?? entry.price)
  const labels = { ...labelsOf(costsOf(recordOf(entry.model_info))), ...labelsOf(pricing) }
  const unit = nonBlankOf(pricing.unit)
  return Object.keys(labels).length > 0 ? { ...(unit && { unit }), labels } : undefined
}
