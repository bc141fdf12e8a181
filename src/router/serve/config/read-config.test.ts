import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Settings } from '../settings.ts'
import { configSchema } from './config-file.ts'
import { readConfig } from './read-config.ts'

const settings: Settings = {
  port: 8787,
  drainMs: 0,
  host: '127.0.0.1',
  allowedOrigins: [],
  unsafeOrigins: [],
  dataDir: '/state',
}
const canary = 'sk-canary-0123456789'

/** Reads a configuration file with this content, beside a key file. */
function reading(content: unknown, variables: Record<string, string> = {}, keyMode = 0o600) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-config-'))
  writeFileSync(join(folder, 'key'), `${canary}\n`, { mode: 0o600 })
  chmodSync(join(folder, 'key'), keyMode)
  writeFileSync(join(folder, 'patchbay.config.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return readConfig(variables, settings, folder)
}

const fromEnv = (variables: Record<string, string>, more: Partial<Settings> = {}) => {
  const result = readConfig(variables, { ...settings, ...more }, mkdtempSync(join(tmpdir(), 'patchbay-config-')))
  if (result.status === 'bad') throw new Error(result.problems.join('\n'))
  return result.config
}
const upstreams = (variables: Record<string, string>) =>
  fromEnv(variables).providers.map(({ upstream: { name, baseUrl, headers } }) => ({ name, baseUrl, headers }))

test('without keys and a file there are the sandbox and the usual local servers', () => {
  const { providers, models, sandbox, localServers } = fromEnv({})
  expect([providers, models, sandbox]).toEqual([[], [], true])
  expect(localServers).toContainEqual({ name: 'Ollama', url: 'http://127.0.0.1:11434' })
  expect(fromEnv({}, { localServers: 'off', sandbox: 'off' })).toMatchObject({ localServers: [], sandbox: false })
})

test('this machine is not searched at the router’s own port, nor where a provider is configured', () => {
  const { localServers } = fromEnv({ OPENAI_BASE_URL: 'http://localhost:11434/v1' }, { port: 1234 })
  expect(localServers.map(({ url }) => new URL(url).port)).toEqual(['8080', '8000', '1337', '5000', '30000'])
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['http://localhost:9999', 'http://localhost:9999'],
  ['gpu.example:11434', 'http://127.0.0.1:11434'],
])('OLLAMA_HOST %s: Ollama is looked for at %s', (OLLAMA_HOST, url) => {
  expect(fromEnv({ OLLAMA_HOST }).localServers).toContainEqual({ name: 'Ollama', url })
})

test.each([
  [{ OPENAI_API_KEY: ` ${canary}\n` }, 'openai', 'https://api.openai.com/v1', { authorization: `Bearer ${canary}` }],
  [{ OPENAI_BASE_URL: 'http://10.0.0.5:8000/v1/' }, 'openai', 'http://10.0.0.5:8000/v1', {}],
  [
    { AZURE_OPENAI_API_KEY: canary, AZURE_OPENAI_ENDPOINT: 'https://me.openai.azure.com/' },
    'azure',
    'https://me.openai.azure.com/openai/v1',
    { 'api-key': canary },
  ],
  [
    { ELEVENLABS_API_KEY: canary, ELEVENLABS_BASE_URL: 'http://127.0.0.1:9/v1' },
    'elevenlabs',
    'http://127.0.0.1:9/v1',
    { 'xi-api-key': canary },
  ],
  [
    { GOOGLE_API_KEY: canary },
    'gemini',
    'https://generativelanguage.googleapis.com/v1beta',
    { 'x-goog-api-key': canary },
  ],
  [{ GROQ_API_KEY: canary }, 'groq', 'https://api.groq.com/openai/v1', { authorization: `Bearer ${canary}` }],
])('%j makes a provider', (variables, name, baseUrl, headers) => {
  expect(upstreams(variables)).toEqual([{ name, baseUrl, headers }])
})

test('what this router tells its clients to set makes it no provider of its own', () => {
  expect(upstreams({ OPENAI_BASE_URL: 'http://127.0.0.1:8787/v1', OPENAI_API_KEY: 'pb-made' })).toEqual([])
  expect(upstreams({ OPENAI_API_KEY: 'pb-made' })).toEqual([])
  expect(fromEnv({ OPENAI_BASE_URL: 'http://localhost:8787/v1' }).notes).toEqual([
    expect.stringContaining('this router’s own address'),
  ])
})

test('a file says providers, models and limits, and a key in the environment adds its provider behind them', () => {
  const result = reading(
    {
      $schema: 'http://127.0.0.1:8787/config.schema.json',
      providers: [
        {
          id: 'team',
          baseUrl: 'https://llm.example/v1',
          keyFile: 'key',
          headers: { 'X-Team': 'blue', 'X-Token': { env: 'TOKEN' } },
          limits: { concurrent: 4 },
          api: 'chat',
          chat: { limitField: 'max_completion_tokens', reasoningField: null },
        },
      ],
      models: [
        {
          id: 'house',
          capabilities: ['responses', 'streaming'],
          pricing: { api: 60, agent: '60' },
          providers: [
            { provider: 'team', model: 'llama-4' },
            { provider: 'groq', model: 'llama-4' },
          ],
        },
      ],
    },
    { GROQ_API_KEY: canary, TOKEN: 'token-value' },
  )
  expect(result).toMatchObject({
    status: 'good',
    config: {
      providers: [
        {
          upstream: { headers: { authorization: `Bearer ${canary}`, 'x-team': 'blue', 'x-token': 'token-value' } },
          limits: { concurrent: 4 },
          api: 'chat',
          chat: { limitField: 'max_completion_tokens', reasoningField: null },
        },
        { upstream: { name: 'groq' } },
      ],
      models: [
        {
          entry: { id: 'house', capabilities: ['responses', 'streaming'], pricing: { unit: 'cauris', api: 60 } },
          fallbackOnUnknown: false,
        },
      ],
      secrets: [canary, 'token-value', canary],
    },
  })
})

const team = { id: 'team', baseUrl: 'https://llm.example/v1' }

test('a model may name servers on this machine, under every id that they can get', () => {
  const on = (...ids: string[]) => ({
    models: [{ id: 'a', providers: ids.map((provider) => ({ provider, model: 'a' })) }],
  })
  expect(reading(on('ollama', 'lm-studio', 'llama.cpp', 'vllm', 'vllm-8000', 'local-5000')).status).toBe('good')
  expect(reading(on('ollama'), { OPENAI_BASE_URL: 'http://localhost:11434/v1' })).toMatchObject({
    problems: [expect.stringContaining('models[0].providers[0].provider: there is no provider ollama.')],
  })
})

test.each([
  ['{ "providers": [\n  oops ] }', 'is not JSON: line 2, column 3'],
  [
    { providers: [team, { ...team, id: 'b', baseUrl: 'ftp://a' }] },
    'providers[1].baseUrl must be an http or https address',
  ],
  [{ providers: [{ id: 'team' }] }, 'providers[0].baseUrl is missing.'],
  [{ providers: [{ ...team, base_url: 'x' }] }, 'providers[0].base_url is not a setting: did you mean baseUrl?'],
  [{ provider: [] }, 'provider is not a setting: did you mean providers?'],
  [[], 'must be an object.'],
  ['\uFEFF{}}', 'is not JSON: line 1, column 3'],
  [{ providers: [{ ...team, key: canary }] }, 'providers[0].key is not a setting. Keys are not kept in this file'],
  [{ providers: [{ ...team, headers: { host: 'x' } }] }, 'providers[0].headers.host: This header is set by the router'],
  [
    { providers: [{ ...team, headers: { Authorization: canary } }] },
    'providers[0].headers.Authorization: This looks like a key. Keys are not kept in this file',
  ],
  [{ providers: [{ ...team, keyEnv: 'NO_SUCH_KEY' }] }, 'providers[0].keyEnv names NO_SUCH_KEY, which is not set.'],
  [{ providers: [{ ...team, keyFile: 'none' }] }, 'providers[0].keyFile: none cannot be read (ENOENT).'],
  [{ providers: [team, team] }, 'providers[1].id: team is used twice.'],
  [
    { providers: [{ ...team, baseUrl: 'http://127.0.0.1:8787/v1' }] },
    'providers[0].baseUrl is this router’s own address.',
  ],
  [
    { models: [{ id: 'a', providers: [{ provider: 'nobody', model: 'a' }] }] },
    'models[0].providers[0].provider: there is no provider nobody.',
  ],
  [{ models: [{ id: 'a', capabilities: ['chat'], providers: [] }] }, 'models[0].capabilities[0] must be responses, '],
  [{ localServers: [{ name: 'x', url: 'http://10.0.0.1:1' }] }, 'localServers[0].url must be an http address of this'],
])('%j is refused with its place', (content, problem) => {
  const result = reading(content)
  expect(result).toMatchObject({ status: 'bad' })
  const lines = result.status === 'bad' ? result.problems : []
  expect(lines).toContainEqual(expect.stringContaining(`patchbay.config.json: ${problem}`))
  expect(lines.join('\n')).not.toContain(canary)
})

test.each([
  ['X-Portkey-Provider', 'openai'],
  ['x-portkey-provider', '@openai-production'],
  ['x-portkey-config', 'pc-prod-a1b2c3'],
  ['x-portkey-metadata', '{"_user":"team-blue","environment":"production"}'],
  ['x-keyspace', 'production-eu-west-1'],
  ['x-keyboard-layout', 'us'],
  ['x-monkey', 'yes'],
  ['x-max-tokens', '128000'],
  ['x-token-budget', '4096'],
  ['x-secret-santa', 'Monday 2026-12-21'],
  ['x-api-key', 'not-needed'],
  ['authorization', 'dummy'],
  ['x-region', 'sk-bratislava'],
  ['x-note', 'basic authentication'],
  ['x-trace', '8f14e45fceea167a5a36dedd4bea2543'],
])('the header %s: %s is sent as it is in the file', (name, text) => {
  const result = reading({ providers: [{ ...team, headers: { [name]: text } }] })
  expect(result).toMatchObject({
    config: { providers: [{ upstream: { headers: { [name.toLowerCase()]: text } } }] },
  })
})

test.each([
  ['x-portkey-virtual-key', '8f14e45fceea167a5a36dedd4bea2543'],
  ['x-portkey-virtual-key', 'openai-8f14e45fceea167a5a36'],
  ['Ocp-Apim-Subscription-Key', '8F14E45FCEEA167A5A36DEDD4BEA2543'],
  ['x-key', '3f2a1b0c-9d8e-4f7a-8b6c-5d4e3f2a1b0c'],
  ['x-portkey-config', '{"provider":"openai","api_key":"sk-proj-0123456789"}'],
  ['x-anything', 'sk-ant-api03-0123456789'],
  ['x-upstream', 'Bearer abcdef012345'],
  ['x-google', 'AIzaSyA0123456789abcdef'],
  ['x-jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  ['x-api-key', 'hunter2'],
  ['x-password', 'Tr0ub4dor&3'],
  ['cookie', 'session=abc'],
])('the header %s: %s is refused by its name, without its text', (name, text) => {
  const result = reading({ providers: [{ ...team, headers: { 'X-Team': 'blue', [name]: text } }] })
  const problems = result.status === 'bad' ? result.problems : []
  expect(problems).toEqual([expect.stringContaining(`providers[0].headers.${name}: This looks like a key.`)])
  expect(problems.join()).not.toContain(text)
})

test.each(['a\nb', 'a\r\nx-injected: b', 'a\u2028b', '\0', ''])('%j is no name of a model or a server', (name) => {
  const result = reading({
    providers: [{ id: 'acme', baseUrl: 'https://a.example/v1', models: [name], include: [name], exclude: [name] }],
    models: [{ id: name, name, providers: [{ provider: 'acme', model: name }] }],
    localServers: [{ name, url: 'http://127.0.0.1:1' }],
  })
  expect(result.status === 'bad' && result.problems.map((one) => one.slice(one.indexOf(': ') + 2))).toEqual(
    [
      ...['providers[0].include[0]', 'providers[0].exclude[0]', 'providers[0].models[0]'],
      ...['models[0].id', 'models[0].name', 'models[0].providers[0].model', 'localServers[0].name'],
    ].map((place) => `${place} must be one line of text, without control characters.`),
  )
})

test.each([[0o640], [0o604]])('a key file that others can read (%o) is refused', (mode) => {
  expect(reading({ providers: [{ ...team, keyFile: 'key' }] }, {}, mode)).toMatchObject({
    problems: [expect.stringContaining('keyFile: key can be read by other users: set its mode to 0600.')],
  })
})

test('the JSON Schema for editors describes every key and knows no others', () => {
  expect(configSchema()).toMatchObject({
    additionalProperties: false,
    properties: {
      providers: { items: { additionalProperties: false, properties: { baseUrl: { format: 'uri' } } } },
      models: { items: { properties: { capabilities: { description: expect.stringContaining('streaming') } } } },
    },
  })
})
