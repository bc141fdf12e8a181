import { ownOf } from '#contract/core/loose-json.ts'
import { readModels } from '#contract/models/models.ts'
import type { Provider } from '../provider.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { createLiveList, fetchList, type LiveList, readList } from './listed-models.ts'
import type { LocalServer, ProviderConfig, PublicModel } from './provider-config.ts'
import type { Upstream } from './upstream.ts'

/** For how long one look lasts at most, and the least time between the beginnings of two. */
const lookMs = 300
const restMs = 30_000

/** What a list gives as the owner of its models, by which a server at a port that several kinds use is known. */
const makers: Readonly<Record<string, string>> = {
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
  sglang: 'SGLang',
  localai: 'LocalAI',
}

const upstreamAt = (url: string, name: string): Upstream => ({
  name,
  baseUrl: new URL('/v1', url).href,
  headers: {},
  keys: [],
})

const idOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')

/** Every id that this server's provider may get; its reply decides which. */
export function localIds({ name, url }: LocalServer): readonly string[] {
  const { port } = new URL(url)
  const named = (name === undefined ? Object.values(makers) : [name]).map(idOf)
  return [...named, ...named.map((id) => `${id}-${port}`), ...(name === undefined ? [`local-${port}`] : [])]
}

/** Ollama lists models that it only passes on to its cloud. */
const isLocal = (id: string) => !/[-:]cloud$/.test(id)

interface LocalServersOptions {
  readonly servers: readonly LocalServer[]
  /** Models of the configuration, some of which may name these servers. */
  readonly models?: readonly PublicModel[]
  /** Ids of providers that are used already. */
  readonly taken: readonly string[]
  readonly create: (config: ProviderConfig, models: LiveList) => Provider
  /** Is given what changes after the first look. */
  readonly log: (line: string) => void
  readonly clock: Clock
}

interface LocalServers {
  /** The servers that are there. A server keeps its provider while it is away. */
  readonly list: () => readonly Provider[]
  /** One line for each of them. */
  readonly found: () => readonly string[]
  /** Looks for them, where the last look was long enough ago. Gives the look that is under way; it never rejects. */
  readonly look: () => Promise<void> | undefined
}

interface Known {
  readonly name: string
  readonly models: LiveList
  readonly provider: Provider
}

const lineOf = ({ name, models: { entries } }: Known) =>
  `Found ${name} on this machine: ${entries.length} ${entries.length === 1 ? 'model' : 'models'}.`

/** Knows the servers by their address and name, and makes a provider for each new one. */
function createKnown({ models: configured, taken, create }: LocalServersOptions) {
  const all = new Map<string, Known>()
  function make(name: string, url: string, isNamed: boolean): Known {
    const { port } = new URL(url)
    const id = isNamed ? idOf(name) : 'local'
    const isFree = isNamed && ![...taken, ...[...all.values()].map(({ provider }) => provider.id)].includes(id)
    const config: ProviderConfig = {
      ...({ kind: 'openai', api: 'auto', include: ['*'], exclude: [], limits: {}, hasInterfaceModels: false } as const),
      upstream: upstreamAt(url, isFree ? id : `${id}-${port}`),
    }
    const models = createLiveList(config, configured)
    return { name, models, provider: create(config, models) }
  }
  return ({ name: given, url }: LocalServer, list: unknown): Known => {
    const named = given ?? ownOf(makers, readModels(list)[0]?.ownedBy ?? '')
    const name = named ?? `a server at port ${new URL(url).port}`
    const known = all.get(`${url} ${name}`) ?? make(name, url, named !== undefined)
    all.set(`${url} ${name}`, known)
    const entries = readList(list, { provider: known.provider.id, isLocal })
    known.models.replace(entries.map((entry) => ({ capabilities: ['responses', 'streaming'], ...entry })))
    return known
  }
}

/**
 * Looks on this machine for servers of models, by `GET /v1/models`. One that refuses the connection or answers something else is gone; one
 * that is too busy to answer in time stays.
 */
export function createLocalServers(options: LocalServersOptions): LocalServers {
  const { servers, log, clock } = options
  const knownOf = createKnown(options)
  let there: ReadonlyMap<LocalServer, Known> = new Map()
  let last = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined

  async function ask(server: LocalServer, signal: AbortSignal): Promise<Known | undefined> {
    try {
      return knownOf(server, await fetchList(upstreamAt(server.url, server.url), signal))
    } catch {
      return signal.aborted ? there.get(server) : undefined
    }
  }

  async function lookNow(): Promise<void> {
    const isFirst = last === Number.NEGATIVE_INFINITY
    last = clock.now()
    const ending = new AbortController()
    const cancel = clock.after(lookMs, () => ending.abort())
    const asked = await Promise.all(
      servers.map(async (server) => ({ server, known: await ask(server, ending.signal) })),
    )
    cancel()
    const before = there
    there = new Map(asked.flatMap(({ server, known }) => (known ? [[server, known] as const] : [])))
    if (isFirst) return
    for (const { server, known } of asked) {
      const old = before.get(server)
      if (old === known) continue
      if (old) log(`${old.name} on this machine is gone.`)
      if (known) log(lineOf(known))
    }
  }

  return {
    list: () => [...there.values()].map(({ provider }) => provider),
    found: () => [...there.values()].map(lineOf),
    look() {
      if (!looking && servers.length > 0 && clock.now() - last >= restMs)
        looking = lookNow().finally(() => {
          looking = undefined
        })
      return looking
    },
  }
}
