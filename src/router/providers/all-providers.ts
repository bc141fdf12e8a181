import type { ModelEntry } from '#contract/models/models.ts'
import { createPublicFiles, type PublicFiles } from '../http/public-file.ts'
import { describeThrown } from '../http/router-error.ts'
import type { ModelPolicy, Provider } from '../provider.ts'
import type { Log } from '../runtime/log.ts'
import type { Clock } from '../runtime/system-clock.ts'
import { createLiveList, interfaceIds, keepListed, type ListedModels, listModels } from '../upstream/listed-models.ts'
import { createLocalServers } from '../upstream/local-servers.ts'
import type { ProviderConfig, ProviderKind, RouterConfig } from '../upstream/provider-config.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { createElevenLabs, listModels as listElevenLabs } from './elevenlabs/elevenlabs.ts'
import { createGemini, listModels as listGemini } from './gemini/gemini.ts'
import { createOpenAi } from './openai/openai.ts'

/** What an adapter brings: how its models are listed, and how it is made. */
interface Adapter {
  readonly list: (upstream: Upstream, signal: AbortSignal) => Promise<readonly ModelEntry[]>
  readonly create: (
    options: ProviderConfig & { readonly models: ListedModels; readonly files: PublicFiles },
  ) => Provider
}

export const adapters: Readonly<Record<ProviderKind, Adapter>> = {
  openai: { list: listModels, create: createOpenAi },
  elevenlabs: { list: listElevenLabs, create: createElevenLabs },
  gemini: { list: listGemini, create: createGemini },
}

export interface Providers {
  readonly list: () => readonly Provider[]
  /** What the sandbox has accepted so far; undefined where it is off. */
  readonly meter?: () => unknown
  /** What the configuration says of a model: see the catalog. */
  readonly policyOf: (model: string) => ModelPolicy | undefined
  /** Resolves when the lists that are on their way have come; undefined where none is. */
  readonly arriving: () => Promise<unknown> | undefined
  /** The servers of models that the first look at this machine found, one line each. */
  readonly found: Promise<readonly string[]>
}

interface ProvidersOptions {
  readonly config: RouterConfig
  readonly log: Log
  readonly clock: Clock
  /** The folder in which the sandbox keeps its videos; in memory without one. */
  readonly videos?: string
  /** Origins that files are fetched from although they are not public. */
  readonly unsafeOrigins?: readonly string[]
}

/** How long a request waits at most for lists that are on their way. */
const patienceMs = 3_000

function policies({ models, providers }: RouterConfig): Providers['policyOf'] {
  const configured = new Map(
    models.map(({ entry, providers: tried, fallbackOnUnknown }): [string, ModelPolicy] => [
      entry.id,
      { providers: tried.map(({ provider }) => provider), fallbackOnUnknown, isReal: true },
    ]),
  )
  const hasInterfaceModels = providers.some((provider) => provider.hasInterfaceModels)
  return (model) =>
    configured.get(model) ?? (hasInterfaceModels && interfaceIds.has(model) ? { isReal: true } : undefined)
}

/**
 * Every provider of this router. Begins to fetch the lists of models of those that have one, and resolves once the sandbox is loaded,
 * whose code is read only where it is used. A router whose sandbox cannot be loaded goes on without it.
 */
export async function createProviders({ config, log, clock, ...options }: ProvidersOptions): Promise<Providers> {
  const loading = config.sandbox ? import('./sandbox/sandbox.ts') : undefined
  const firstLists: Promise<void>[] = []
  const files = createPublicFiles(options.unsafeOrigins)
  const remote = config.providers.map((one: ProviderConfig) => {
    const { kind, upstream, listed } = one
    const models = createLiveList(one, config.models)
    const { list, create } = adapters[kind]
    if (!listed)
      firstLists.push(
        keepListed({
          name: upstream.name,
          list: (signal) => list(upstream, signal),
          replace: models.replace,
          log,
          clock,
        }),
      )
    return create({ ...one, models, files })
  })
  let waiting: Promise<void> | undefined = firstLists.length > 0 ? soon(Promise.all(firstLists)) : undefined
  void waiting?.then(() => {
    waiting = undefined
  })
  function soon(all: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(patienceMs, resolve)
      void all.then(() => {
        cancel()
        resolve()
      })
    })
  }
  const local = createLocalServers({
    servers: config.localServers,
    models: config.models,
    taken: ['sandbox', ...remote.map(({ id }) => id)],
    create: (one, models) => createOpenAi({ ...one, models, files }),
    log,
    clock,
  })
  const firstLook = local.look()
  const loaded = await loading?.catch((thrown: unknown) => {
    const message = `the sandbox could not be loaded: ${describeThrown(thrown)}`
    log(message, { level: 'error', message })
  })
  const sandbox = loaded?.createSandbox({ ...options, log, files })
  return {
    list: () => [...remote, ...local.list(), ...(sandbox ? [sandbox.provider] : [])],
    ...(sandbox && { meter: sandbox.meter }),
    policyOf: policies(config),
    arriving() {
      const looking = local.look()
      return waiting && looking ? Promise.all([waiting, looking]) : (waiting ?? looking)
    },
    found: Promise.resolve(firstLook).then(local.found),
  }
}
