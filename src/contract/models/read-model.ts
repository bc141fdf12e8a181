import { defined, isRecord, nonBlankListOf, nonBlankOf, ownOf, recordOf } from '../core/loose-json.ts'
import type { ModelCard, Price } from './model-card.ts'
import { readCapabilities } from './read-capabilities.ts'

type Entry = Readonly<Record<string, unknown>>

const limitNames = [
  'context_length',
  'context_window',
  'max_tokens',
  'max_input_tokens',
  'max_output_tokens',
  'max_completion_tokens',
  'maximum_text_length_per_request',
  'n_ctx_train',
]

/** The last moment that a `Date` can hold, in Unix seconds. */
const endOfTime = 8.64e12

const firstText = (...values: unknown[]) => values.map(nonBlankOf).find((text) => text !== undefined)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Unix seconds, from seconds or from an ISO date. */
function readCreated(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1_000 : value
  return isNumber(seconds) && seconds >= 1 && seconds <= endOfTime ? Math.floor(seconds) : undefined
}

/** Limits by name: all of an entry's own `limits`, and the well-known ones from where routers keep them. */
function readLimits(entry: Entry): Record<string, number> | undefined {
  const places = [entry, entry.top_provider, entry.meta, entry.model_info].map(recordOf)
  const known = places.flatMap((place) => limitNames.map((name) => [name, ownOf(place, name)] as const))
  const own = Object.entries(recordOf(entry.limits))
  const limits = [...known, ...own].flatMap(([name, value]) => (isNumber(value) ? [[name, value] as const] : []))
  return limits.length > 0 ? Object.fromEntries(limits) : undefined
}

/** Names of parameters: a list, or an object that describes each. */
function readParameters(entry: Entry): readonly string[] | undefined {
  const listed = entry.supported_parameters ?? entry.supported_sampling_parameters
  return nonBlankListOf(isRecord(listed) ? Object.keys(listed) : listed)
}

const readModalities = (entry: Entry, side: 'input_modalities' | 'output_modalities') =>
  nonBlankListOf(recordOf(entry.architecture)[side]) ?? nonBlankListOf(entry[side])

/** Reads one entry of a model list, of whatever shape. Undefined where it has no usable id. */
export function readModel(raw: unknown): ModelCard | undefined {
  const entry = recordOf(raw)
  const id = firstText(entry.id, entry.model_id, entry.model_name, entry.model_group, entry.name)
  if (id === undefined) return undefined
  const inputs = readModalities(entry, 'input_modalities')
  const outputs = readModalities(entry, 'output_modalities')
  return {
    id,
    ...defined({
      name: firstText(entry.name, entry.display_name),
      description: nonBlankOf(entry.description),
      ownedBy: firstText(entry.owned_by, entry.organization),
      created: readCreated(entry.created),
      inputs,
      outputs,
      ...readCapabilities(entry, outputs),
      parameters: readParameters(entry),
      limits: readLimits(entry),
      price: readPrice(entry),
      status: nonBlankOf(entry.status),
      sandbox: typeof entry.sandbox === 'boolean' ? entry.sandbox : undefined,
      local: typeof entry.local === 'boolean' ? entry.local : undefined,
    }),
    raw,
  }
}

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
