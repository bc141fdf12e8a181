import { defined, type JsonRecord, listOf, nonBlankListOf, nonBlankOf, recordOf } from '../core/loose-json.ts'
import { isEndpoint } from '../routes.ts'
import { type ModelCard, type Price, withLacks } from './model-card.ts'

const flagOf = (value: unknown) => (typeof value === 'boolean' ? value : undefined)

const some = <T>(words: readonly T[] | undefined) => (words && words.length > 0 ? words : undefined)

function priceIn(pricing: unknown): Price | undefined {
  const { unit, ...figures } = recordOf(pricing)
  const labels = Object.entries(figures).filter(
    ([, figure]) => typeof figure === 'string' || typeof figure === 'number',
  )
  if (labels.length === 0) return undefined
  const texts = labels.map(([name, figure]) => [name, String(figure)] as const)
  return { ...defined({ unit: nonBlankOf(unit) }), labels: Object.fromEntries(texts) }
}

function readOwn(entry: JsonRecord): readonly ModelCard[] {
  const id = nonBlankOf(entry.id)
  if (id === undefined) return []
  const able = nonBlankListOf(entry.capabilities)
  const { input_modalities, output_modalities } = recordOf(entry.architecture)
  const limits = Object.entries(recordOf(entry.limits)).flatMap(([name, limit]) =>
    typeof limit === 'number' ? [[name, limit] as const] : [],
  )
  const card: Omit<ModelCard, 'id' | 'raw'> = defined({
    name: nonBlankOf(entry.name),
    description: nonBlankOf(entry.description),
    ownedBy: nonBlankOf(entry.owned_by),
    created: typeof entry.created === 'number' && entry.created > 0 ? entry.created : undefined,
    inputs: nonBlankListOf(input_modalities),
    outputs: nonBlankListOf(output_modalities),
    endpoints: some(able?.filter((word) => isEndpoint(word))),
    features: some(able?.filter((word) => !isEndpoint(word))),
    lacks: entry.streaming === false ? ['streaming'] : undefined,
    parameters: nonBlankListOf(entry.supported_parameters),
    limits: limits.length > 0 ? Object.fromEntries(limits) : undefined,
    context: limits.find(([name]) => name === 'context_length')?.[1],
    price: priceIn(entry.pricing),
    phase: entry.deprecated === true ? ('deprecated' as const) : undefined,
    status: nonBlankOf(entry.status),
    sandbox: flagOf(entry.sandbox),
    local: flagOf(entry.local),
  })
  return [{ id, ...card, raw: entry }]
}

/** Reads the list of our own router, whose shape is ruled (`ModelEntry`), with less code than `readModels` needs for everybody's. */
export const readOwnModels = (list: unknown): ModelCard[] =>
  withLacks(listOf(recordOf(list).data).flatMap((entry) => readOwn(recordOf(entry))))
