import { expect, test } from 'vitest'
import { fakeUpstream, sendJson } from '../testing/fake-upstream.ts'
import { testClock } from '../testing/test-clock.ts'
import { createLocalServers } from './local-servers.ts'
import type { LocalServer, PublicModel } from './provider-config.ts'

/** What a server that can be anything answers `GET /v1/models` with at the moment. */
async function fakeServer(first: unknown) {
  const state = { list: first, status: 200, isSilent: false }
  const { upstream, received, close } = await fakeUpstream((_, reply) => {
    if (!state.isSilent) sendJson(reply, state.list, state.status)
  })
  return { state, url: new URL(upstream.baseUrl).origin, received, close }
}

function search(servers: readonly LocalServer[], taken: readonly string[] = [], models: readonly PublicModel[] = []) {
  const { clock, pass } = testClock()
  const logged: string[] = []
  const local = createLocalServers({
    servers,
    models,
    taken,
    create: ({ upstream }, models) => ({
      id: upstream.name,
      get models() {
        return models.entries
      },
      endpoints: new Set(['responses']),
      answer: async () => new Response(upstream.baseUrl),
    }),
    log: (line) => logged.push(line),
    clock,
  })
  const ids = () => local.list().map(({ id }) => id)
  return { local, ids, logged, pass }
}

const listOf = (owner: string, ...ids: readonly string[]) => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', owned_by: owner })),
})

test('models of this machine are marked, those that a cloud serves are not, and models that embed are left out', async () => {
  const { url, received } = await fakeServer(
    listOf('library', 'own-tune:3b', 'gpt-oss:120b-cloud', 'glm-4.6:cloud', 'nomic-embed-text', 'whisper-large'),
  )
  const { local } = search([{ name: 'Ollama', url }])
  await local.look()
  const text = ['responses', 'streaming']
  const [ollama] = local.list()
  expect(ollama?.models).toEqual([
    { id: 'own-tune:3b', object: 'model', owned_by: 'ollama', capabilities: text, local: true },
    { id: 'gpt-oss:120b-cloud', object: 'model', owned_by: 'ollama', capabilities: text },
    { id: 'glm-4.6:cloud', object: 'model', owned_by: 'ollama', capabilities: text },
    { id: 'whisper-large', object: 'model', owned_by: 'ollama', capabilities: ['audio.transcriptions'], local: true },
  ])
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models'])
  expect(local.found()).toEqual(['Found Ollama on this machine: 4 models.'])
})

test('a server without a usual port is named by its reply, else by its port, and no id is given twice', async () => {
  const servers = await Promise.all(
    [listOf('llamacpp', 'a'), listOf('vllm', 'b'), listOf('me', 'c'), listOf('x', 'd')].map(fakeServer),
  )
  const [, second, third] = servers.map(({ url }) => new URL(url).port)
  const { local, ids } = search(
    servers.map(({ url }, index) => ({ url, ...(index === 3 && { name: 'My Box' }) })),
    ['vllm'],
  )
  await local.look()
  expect(ids()).toEqual(['llama.cpp', `vllm-${second}`, `local-${third}`, 'my-box'])
  expect(local.found()[2]).toBe(`Found a server at port ${third} on this machine: 1 model.`)
})

test('a model of the configuration is offered under its own id, and sent as the server has it', async () => {
  const { url } = await fakeServer(listOf('library', 'llama3:8b'))
  const house: PublicModel = {
    entry: { id: 'house', object: 'model', name: 'House' },
    providers: [{ provider: 'ollama', model: 'llama3:8b' }],
    fallbackOnUnknown: false,
  }
  const { local } = search([{ name: 'Ollama', url }], [], [house])
  await local.look()
  const facts = { object: 'model', owned_by: 'ollama', capabilities: ['responses', 'streaming'], local: true }
  expect(local.list()[0]?.models).toEqual([
    { ...facts, id: 'house', name: 'House' },
    { ...facts, id: 'llama3:8b' },
  ])
})

test('what answers with an error or with something else is no server of models', async () => {
  const [locked, other] = [await fakeServer({ error: { message: 'Key?' } }), await fakeServer({ hello: 'world' })]
  locked.state.status = 401
  const { local, ids } = search([{ url: locked.url }, { url: other.url }])
  await local.look()
  expect(ids()).toEqual([])
})

test('servers are looked for again after 30 s at the earliest: one that comes is found, one that leaves takes its models along', async () => {
  const [staying, leaving] = [await fakeServer(listOf('library', 'a')), await fakeServer(listOf('vllm', 'b'))]
  staying.state.status = 503
  const { local, ids, logged, pass } = search([{ name: 'Ollama', url: staying.url }, { url: leaving.url }])
  await local.look()
  expect(ids()).toEqual(['vllm'])
  staying.state.status = 200
  leaving.close()
  await pass(29_999)
  expect(local.look()).toBeUndefined()
  await pass(1)
  await local.look()
  expect(ids()).toEqual(['ollama'])
  expect(logged).toEqual(['Found Ollama on this machine: 1 model.', 'vLLM on this machine is gone.'])
})

test('a server that does not answer within 300 ms is not waited for, and stays if it was there', async () => {
  const [busy, slow] = [await fakeServer(listOf('library', 'a')), await fakeServer(listOf('vllm', 'b'))]
  slow.state.status = 503
  const { local, ids, logged, pass } = search([{ name: 'Ollama', url: busy.url }, { url: slow.url }])
  await local.look()
  busy.state.isSilent = true
  slow.state.isSilent = true
  await pass(30_000)
  const second = local.look()
  await expect.poll(() => busy.received.length + slow.received.length).toBe(4)
  await pass(300)
  await second
  expect(ids()).toEqual(['ollama'])
  expect(logged).toEqual([])
})
