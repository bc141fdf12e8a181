import { expect, test } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import type { JobPort, JobRequest, Provider } from '../provider.ts'
import { testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

/** A provider of videos that says what it was asked. */
function videoProvider(name: string, asked: JobRequest[] = []): Provider {
  const told = async (request: JobRequest) => {
    asked.push(request)
    const { id, publicId, query, headers } = request
    return jsonReply({ name, own: id, id: publicId, query: String(query), headers: Object.fromEntries(headers) })
  }
  const port: JobPort = {
    create: async ({ publicId }) => jsonReply({ id: publicId(`job/of ${name}`) }),
    status: told,
    content: told,
  }
  const model = `${name}-video`
  return {
    ...testProvider(undefined, { id: name, models: [model] }),
    models: [{ id: model, object: 'model', capabilities: ['videos.create'] }],
    endpoints: new Set(['videos.create', 'videos.status', 'videos.content']),
    jobs: { video: port },
  }
}

const secret = 'a secret of the test'

function askedRouter(options: Parameters<typeof testRouter>[0] = {}) {
  const { router, get } = testRouter({ providers: [videoProvider('one'), videoProvider('two')], secret, ...options })
  const create = async (model: string) => {
    const headers = { host: '127.0.0.1:8787', authorization: 'Bearer LOCAL', 'content-type': 'application/json' }
    const body = JSON.stringify({ model, prompt: 'a boat' })
    const reply = await router.request('/v1/videos', { method: 'POST', headers, body })
    const { id }: { id: string } = await reply.json()
    return id
  }
  return { get, create }
}

test('a job is asked of the provider that made it, under the id that it has there', async () => {
  const { get, create } = askedRouter()
  for (const name of ['one', 'two']) {
    const id = await create(`${name}-video`)
    const reply = await get(`/v1/videos/${id}`)
    expect(reply.headers.get('x-router-provider')).toBe(name)
    expect(await reply.json()).toMatchObject({ name, own: `job/of ${name}`, id })
  }
})

test('another router with the same secret answers for the job; with another secret it is a 404', async () => {
  const id = await askedRouter().create('one-video')
  expect((await askedRouter().get(`/v1/videos/${id}`)).status).toBe(200)
  const foreign = await askedRouter({ secret: 'another secret' }).get(`/v1/videos/${id}`)
  expect(foreign.status).toBe(404)
  expect(await foreign.json()).toMatchObject({ error: { code: 'job_not_found', param: 'id', retry: 'safe' } })
})

test('an id of a provider that is gone, and one that was made up, are 404s', async () => {
  const id = await askedRouter().create('two-video')
  const { get } = askedRouter({ providers: [videoProvider('one')] })
  for (const path of [id, `${id}x`, 'video_abc', 'abc']) {
    expect((await get(`/v1/videos/${path}`)).status).toBe(404)
    expect((await get(`/v1/videos/${path}/content`)).status).toBe(404)
  }
})

test('the content port is given the query, and of the headers those for a part', async () => {
  const asked: JobRequest[] = []
  const { get, create } = askedRouter({ providers: [videoProvider('one', asked)] })
  const id = await create('one-video')
  const conditions = { range: 'bytes=1-', 'if-range': '"x"', 'if-none-match': '"y"' }
  await get(`/v1/videos/${id}/content?variant=thumbnail`, { headers: { ...conditions, 'x-own': 'z' } })
  expect(asked[0]?.query.get('variant')).toBe('thumbnail')
  expect(Object.fromEntries(asked[0]?.headers ?? [])).toEqual(conditions)
})

test('without a provider of videos it is a 501', async () => {
  const { get } = testRouter()
  expect((await get('/v1/videos/abc')).status).toBe(501)
})
