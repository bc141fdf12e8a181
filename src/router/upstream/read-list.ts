import { defined, isRecord, jsonIn } from '#contract/core/loose-json.ts'
import { type ModelCard, served } from '#contract/models/model-card.ts'
import { familyOf } from '#contract/models/model-families.ts'
import { ModelEntry, modelEntries, readModels } from '#contract/models/models.ts'
import { RouterError } from '../http/router-error.ts'
import { callUpstream } from './call-upstream.ts'
import type { Upstream } from './upstream.ts'
import { replyText } from './upstream-reply.ts'

/** The most models of one upstream, and the most characters that its own facts of one may have as JSON. */
const mostModels = 5_000
const mostFacts = 8_000

/** What the reader has read already, and what upstreams add to every entry and nobody reads. */
const dropped = new Set([...Object.keys(ModelEntry.shape), 'permission', 'root', 'parent'])

interface ReadOptions {
  /** The provider's id, as `owned_by`. */
  readonly provider: string
  readonly isLocal?: (id: string) => boolean
}

/** Named capabilities that a model of these endpoints has unless its card says otherwise: other models of the router list them. */
function usualFeatures(endpoints: readonly string[], id: string): string[] {
  return [...(endpoints.includes('responses') ? ['streaming'] : []), ...(familyOf(id) ?? [])].filter(
    (word) => word === 'streaming' || word === 'masks',
  )
}

/**
 * What a model can do: what its card says, else what its family does. A model of this machine is a text model unless it is known to be
 * another. Undefined where neither says anything: it is then offered everywhere, and said so.
 */
function capabilitiesOf(card: ModelCard, isLocal: boolean) {
  const { id, features = [], lacks = [] } = card
  const found = served(card) ?? (isLocal ? ['responses', 'streaming'] : undefined)
  if (!found) return undefined
  if (found.length === 0) return []
  return [...new Set([...found, ...usualFeatures(found, id), ...features])].filter((word) => !lacks.includes(word))
}

function ownFacts(raw: unknown): Record<string, unknown> {
  if (!isRecord(raw) || JSON.stringify(raw).length > mostFacts) return {}
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !dropped.has(name)))
}

/** One card as an entry of our own list. The upstream's further facts go along, such as `supported_sizes`. */
function entryOf(card: ModelCard, { provider, isLocal = () => false }: ReadOptions): ModelEntry {
  const { id, name, description, created, parameters, context, price, inputs, outputs, status, sandbox, raw } = card
  const limits = context === undefined ? card.limits : { ...card.limits, context_length: context }
  const local = isLocal(id)
  const capabilities = capabilitiesOf(card, local)
  return {
    ...ownFacts(raw),
    id,
    object: 'model',
    owned_by: provider,
    ...defined({
      capabilities,
      name,
      description,
      created,
      limits,
      deprecated: card.phase === 'deprecated' || undefined,
      status,
      sandbox,
      supported_parameters: parameters && [...parameters],
      architecture:
        (inputs ?? outputs) &&
        defined({ input_modalities: inputs && [...inputs], output_modalities: outputs && [...outputs] }),
      pricing: price && { ...price.labels, ...(price.unit !== undefined && { unit: price.unit }) },
      local: local || undefined,
    }),
  }
}

/** Reads an upstream's list of models, of whatever shape (wire-facts §2); never throws. Without the models that no route serves. */
export function readList(list: unknown, options: ReadOptions): readonly ModelEntry[] {
  return readModels(list)
    .slice(0, mostModels)
    .map((card) => entryOf(card, options))
    .filter(({ capabilities }) => capabilities?.length !== 0)
}

/** Asks an upstream for its models: `GET /models`. Rejects as `callUpstream` does, and where the reply is no list of models. */
export async function fetchList(upstream: Upstream, signal: AbortSignal): Promise<unknown> {
  const list = jsonIn(
    await replyText(await callUpstream(upstream, { method: 'GET', path: '/models', signal }), upstream.name),
  )
  if (modelEntries(list)) return list
  throw new RouterError(
    502,
    'provider_reply_unreadable',
    `${upstream.name} returned something other than a list of models.`,
  )
}

/** What `readList` finds in the list that `fetchList` fetches. */
export async function listModels(upstream: Upstream, signal: AbortSignal): Promise<readonly ModelEntry[]> {
  return readList(await fetchList(upstream, signal), { provider: upstream.name })
}
