import {
  defined,
  firstOf,
  isRecord,
  type JsonRecord,
  listOf,
  nameList,
  nonBlankListOf,
  nonBlankOf,
  ownOf,
  recordOf,
} from '../core/loose-json.ts'
import { isPattern, type ModelCard, type Price } from './model-card.ts'
import { familyOf } from './model-families.ts'
import { decimal } from './prices.ts'
import { readCapabilities } from './read-capabilities.ts'

/** What routers call the size of the context window, the one that counts first: what is loaded before what the model was trained for. */
const contextNames = nameList(
  'loaded_context_length n_ctx num_ctx context_length context_window contextLength contextWindow context_size',
  'context_tokens max_model_len max_context_length max_context_window_tokens max_context_tokens max_context',
  'ctx_len ctx_size max_sequence_length max_seq_len max_position_embeddings context n_ctx_train max_input_tokens',
  'max_prompt_tokens inputTokenLimit',
)

const limitNames = [
  ...contextNames,
  ...nameList('max_tokens max_output_tokens max_completion_tokens outputTokenLimit maximum_text_length_per_request'),
]

/** The last moment that a `Date` can hold, in Unix seconds. */
const endOfTime = 8.64e12

const firstText = (...values: unknown[]) => values.map(nonBlankOf).find((text) => text !== undefined)

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function readCreated(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1_000 : value
  return isNumber(seconds) && seconds >= 1 && seconds <= endOfTime ? Math.floor(seconds) : undefined
}

/** A limit as a number: `131072`, `"131,072"`, `"128K"`. Undefined for any other text. */
function readLimit(value: unknown): number | undefined {
  if (typeof value !== 'string') return isNumber(value) ? value : undefined
  const [, digits, unit] = /^([\d,_]+(?:\.\d+)?)\s*([km])?(?:\s*tokens)?$/i.exec(value.trim()) ?? []
  const number = Number(digits?.replace(/[,_]/g, '') || Number.NaN)
  return isNumber(number) ? number * (unit === undefined ? 1 : /k/i.test(unit) ? 1_000 : 1_000_000) : undefined
}

/** Cloudflare lists facts as properties: `{ property_id: 'context_window', value: '8192' }`. */
const propertiesOf = (entry: JsonRecord) =>
  Object.fromEntries(listOf(entry.properties).map((one) => [recordOf(one).property_id, recordOf(one).value]))

/** Limits by name: all of an entry's own `limits`, and the well-known ones from where routers keep them. */
function readLimits(entry: JsonRecord): Record<string, number> | undefined {
  const { capabilities, metadata, meta, top_provider, model_info } = entry
  const places = [propertiesOf(entry), entry, metadata, meta, model_info, top_provider].map(recordOf)
  const known = places.flatMap((place) => limitNames.map((name) => [name, ownOf(place, name)] as const))
  const own = [capabilities, entry].flatMap((place) => Object.entries(recordOf(recordOf(place).limits)))
  const limits = [...known, ...own].flatMap(([name, value]) => {
    const limit = readLimit(value)
    return limit === undefined ? [] : [[name, limit] as const]
  })
  if (limits.length > 0) return Object.fromEntries(limits)
  const served = listOf(entry.providers).flatMap((one) => readLimit(recordOf(one).context_length) ?? [])
  return served.length > 0 ? { context_length: Math.min(...served) } : undefined
}

function readParameters(entry: JsonRecord): readonly string[] | undefined {
  const listed = entry.supported_parameters ?? entry.supported_sampling_parameters
  return nonBlankListOf(isRecord(listed) ? Object.keys(listed) : listed)
}

type Side = 'input' | 'output'

/** `text+image->text`, as OpenRouter and Nebius write both sides at once. */
function sideOf(modality: unknown, side: Side): readonly string[] | undefined {
  const sides = nonBlankOf(modality)?.split('->') ?? []
  return sides.length === 2 ? nonBlankListOf(sides[side === 'input' ? 0 : 1]?.split('+')) : undefined
}

function readModalities(entry: JsonRecord, side: Side): readonly string[] | undefined {
  const architecture = recordOf(entry.architecture)
  const name = `${side}_modalities`
  return (
    nonBlankListOf(ownOf(architecture, name)) ??
    nonBlankListOf(ownOf(entry, name)) ??
    nonBlankListOf(ownOf(entry, `supported_${name}`)) ??
    nonBlankListOf(recordOf(entry.modalities)[side]) ??
    sideOf(architecture.modality ?? entry.modality, side)
  )
}

