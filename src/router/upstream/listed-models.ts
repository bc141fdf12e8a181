import { defined, isRecord, jsonIn } from '#contract/core/loose-json.ts'
import { type ModelCard, served } from '#contract/models/model-card.ts'
import { familyOf } from '#contract/models/model-families.ts'
import { ModelEntry, modelEntries, readModels } from '#contract/models/models.ts'
import { RouterError } from '../http/router-error.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { callUpstream } from './call-upstream.ts'
import type { ProviderConfig, PublicModel } from './provider-config.ts'
import type { Upstream } from './upstream.ts'
import { replyText } from './upstream-reply.ts'

/** The interface's own models, and what OpenAI calls them (wire-facts, "Reading the specification's names"). */
const interfaceModels: ReadonlyMap<string, string> = new Map([
  ['gen-5.4-pro', 'gpt-5.4-pro'],
  ['gen-image-2', 'gpt-image-2'],
  ['gen-image-1.5', 'gpt-image-1.5'],
  ['gen-4o-mini-tts', 'gpt-4o-mini-tts'],
])

export const interfaceIds: ReadonlySet<string> = new Set(interfaceModels.keys())

/** `gpt-*` as an expression: `*` stands for any characters. */
const patternOf = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.*')}$`)

const matches = (patterns: readonly string[]) => {
  const all = patterns.map(patternOf)
  return (id: string) => all.some((pattern) => pattern.test(id))
}

const renamed = (id: string, entry: ModelEntry | undefined, provider: string): ModelEntry => {
  const { name: _, ...facts } = entry ?? { object: 'model' as const, owned_by: provider }
  return { ...facts, id }
}

/** An id without the maker's name in front, as OpenRouter has it: `openai/gpt-5.4-pro`. */
const bare = (id: string) => id.replace(/^openai\//, '')

interface Offered {
  readonly entries: readonly ModelEntry[]
  readonly upstreamIds: ReadonlyMap<string, string>
}

/** Everything a provider offers: the models of the configuration, those that the interface names, then its own list. */
function offeredOf(list: readonly ModelEntry[], config: ProviderConfig, models: readonly PublicModel[]): Offered {
  const { upstream, include, exclude, listed, hasInterfaceModels } = config
  const { name: provider } = upstream
  const stated = listed?.map((id): ModelEntry => {
    const capabilities = familyOf(id)
    return { id, object: 'model', owned_by: provider, ...(capabilities && { capabilities: [...capabilities] }) }
  })
  const all = stated ?? list
  const [isIncluded, isExcluded] = [matches(include), matches(exclude)]
  const upstreamIds = new Map<string, string>()
  const entries: ModelEntry[] = []
  const add = (entry: ModelEntry, upstreamId: string) => {
    if (upstreamIds.has(entry.id)) return
    upstreamIds.set(entry.id, upstreamId)
    entries.push(entry)
  }
  for (const { entry, providers } of models) {
    const target = providers.find((one) => one.provider === provider)
    if (!target) continue
    const known = all.find(({ id }) => id === target.model)
    const guessed = familyOf(target.model)
    const facts = renamed(entry.id, known, provider)
    add({ ...(guessed && { capabilities: [...guessed] }), ...facts, ...entry }, target.model)
  }
  const own = all.filter(({ id }) => isIncluded(id) && !isExcluded(id))
  if (hasInterfaceModels) {
    for (const [id, name] of interfaceModels) {
      const known = own.find((entry) => entry.id === id) ?? own.find((entry) => bare(entry.id) === name)
      if (known) add(renamed(id, known, provider), known.id)
    }
  }
  for (const entry of own) add(entry, entry.id)
  return { entries, upstreamIds }
}

/** The models that one provider offers at present, and what the upstream calls them. */
export interface ListedModels {
  /** Changes as a whole: the same array until the list is another one. */
  readonly entries: readonly ModelEntry[]
  /** The upstream's id of a model that clients know as `model`; the same where none is configured. */
  upstreamId(model: string): string
}

export interface LiveList extends ListedModels {
  /** Takes a new list of the upstream; an equal one changes nothing. */
  replace(list: readonly ModelEntry[]): void
}

export function createLiveList(config: ProviderConfig, models: readonly PublicModel[] = []): LiveList {
  let offered = offeredOf([], config, models)
  let last = '[]'
  return {
    get entries() {
      return offered.entries
    },
    upstreamId: (model) => offered.upstreamIds.get(model) ?? model,
    replace(list) {
      const text = JSON.stringify(list)
      if (text === last) return
      last = text
      offered = offeredOf(list, config, models)
    },
  }
}

/** How often a list is fetched anew, and for how long at most one is waited for. */
const refreshMs = 10 * 60_000
const limitMs = 15_000

interface KeepOptions {
  /** The provider's id. */
  readonly name: string
  readonly list: (signal: AbortSignal) => Promise<readonly ModelEntry[]>
  readonly replace: (list: readonly ModelEntry[]) => void
  readonly log: (line: string) => void
  readonly clock: Pick<Clock, 'after'>
}

const reasonOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : 'unknown reason')

/**
 * Fetches a provider's list now, every 10 minutes, and after a failure in 1, 2, 4 … seconds up to those 10 minutes. The last good list
 * stays. Resolves when the first try is over, and never rejects.
 */
export function keepListed({ name, list, replace, log, clock }: KeepOptions): Promise<void> {
  let failures = 0
  let told = ''
  async function round(): Promise<void> {
    const ending = new AbortController()
    const cancel = clock.after(limitMs, () => ending.abort(new Error(`${name} did not list its models in time`)))
    try {
      const models = await list(ending.signal)
      replace(models)
      failures = 0
      const line = `${name}: ${models.length} models`
      if (line !== told) log(line)
      told = line
    } catch (thrown) {
      failures += 1
      const reason = reasonOf(thrown)
      if (reason !== told) log(`${name}: could not list its models, will retry: ${reason}`)
      told = reason
    } finally {
      cancel()
    }
    clock.after(Math.min(refreshMs, failures === 0 ? refreshMs : 500 * 2 ** failures), () => void round())
  }
  return round()
}

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
