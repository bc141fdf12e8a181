import { dirname } from 'node:path'
import { isLoopback } from '../../http/request-guard.ts'
import { localIds } from '../../upstream/local-servers.ts'
import type { LocalServer, ProviderConfig, RouterConfig } from '../../upstream/provider-config.ts'
import type { Settings } from '../settings.ts'
import type { ConfigFile } from './config-file.ts'
import {
  fromFile,
  fromPreset,
  isOwn,
  isSamePlace,
  type Preset,
  presets,
  publicModel,
  type Reading,
  usualServers,
  type Variables,
  variable,
} from './configured-providers.ts'
import { readConfigFile, usualName } from './read-config-file.ts'

type FileModel = NonNullable<ConfigFile['models']>[number]

type ConfigResult =
  | { readonly status: 'good'; readonly config: RouterConfig }
  /** One line each; every line names the variable, or the file and the place in it. */
  | { readonly status: 'bad'; readonly problems: readonly string[] }

/** Ids that come twice, and models of providers that are not there. */
function togetherProblems(
  providers: readonly ProviderConfig[],
  models: readonly FileModel[],
  servers: readonly LocalServer[],
): string[] {
  const ids = providers.map(({ upstream }) => upstream.name)
  const twice = (list: readonly string[], where: string) =>
    list.flatMap((id, index) => (list.indexOf(id) < index ? [`${where}[${index}].id: ${id} is used twice.`] : []))
  const known = new Set([...ids, ...servers.flatMap(localIds)])
  const unknown = models.flatMap(({ providers: tried }, index) =>
    tried.flatMap(({ provider }, at) =>
      known.has(provider) ? [] : [`models[${index}].providers[${at}].provider: there is no provider ${provider}.`],
    ),
  )
  const modelIds = models.map(({ id }) => id)
  return [...twice(ids, 'providers'), ...twice(modelIds, 'models'), ...unknown]
}

/** Where Ollama listens: `OLLAMA_HOST` may name another address, with or without the scheme and the port. Only this machine is searched. */
function serversOf({ variables }: Reading) {
  const given = variable(variables, 'OLLAMA_HOST')?.replace(/^(?!https?:)/, 'http://')
  if (given === undefined || !URL.canParse(given)) return usualServers
  const { hostname, port } = new URL(given)
  const host = hostname === '0.0.0.0' || hostname === '[::]' ? '127.0.0.1' : hostname
  if (!isLoopback(host.replace(/^\[|\]$/g, ''))) return usualServers
  return usualServers.map((server) =>
    server.name === 'Ollama' ? { ...server, url: `http://${host}:${port || 11_434}` } : server,
  )
}

/**
 * What the environment and the configuration file add up to. Providers of the file come first; a key in the environment makes one of its
 * own unless the file uses the variable or the id. Reads the key files, and sends nothing.
 */
export function readConfig(variables: Variables, settings: Settings, folder = process.cwd()): ConfigResult {
  const file = readConfigFile(settings.configFile, folder)
  if (file.status === 'bad') return file
  const content: ConfigFile = file.status === 'good' ? file.content : {}
  const path = file.status === 'good' ? file.path : undefined
  const reading: Reading = {
    variables,
    settings,
    folder: path === undefined ? folder : dirname(path),
    problems: [],
    notes: [],
    secrets: [],
  }
  const { providers: listed = [], models = [], localServers = true, sandbox = true } = content
  const filed = listed.map((provider, index) => fromFile(provider, index, reading))
  const inFile = reading.problems.splice(0)
  const isTaken = ({ id, keys }: Preset) =>
    listed.some((provider) => provider.id === id || keys.includes(provider.keyEnv ?? ''))
  const found = presets.flatMap((preset) => (isTaken(preset) ? [] : (fromPreset(preset, reading) ?? [])))
  const inEnvironment = reading.problems
  const providers = [...filed, ...found]
  const local = Array.isArray(localServers) ? localServers : localServers ? serversOf(reading) : []
  const isTakenPlace = ({ url }: LocalServer) =>
    isOwn(url, settings) || providers.some(({ upstream }) => isSamePlace(upstream.baseUrl, url))
  const servers = settings.localServers === 'off' ? [] : local.filter((server) => !isTakenPlace(server))
  const together = togetherProblems(providers, models, servers)
  const named = settings.configFile ?? usualName
  const problems = [...[...inFile, ...together].map((problem) => `${named}: ${problem}`), ...inEnvironment]
  if (problems.length > 0) return { status: 'bad', problems }
  const config: RouterConfig = {
    providers,
    models: models.map(publicModel),
    localServers: servers,
    sandbox: settings.sandbox === 'off' ? false : sandbox,
    ...(path !== undefined && { file: path }),
    secrets: reading.secrets,
    notes: reading.notes,
  }
  return { status: 'good', config }
}
