import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../runtime/system-clock.ts'
import { fakeUpstream, sendJson } from '../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'
import type { ProviderConfig, PublicModel } from '../upstream/provider-config.ts'
import { createProviders } from './all-providers.ts'

interface Setup {
  readonly config?: Partial<ProviderConfig>
  readonly models?: readonly PublicModel[]
  /** What `GET /models` answers; `late` after it resolves. */
  readonly list: unknown
  readonly late?: Promise<void>
}

/** The official client before a router with one configured provider and the sandbox. */
async function routerWith({ config, models = [], list, late }: Setup) {
  const { upstream, received } = await fakeUpstream(async ({ method }, reply) => {
    if (method === 'GET') await late
    sendJson(reply, method === 'GET' ? list : { id: 'resp_1', object: 'response', output: [] })
  })
  const provider: ProviderConfig = {
    ...({ kind: 'openai', upstream, api: 'responses', include: ['*'], exclude: [], limits: {} } as const),
    hasInterfaceModels: true,
    ...config,
  }
  const providers = await createProviders({
    config: { providers: [provider], models, localServers: [], sandbox: true, secrets: [], notes: [] },
    log: () => {},
    clock: systemClock,
  })
  const { url, close } = await startTestRouter({ providers: providers.list, models: providers })
  onTestFinished(close)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 })
  const sentModels = () =>
    received.flatMap(({ method, body }) => (method === 'POST' ? [JSON.parse(body.toString()).model] : []))
  return { client, sentModels }
}

const idsOf = async (client: OpenAI) => (await client.models.list()).data.map(({ id }) => id)
const ask = (client: OpenAI, model: string) => client.responses.create({ model, input: 'hi' })

test('what the upstream lists is offered first, under the ids of the interface too, and those are sent as the upstream has them', async () => {
  const list = { object: 'list', data: ['text-embedding-3', 'gpt-5.4-pro', 'gpt-image-2'].map((id) => ({ id })) }
  const { client, sentModels } = await routerWith({ list })
  const ids = await idsOf(client)
  expect(ids.slice(0, 5)).toEqual(['gen-5.4-pro', 'gen-image-2', 'gpt-5.4-pro', 'gpt-image-2', 'sandbox-fast'])
  expect(ids).not.toContain('gen-image-1.5')
  await ask(client, 'gen-5.4-pro')
  await ask(client, 'gpt-5.4-pro')
  expect(sentModels()).toEqual(['gpt-5.4-pro', 'gpt-5.4-pro'])
})

test('a request that comes before the first list waits for it, and is never answered by the sandbox', async () => {
  const late = new Promise<void>((resolve) => setTimeout(resolve, 50))
  const { client, sentModels } = await routerWith({ list: [{ id: 'gpt-5.4-pro' }], late })
  await ask(client, 'gen-5.4-pro')
  expect(sentModels()).toEqual(['gpt-5.4-pro'])
})

test('a model that the upstream does not have is a 404, although the sandbox has one of that id', async () => {
  const { client, sentModels } = await routerWith({ list: { data: null, object: 'list' } })
  await expect(ask(client, 'gen-5.4-pro')).rejects.toMatchObject({ status: 404, code: 'model_not_found' })
  expect(sentModels()).toEqual([])
})

test('a server on this machine answers for its models, which stand before those of the sandbox', async () => {
  const { upstream } = await fakeUpstream(({ method }, reply) =>
    sendJson(reply, method === 'GET' ? { data: [{ id: 'tiny' }] } : { id: 'resp_1', object: 'response', output: [] }),
  )
  const servers = [{ name: 'Ollama', url: new URL(upstream.baseUrl).origin }]
  const providers = await createProviders({
    config: { providers: [], models: [], localServers: servers, sandbox: true, secrets: [], notes: [] },
    log: () => {},
    clock: systemClock,
  })
  expect(await providers.found).toEqual(['Found Ollama on this machine: 1 model.'])
  const { url, close } = await startTestRouter({ providers: providers.list, models: providers })
  onTestFinished(close)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 })
  expect((await client.models.list()).data[0]).toMatchObject({ id: 'tiny', owned_by: 'ollama', local: true })
  const { response } = await client.responses.create({ model: 'tiny', input: 'hi' }).withResponse()
  expect(response.headers.get('x-router-provider')).toBe('ollama')
})

test('public models, patterns and stated ids say what is offered', async () => {
  const house: PublicModel = {
    entry: { id: 'house', object: 'model', name: 'House', pricing: { unit: 'cauris', api: 7 } },
    providers: [{ provider: 'acme', model: 'llama-4' }],
    fallbackOnUnknown: false,
  }
  const listed = ['gpt-5', 'gpt-5-preview', 'llama-4']
  const { client, sentModels } = await routerWith({
    config: { listed, include: ['gpt-*'], exclude: ['*-preview'] },
    models: [house],
    list: {},
  })
  expect((await idsOf(client)).slice(0, 3)).toEqual(['house', 'gpt-5', 'sandbox-fast'])
  const first = (await client.models.list()).data[0]
  expect(first).toMatchObject({ ...house.entry, owned_by: 'acme', capabilities: ['responses', 'streaming'] })
  await ask(client, 'house')
  expect(sentModels()).toEqual(['llama-4'])
})
