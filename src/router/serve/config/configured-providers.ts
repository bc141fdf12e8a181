import { resolve } from 'node:path'
import { ownOf } from '#contract/core/loose-json.ts'
import { isLoopback } from '../../http/request-guard.ts'
import type { LocalServer, ProviderConfig, ProviderKind, PublicModel, TextApi } from '../../upstream/provider-config.ts'
import type { Settings } from '../settings.ts'
import type { ConfigFile } from './config-file.ts'
import { readKeyFile } from './read-config-file.ts'

/** A provider that a key in the environment is enough for. */
export interface Preset {
  readonly id: string
  readonly kind: ProviderKind
  /** The first of them that is set holds the key. */
  readonly keys: readonly string[]
  readonly baseUrl?: string
  /** Holds another base URL, which `at` completes; it makes the provider also without a key. */
  readonly baseUrlFrom?: string
  /** What follows the address in `baseUrlFrom`; nothing by default. */
  readonly path?: string
  /** The header that holds the bare key; that of its kind by default. */
  readonly keyHeader?: string
  /** `auto` by default. */
  readonly api?: TextApi
  readonly hasInterfaceModels?: boolean
}

const compatible = (id: string, key: string, baseUrl: string, more: Partial<Preset> = {}): Preset => ({
  id,
  kind: 'openai',
  keys: [key],
  baseUrl,
  ...more,
})

