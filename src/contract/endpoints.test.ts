import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { seed } from '../testing/seed.ts'
import { fields } from './core/field.ts'
import type { Endpoint } from './endpoints.ts'
import { endpoints } from './endpoints.ts'
import type { EndpointId } from './routes.ts'

const numRuns = process.env.SOAK ? 20_000 : 300

const rows: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints)
const posts = rows.flatMap(([id, { request, ...rest }]) => (request ? [[id, { ...rest, request }] as const] : []))
const rowOf = (id: EndpointId): Endpoint => endpoints[id]

const json = 'json'
const both = 'json multipart'
const MB = 1024 * 1024

/** The route table of the interface (§4.1), with the body kinds and limits of the rulings. */
const table = [
  ['models', 'GET', '/models', '', 0],
  ['responses', 'POST', '/responses', json, 64 * MB],
  ['images.generations', 'POST', '/images/generations', json, 64 * MB],
  ['images.edits', 'POST', '/images/edits', both, 64 * MB],
  ['videos.create', 'POST', '/videos', both, 20 * MB],
  ['videos.status', 'GET', '/videos/{id}', '', 0],
  ['videos.content', 'GET', '/videos/{id}/content', '', 0],
  ['audio.speech', 'POST', '/audio/speech', json, 20 * MB],
  ['audio.transcriptions', 'POST', '/audio/transcriptions', both, 20 * MB],
  ['audio.voice-design', 'POST', '/audio/voice-design', json, 20 * MB],
  ['audio.voice-change', 'POST', '/audio/voice-change', both, 20 * MB],
  ['audio.dubbing', 'POST', '/audio/dubbing', both, 20 * MB],
  ['audio.music', 'POST', '/audio/music', json, 20 * MB],
  ['audio.sound-generation', 'POST', '/audio/sound-generation', json, 20 * MB],
  ['audio.voice-isolation', 'POST', '/audio/voice-isolation', both, 20 * MB],
] as const

test('the table has the fifteen routes of the interface, in its order', () => {
  expect(rows.map(([id]) => id)).toEqual(table.map(([id]) => id))
})

test.each(table)('%s is %s %s', (id, method, path, bodies, maxBytes) => {
  const row = rowOf(id)
  expect(row).toMatchObject({ id, method, path, maxBytes, status: 'Live API', paid: method === 'POST' })
  expect([...row.bodies].sort().join(' ')).toBe(bodies)
  expect(row.request === null).toBe(method === 'GET')
  expect(row.replies.length).toBeGreaterThan(0)
  expect(row.vocabulary).toBe(id === 'responses' ? 'response' : id === 'models' ? undefined : 'media')
})

/** The least that each route takes. */
const least: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  responses: { model: 'm', input: 'hello' },
  'images.generations': { model: 'm', prompt: 'a boat' },
  'images.edits': { model: 'm', prompt: 'a boat', images: [{ image_url: 'https://example.test/boat.png' }] },
  'videos.create': { model: 'm', prompt: 'a boat' },
  'audio.speech': { model: 'm', input: 'hello' },
  'audio.transcriptions': { model: 'm', file: 'data:audio/wav;base64,UklGRg==' },
  'audio.voice-design': { model: 'm', prompt: 'an old sailor' },
  'audio.voice-change': { model: 'm', file: new Blob(['sound']) },
  'audio.dubbing': { model: 'm', source_url: 'https://example.test/film.mp4', target_lang: 'es' },
  'audio.music': { model: 'm', prompt: 'a shanty' },
  'audio.sound-generation': { model: 'm', text: 'waves' },
  'audio.voice-isolation': { model: 'm', file: 'UklGRg==' },
}

test.each(posts)('%s takes its least request, and unknown fields pass through unchanged', (id, { request, check }) => {
  const body = { ...least[id], something_new: { deep: [1] }, voice_extra: null }
  expect(z.safeParse(request, body)).toEqual({ success: true, data: body })
  expect(check?.(body)).toBeUndefined()
})

