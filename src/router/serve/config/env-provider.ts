import type { ProviderConfig } from '../../upstream/provider-config.ts'
import type { Settings } from '../settings.ts'
import type { Preset } from './presets.ts'
import { isOwn, isSendable, keyHeaders, noteExposure, type Reading, variable, withoutSlash } from './reading.ts'

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
    upstream: { name: id, baseUrl, headers: keyHeaders(key, keyHeader), keys: key === undefined ? [] : [key] },
    api,
    include: ['*'],
    exclude: [],
    limits: {},
    hasInterfaceModels,
  }
}