/** In the order in which they are tried for a model that several of them list. */
export const presets: readonly Preset[] = [
  compatible('openai', 'OPENAI_API_KEY', 'https://api.openai.com/v1', {
    baseUrlFrom: 'OPENAI_BASE_URL',
    hasInterfaceModels: true,
  }),
  {
    id: 'azure',
    kind: 'openai',
    keys: ['AZURE_OPENAI_API_KEY'],
    baseUrlFrom: 'AZURE_OPENAI_ENDPOINT',
    path: '/openai/v1',
    keyHeader: 'api-key',
    hasInterfaceModels: true,
  },
  compatible('openrouter', 'OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1', { hasInterfaceModels: true }),
  compatible('groq', 'GROQ_API_KEY', 'https://api.groq.com/openai/v1'),
  compatible('xai', 'XAI_API_KEY', 'https://api.x.ai/v1'),
  compatible('mistral', 'MISTRAL_API_KEY', 'https://api.mistral.ai/v1', { api: 'chat' }),
  compatible('deepseek', 'DEEPSEEK_API_KEY', 'https://api.deepseek.com/v1', { api: 'chat' }),
  compatible('together', 'TOGETHER_API_KEY', 'https://api.together.xyz/v1', { api: 'chat' }),
  compatible('fireworks', 'FIREWORKS_API_KEY', 'https://api.fireworks.ai/inference/v1'),
  compatible('cerebras', 'CEREBRAS_API_KEY', 'https://api.cerebras.ai/v1', { api: 'chat' }),
  {
    id: 'elevenlabs',
    kind: 'elevenlabs',
    keys: ['ELEVENLABS_API_KEY'],
    baseUrl: 'https://api.elevenlabs.io/v1',
    baseUrlFrom: 'ELEVENLABS_BASE_URL',
    path: '/v1',
  },
  {
    id: 'gemini',
    kind: 'gemini',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
]

/**
 * Where the servers that people run listen unless told otherwise. Without a name where several kinds do: llama.cpp and LocalAI (8080), vLLM
 * (8000), text-generation-webui (5000) and SGLang (30000).
 */
export const usualServers: readonly LocalServer[] = [
  { name: 'Ollama', url: 'http://127.0.0.1:11434' },
  { name: 'LM Studio', url: 'http://127.0.0.1:1234' },
  { url: 'http://127.0.0.1:8080' },
  { url: 'http://127.0.0.1:8000' },
  { name: 'Jan', url: 'http://127.0.0.1:1337' },
  { url: 'http://127.0.0.1:5000' },
  { url: 'http://127.0.0.1:30000' },
]

export type Variables = Readonly<Record<string, string | undefined>>

/** Collects what is wrong, so that everything is told at once. */
export interface Reading {
  readonly variables: Variables
  readonly settings: Settings
  readonly folder: string
  readonly problems: string[]
  readonly notes: string[]
  readonly secrets: string[]
}

const isSendable = (key: string) => /^[\x21-\x7e]+$/.test(key)

/** The value of a variable without the white space around it; undefined where that leaves nothing. */
export const variable = (variables: Variables, name: string) => ownOf(variables, name)?.trim() || undefined

/** Where a kind of provider reads its key, unless as `Authorization: Bearer`. */
const usualKeyHeaders: Partial<Record<ProviderKind, string>> = {
  elevenlabs: 'xi-api-key',
  gemini: 'x-goog-api-key',
}

function keyHeaders(
  key: string | undefined,
  kind: ProviderKind,
  header = usualKeyHeaders[kind],
): Record<string, string> {
  if (key === undefined) return {}
  return header === undefined ? { authorization: `Bearer ${key}` } : { [header.toLowerCase()]: key }
}

/** A key that goes over plain HTTP to another machine can be read on the way. */
function noteExposure(where: string, baseUrl: string, key: string | undefined, { notes }: Reading): void {
  const url = new URL(baseUrl)
  if (key !== undefined && url.protocol === 'http:' && !isOnLoopback(url))
    notes.push(`Warning: ${where} is plain HTTP: its key and all its traffic can be read on the way.`)
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

const isOnLoopback = (url: URL) => isLoopback(url.hostname.replace(/^\[|\]$/g, ''))

/** Whether two addresses lead to the same server, as far as can be told without asking. */
export function isSamePlace(a: string, b: string): boolean {
  const [one, other] = [new URL(a), new URL(b)]
  return one.origin === other.origin || (isOnLoopback(one) && isOnLoopback(other) && one.port === other.port)
}

/** Whether an address is this router’s own, as in the line that it prints for clients: it must not forward to itself. */
export function isOwn(baseUrl: string, { port, publicUrl }: Settings): boolean {
  const url = new URL(baseUrl)
  if (publicUrl !== undefined && url.origin === new URL(publicUrl).origin) return true
  return isOnLoopback(url) && Number(url.port || 80) === port
}

type FileProvider = NonNullable<ConfigFile['providers']>[number]
type FileModel = NonNullable<ConfigFile['models']>[number]

/** The key of a provider of the file; undefined where it needs none, or where what is wrong was noted. */
function keyOf({ keyEnv, keyFile }: FileProvider, place: string, reading: Reading): string | undefined {
  const { variables, folder, problems } = reading
  if (keyEnv !== undefined && keyFile !== undefined) problems.push(`${place}: keyEnv and keyFile exclude each other.`)
  if (keyEnv !== undefined) {
    const key = variable(variables, keyEnv)
    if (key === undefined) problems.push(`${place}.keyEnv names ${keyEnv}, which is not set.`)
    else if (!isSendable(key)) problems.push(`${place}.keyEnv: ${keyEnv} must be visible ASCII without spaces.`)
    else return key
    return undefined
  }
  if (keyFile === undefined) return undefined
  try {
    const key = readKeyFile(resolve(folder, keyFile))
    if (isSendable(key)) return key
    problems.push(`${place}.keyFile: ${keyFile} must hold a key in visible ASCII and nothing else.`)
  } catch (thrown) {
    problems.push(`${place}.keyFile: ${keyFile} ${thrown instanceof Error ? thrown.message : 'cannot be read'}.`)
  }
  return undefined
}

type Texts = NonNullable<FileProvider['headers']>

/** Headers or query with the texts of the environment in their places. */
function textsOf(texts: Texts | undefined, place: string, { variables, problems, secrets }: Reading) {
  return Object.fromEntries(
    Object.entries(texts ?? {}).map(([name, text]) => {
      if (typeof text === 'string') return [name, text]
      const value = variable(variables, text.env)
      if (value === undefined) problems.push(`${place}.${name} names ${text.env}, which is not set.`)
      else secrets.push(value)
      return [name, value ?? '']
    }),
  )
}

/** A provider of the file with its key, which is read here. */
export function fromFile(provider: FileProvider, index: number, reading: Reading): ProviderConfig {
  const { id, kind = 'openai', keyHeader, api = 'auto', chat, include = ['*'], exclude = [], models, limits } = provider
  const place = `providers[${index}]`
  const before = reading.secrets.length
  const key = keyOf(provider, place, reading)
  if (key !== undefined) reading.secrets.push(key)
  const headers = textsOf(provider.headers, `${place}.headers`, reading)
  const query = textsOf(provider.query, `${place}.query`, reading)
  const baseUrl = withoutSlash(provider.baseUrl)
  if (isOwn(baseUrl, reading.settings)) reading.problems.push(`${place}.baseUrl is this router’s own address.`)
  noteExposure(`${place}.baseUrl`, baseUrl, key, reading)
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]))
  return {
    kind,
    upstream: {
      name: id,
      baseUrl,
      headers: { ...lowered, ...keyHeaders(key, kind, keyHeader) },
      ...(provider.query && { query }),
      keys: reading.secrets.slice(before),
    },
    api,
    ...(chat && { chat }),
    include,
    exclude,
    ...(models && { listed: models }),
    limits: Object.fromEntries(Object.entries(limits ?? {}).filter(([, limit]) => limit !== undefined)),
    hasInterfaceModels: kind === 'openai',
  }
}