test.each(posts)('%s refuses a request without a model, and every model id is let through', (id, { request }) => {
  const { model: _, ...rest } = least[id] ?? {}
  expect(z.safeParse(request, rest).error?.issues[0]?.path).toEqual(['model'])
  expect(z.safeParse(request, { ...rest, model: '' }).success).toBe(false)
  expect(z.safeParse(request, { ...rest, model: 'someone/else:free' }).success).toBe(true)
})

test.each(posts)(
  '%s refuses for a model that is listed for other endpoints, and serves one that reports nothing',
  (id, { rules }) => {
    const body = least[id] ?? {}
    expect(rules?.('m', { id: 'm', endpoints: ['models'], raw: {} }).check(body)?.param).toBe('model')
    expect(rules?.('m', { id: 'm', endpoints: [id, 'images.edits'], raw: {} }).check(body)).toBeUndefined()
    expect(rules?.('m', { id: 'm', raw: {} })).toMatchObject({ fields: {} })
    expect(rules?.('m', { id: 'm', raw: {} }).check(body)).toBeUndefined()
    expect(rules?.('m').check(body)).toBeUndefined()
  },
)

/** Every property in a JSON schema, whatever object or union it stands in. */
function propertiesOf(node: z.core.JSONSchema._JSONSchema): (readonly [string, z.core.JSONSchema.BaseSchema])[] {
  if (typeof node === 'boolean') return []
  const own = Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    typeof child === 'boolean' ? [] : [[name, child] as const, ...propertiesOf(child)],
  )
  return [...own, ...(node.anyOf ?? []).flatMap(propertiesOf)]
}

const jsonSchemaOf = (request: z.core.$ZodType) =>
  z.toJSONSchema(request, { metadata: fields, io: 'input', unrepresentable: 'any' })

test.each(posts)('%s exports a JSON schema in which every property that is drawn has a title', (_id, { request }) => {
  const schema = jsonSchemaOf(request)
  expect(schema.additionalProperties).toEqual({})
  const drawn = Object.entries(schema.properties ?? {})
  expect(drawn.filter(([, node]) => typeof node === 'boolean' || !node.title)).toEqual([])
  expect(propertiesOf(schema).filter(([, { control, title }]) => control && !title)).toEqual([])
})

test.each(posts)('%s draws its model as a model and lists no models', (_id, { request }) => {
  expect(jsonSchemaOf(request).properties?.model).toEqual({
    type: 'string',
    minLength: 1,
    title: 'Model',
    control: 'model',
  })
})

test.each(posts)('%s names as its prompt a field for long texts', (_id, { request, prompt }) => {
  const drawn = Object.entries(jsonSchemaOf(request).properties ?? {})
  const texts = drawn.filter(([, node]) => typeof node !== 'boolean' && node.control === 'long-text')
  expect(texts.map(([name]) => name)[0]).toBe(prompt)
})

test.each(posts)('%s shows the rare fields behind the common ones', (_id, { request }) => {
  const drawn = Object.values(jsonSchemaOf(request).properties ?? {})
  expect(drawn.some((node) => typeof node !== 'boolean' && node.control && !node.advanced)).toBe(true)
})

const bodies = fc.dictionary(
  fc.constantFrom('model', 'input', 'images', 'size', 'seconds', 'text', 'tools', 'background', '__proto__', 'x'),
  fc.jsonValue(),
)

test(`no body makes a schema, a check or a rule throw (SEED=${seed})`, { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(bodies, fc.constantFrom('gen-image-2', 'gen-image-1.5', '__proto__', 'constructor'), (body, model) => {
      for (const [, { request, check, rules }] of posts) {
        z.safeParse(request, body)
        check?.(body)
        rules?.(model, { id: model, parameters: ['n'], lacks: ['streaming'], raw: null }, body).check(body)
      }
    }),
    { seed, numRuns },
  )
})

test('a body with hostile keys changes no prototype', () => {
  const keys =
    '{"model":"m","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"metadata":{"__proto__":{"polluted":1}}}'
  for (const [, { request, check, rules }] of posts) {
    const body: Record<string, unknown> = JSON.parse(keys)
    z.safeParse(request, body)
    check?.(body)
    rules?.('__proto__', { id: '__proto__', raw: body }, body).check(body)
  }
  expect('polluted' in {}).toBe(false)
  expect(Object.keys(Object.prototype)).toEqual([])
})
