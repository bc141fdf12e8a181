import { Validator } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointId } from '#contract/routes.ts'
import { createSandbox } from '../providers/sandbox/sandbox.ts'
import { paintHere } from '../providers/sandbox/testing/ask.ts'
import { posedClips } from '../providers/sandbox/videos/testing/posed-clips.ts'
import { configSchema } from '../serve/config/config-file.ts'
import { testRouter } from '../testing/test-router.ts'
import { description } from './openapi.ts'
import { routeNotes } from './route-notes.ts'

const { paths, components } = description()
const { provider } = createSandbox({ pause: async () => {}, paint: paintHere, makeClip: posedClips().makeClip })
const { router, get } = testRouter({ providers: [provider] })
const table = Object.values(endpoints).map(({ id }): Endpoint & { id: EndpointId } => ({ ...endpoints[id], id }))
const operationOf = ({ path, method }: Endpoint) => paths[`/v1${path}`]?.[method.toLowerCase()]

/** What does not fit a schema of the description. */
function misfits(schema: object, value: unknown) {
  const { errors } = new Validator({ ...schema, components }, '2020-12', false).validate(value)
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`)
}

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => (name === '$ref' ? [String(one)] : refsIn(one)))
}

const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  router.request(path, {
    ...{ method: 'POST', body },
    headers: { host: '127.0.0.1:8787', authorization: 'Bearer LOCAL', ...headers },
  })

const sendJson = (path: string, body: object) =>
  send(path, JSON.stringify(body), { 'content-type': 'application/json' })

/** Reads a reply to its end, and compares it with what the description says of its type. */
async function expectDescribed(endpoint: Endpoint, reply: Response) {
  const type = reply.headers.get('content-type')?.split(';')[0] ?? ''
  const text = await reply.text()
  expect([reply.status, type, reply.status === 200 || text]).toEqual([200, expect.any(String), true])
  const found = operationOf(endpoint)?.responses[200]
  const content = found && 'content' in found ? found.content : undefined
  const schema = content?.[type]?.schema ?? content?.[type.replace(/\/.*/, '/*')]?.schema
  expect(schema, `${endpoint.path} ${type}`).toBeDefined()
  if (type === 'application/json') expect(misfits(schema ?? {}, JSON.parse(text))).toEqual([])
  if (type !== 'text/event-stream') return
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']): unknown => JSON.parse(data))
  expect(events.length).toBeGreaterThan(0)
  for (const event of events) expect(misfits(schema ?? {}, event)).toEqual([])
}

test('every reference resolves, and every route of the table is described', () => {
  const refs = [...new Set(refsIn(description()))]
  expect(refs.length).toBeGreaterThan(20)
  const missing = refs.filter((ref) => {
    const steps = ref.replace(/^#\//, '').split('/')
    return steps.reduce<unknown>((at, step) => Object(at)[step], description()) === undefined
  })
  expect(missing).toEqual([])
  expect(table.filter((endpoint) => !operationOf(endpoint))).toEqual([])
})

test('the router knows every described path, and refuses what is described as refused with the described error', async () => {
  const schema = { $ref: '#/components/schemas/Error' }
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { security }] of Object.entries(operations)) {
      const init = { method: method.toUpperCase(), headers: { authorization: '' } }
      const reply = await get(path.replaceAll(/\{\w+\}/g, 'x'), init)
      const isUnknown = security && path.includes('{')
      expect([path, reply.status]).toEqual([path, isUnknown ? 404 : security ? 200 : 401])
      if (!reply.ok) expect(misfits(schema, await reply.json())).toEqual([])
    }
  }
})

test('a body without a field that is described as needed is refused, with that field named', () => {
  for (const { id, check } of table) {
    const groups = routeNotes[id].needs ?? []
    const all = Object.fromEntries(groups.flat().map((name) => [name, ['x']]))
    for (const [param, ...others] of groups) {
      const without = { ...all, ...Object.fromEntries([param ?? '', ...others].map((name) => [name, undefined])) }
      expect(check?.(without)).toMatchObject({ param })
    }
  }
})

const examples = table.flatMap((endpoint) =>
  Object.entries(routeNotes[endpoint.id].examples ?? {}).map(([name, body]) => ({ endpoint, name, body })),
)
/** Replies that take long to make, of kinds that other examples get too. */
const slow = ['images.generations', 'audio.voice-design', 'audio.music']
const isSlow = ({ id }: Endpoint) => slow.includes(id) && !process.env.SOAK

test.each(examples)(
  'the example of $endpoint.path, $name, fits its schema and gets the described reply',
  async (one) => {
    const { endpoint, body } = one
    const schema = operationOf(endpoint)?.requestBody?.content['application/json']?.schema
    expect(misfits(schema ?? {}, body)).toEqual([])
    if (!isSlow(endpoint)) await expectDescribed(endpoint, await sendJson(`/v1${endpoint.path}`, body))
  },
)

test('so do the examples that send a file', { timeout: 60_000 }, async () => {
  const speech = { model: 'gen-4o-mini-tts', input: 'Good evening.', response_format: 'wav' }
  const spoken = await (await sendJson('/v1/audio/speech', speech)).blob()
  const drawing = { model: 'sandbox-image-plain', prompt: 'a boat', size: '96x64' }
  const drawn = await (await sendJson('/v1/images/generations', drawing)).json()
  const picture = new Blob([Buffer.from(drawn.data[0].b64_json, 'base64')], { type: 'image/png' })
  for (const endpoint of table) {
    const { form } = routeNotes[endpoint.id]
    if (!form) continue
    const body = new FormData()
    for (const [name, text] of Object.entries(form.texts)) body.set(name, text)
    body.set(form.file, endpoint.id === 'images.edits' ? picture : spoken, 'file')
    await expectDescribed(endpoint, await send(`/v1${endpoint.path}`, body))
  }
})

test('free reads get the described replies too', async () => {
  await expectDescribed(endpoints.models, await get('/v1/models'))
  const made = await sendJson('/v1/videos', { model: 'sandbox-video', prompt: 'a boat', seconds: '4' })
  const { id } = await made.json()
  await expectDescribed(endpoints['videos.status'], await get(`/v1/videos/${id}`))
})

test('the description is served without a key, and answers 304 to those who have it', async () => {
  const reply = await get('/openapi.json', { headers: { authorization: '' } })
  expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(description())))
  const etag = reply.headers.get('etag') ?? ''
  const again = await get('/openapi.json', { headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const head = await get('/openapi.json', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, reply.headers.get('content-length')])
  expect((await get('/openapi.json', { method: 'POST' })).status).toBe(405)
})

test('the schema of the configuration file is served for editors', async () => {
  const reply = await get('/config.schema.json', { headers: { authorization: '' } })
  expect([reply.status, await reply.json()]).toEqual([200, JSON.parse(JSON.stringify(configSchema()))])
})