/** Ids of a catalogue, which no request can name: Cloudflare's and Azure's entries have the model's name beside them. */
const catalogued = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|azureml:\/\/)/i

function readId(entry: JsonRecord): string | undefined {
  const id = firstText(entry.id, entry.model_id, entry.model_name, entry.model_group, entry.model, entry.key)
  return id === undefined || catalogued.test(id) ? firstText(entry.name, id) : id
}

/** Whether a router still serves a model: Groq and Mistral list those, too, that it does not. */
function readPhase(entry: JsonRecord): ModelCard['phase'] {
  if (entry.active === false || entry.archived === true) return 'inactive'
  const { deprecated, is_deprecated, deprecation, deprecated_at, shutdown_date, expiration_date } = entry
  const dates = [deprecation, deprecated_at, shutdown_date, expiration_date].map(nonBlankOf)
  const isEnding = deprecated === true || is_deprecated === true || dates.some((date) => date !== undefined)
  return isEnding ? 'deprecated' : undefined
}

const longestId = 200

/** Reads one entry of a model list, of whatever shape. Undefined where it has no usable id. */
export function readModel(raw: unknown): ModelCard | undefined {
  if (typeof raw === 'string' && (raw.length > longestId || /\n/.test(raw))) return undefined
  const entry = typeof raw === 'string' ? { id: raw } : recordOf(raw)
  const id = readId(entry)
  if (id === undefined) return undefined
  const metadata = recordOf(entry.metadata)
  const outputs = readModalities(entry, 'output')
  const phase = readPhase(entry)
  const limits = readLimits(entry)
  const capabilities = readCapabilities(entry, { id, outputs })
  const isNoModel = phase === 'inactive' || isPattern(id)
  return {
    id,
    ...defined({
      name: firstText(entry.name, entry.display_name, entry.displayName),
      description: firstText(entry.description, metadata.description, entry.summary),
      ownedBy: firstText(entry.owned_by, entry.organization, entry.publisher),
      created: readCreated(entry.created ?? entry.created_at),
      inputs: readModalities(entry, 'input'),
      outputs,
      ...capabilities,
      ...(isNoModel ? { endpoints: [] } : capabilities.endpoints === undefined && { family: familyOf(id) }),
      parameters: readParameters(entry),
      limits,
      context: firstOf(limits ?? {}, contextNames, (tokens) => (isNumber(tokens) && tokens > 0 ? tokens : undefined)),
      price: readPrice(entry),
      phase,
      status: nonBlankOf(entry.status),
      sandbox: typeof entry.sandbox === 'boolean' ? entry.sandbox : undefined,
      local: typeof entry.local === 'boolean' ? entry.local : undefined,
    }),
    raw,
  }
}

const figureOf = (value: unknown): string | undefined => (isNumber(value) ? decimal(value) : nonBlankOf(value))

const notFigures: ReadonlySet<string> = new Set(['unit', 'currency', 'discount'])

const labelsOf = (figures: JsonRecord): Record<string, string> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => {
      const figure = figureOf(value)
      return figure === undefined || notFigures.has(name) ? [] : [[name, figure] as const]
    }),
  )

/** LiteLLM writes its prices among other facts: `input_cost_per_token`. */
const costsOf = (info: JsonRecord) =>
  Object.fromEntries(Object.entries(info).filter(([name]) => name.includes('_cost_per_')))

/** The price of a model entry as it was given, undefined where none was. The unit is only what the entry itself names. */
export function readPrice(entry: JsonRecord): Price | undefined {
  const given = entry.pricing ?? entry.price ?? recordOf(entry.metadata).pricing
  const pricing = isRecord(given) ? given : { price: figureOf(given) }
  const labels = { ...labelsOf(costsOf(recordOf(entry.model_info))), ...labelsOf(costsOf(entry)), ...labelsOf(pricing) }
  const unit = firstText(recordOf(given).unit, recordOf(given).currency)
  if (Object.keys(labels).length > 0) return { ...(unit && { unit }), labels }
  const offered = new Set(listOf(entry.providers).flatMap((one) => JSON.stringify(recordOf(one).pricing) ?? []))
  if (offered.size > 1) return { labels: { price: 'varies by provider' } }
  return offered.size === 1 ? readPrice({ pricing: recordOf(listOf(entry.providers)[0]).pricing }) : undefined
}
