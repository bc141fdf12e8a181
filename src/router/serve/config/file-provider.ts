import { resolve } from 'node:path'
import type { ProviderConfig, ProviderKind, PublicModel } from '../../upstream/provider-config.ts'
import type { ConfigFile } from './config-file.ts'
import { readKeyFile } from './read-file.ts'
import { isOwn, isSendable, keyHeaders, noteExposure, type Reading, variable, withoutSlash } from './reading.ts'

type FileProvider = NonNullable<ConfigFile['providers']>[number]
type FileModel = NonNullable<ConfigFile['models']>[number]

/** Where a kind of provider reads its key, unless as `Authorization: Bearer`. */
const usualKeyHeaders: Partial<Record<ProviderKind, string>> = {
  elevenlabs: 'xi-api-key',
  gemini: 'x-goog-api-key',
}

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
      headers: { ...lowered, ...keyHeaders(key, keyHeader ?? usualKeyHeaders[kind]) },
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

/** A model of the file as `GET /v1/models` has it. */
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