const copied = ['name', 'description', 'capabilities', 'limits'] as const

export function publicModel(model: FileModel): PublicModel {
  const { id, pricing, providers, fallbackOnUnknown = false } = model
  const stated = copied.flatMap((name) => (model[name] === undefined ? [] : [[name, model[name]]]))
  return {
    entry: {
      id,
      object: 'model',
      ...Object.fromEntries(stated),
      ...(pricing && { pricing: { unit: 'cauris', ...pricing } }),
    },
    providers,
    fallbackOnUnknown,
  }
}

function isHttpUrl(text: string): boolean {
  return (
    /^https?:\/\//i.test(text) && URL.canParse(text) && new URL(text).search === '' && new URL(text).username === ''
  )
}

/** Clients are given this router's key in `OPENAI_API_KEY`; in the router's own environment it is no provider's. */
const isOwnKey = (key: string, settings: Settings) => key === settings.key || key.startsWith('pb-')

/** A provider whose key or address is in the environment; undefined where neither is. */
export function fromPreset(preset: Preset, reading: Reading): ProviderConfig | undefined {
  const { variables, settings, problems, notes, secrets } = reading
  const { id, kind, keys, baseUrlFrom, path = '', keyHeader, api = 'auto', hasInterfaceModels = false } = preset
  const keyName = keys.find((name) => variable(variables, name) !== undefined)
  const key = keyName === undefined ? undefined : variable(variables, keyName)
  const given = baseUrlFrom === undefined ? undefined : variable(variables, baseUrlFrom)
  const baseUrl = given === undefined ? preset.baseUrl : withoutSlash(given).replace(path, '') + path
  if (key === undefined && given === undefined) return undefined
  if (key !== undefined && isOwnKey(key, settings)) return undefined
  if (key !== undefined && !isSendable(key)) {
    problems.push(`${keyName} must be visible ASCII without spaces`)
    return undefined
  }
  if (baseUrl === undefined) {
    problems.push(`${baseUrlFrom} is required beside ${keyName}`)
    return undefined
  }
  if (!isHttpUrl(baseUrl)) {
    problems.push(`${baseUrlFrom} must be an http or https address`)
    return undefined
  }
  if (isOwn(baseUrl, settings)) {
    notes.push(`${baseUrlFrom} is this router’s own address, so it cannot be a provider.`)
    return undefined
  }
  if (key !== undefined) secrets.push(key)
  noteExposure(baseUrlFrom ?? id, baseUrl, key, reading)
  return {
    kind,
    upstream: { name: id, baseUrl, headers: keyHeaders(key, kind, keyHeader), keys: key === undefined ? [] : [key] },
    api,
    include: ['*'],
    exclude: [],
    limits: {},
    hasInterfaceModels,
  }
}
