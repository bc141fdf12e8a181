import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import { createReach } from './reach.ts'
import { frame } from './testing/framing.ts'
import { foreign, replyOf, type Told, tellOf } from './testing/replies.ts'

const recorded = join(process.env.TEST_DATA || '../shared', 'fixtures/recorded')

const picture = (n = 0) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const [one, two] = [base64(picture(1)), base64(picture(2))]
const far = 'https://elsewhere.example/1.png'

/** What a reply with this body comes to, where every address has picture 1 behind it. */
async function tell(body: unknown): Promise<Told> {
  const send: typeof fetch = async (_, init) => (init?.method === 'POST' ? Response.json(body) : replyOf([picture(1)]))
  const reach = createReach(send, foreign.baseUrl)
  return await tellOf(Response.json(body), { endpoint: 'images.generations', request: {}, fetch: send, reach })
}

const hashes = ({ events }: Told) =>
  events
    .flatMap((event) => (event.kind === 'media' ? [event] : []))
    .map(({ output, sha256, partial = false }) => [output, sha256, partial])
const sha = (n: number) => sha256Hex(picture(n))

test.each<[string, unknown]>([
  ['an address', { created: 1, data: [{ url: far }] }],
  ['an address in camel case', { images: [{ imageUrl: far }] }],
  ['an address in a record', { data: [{ image_url: { url: far } }] }],
  ['a list of addresses', { data: [far] }],
  ['a list of base64', { images: [one] }],
  ['a list of data URLs', { output: [`data:image/png;base64,${one}`] }],
  ['one address alone', { output: far }],
  ['one item that is no list', { data: { b64_json: one } }],
  ['a wrong media type', { data: [{ b64_json: one, media_type: 'image/webp' }] }],
  ['a data URL of a wrong type', { data: [{ b64_json: `data:image/jpeg;base64,${one}` }] }],
  ['nothing beside it but null', { data: [{ b64_json: one, url: null, revised_prompt: null }], usage: null }],
  ['an empty address beside it', { data: [{ url: '', b64_json: one }] }],
  ['no bytes but an address', { data: [{ b64_json: null, url: far }] }],
  ['one item that is no list, in a reply with a time', { created: 1, data: { b64_json: one } }],
  ['slashes that are escaped', JSON.parse(JSON.stringify({ data: [{ b64_json: one }] }))],
])('a picture comes as %s', async (_, body) => {
  const told = await tell(body)
  expect(hashes(told)).toEqual([[0, sha(1), false]])
  expect(told.files.map(({ type, sha256 }) => [type, sha256])).toEqual([['image/png', sha(1)]])
  expect(told.end).toMatchObject({ status: 'completed' })
})

test.each<[string, string, string]>([
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>', 'image/svg+xml'],
  ['what nobody knows', `Q${'\u0001\u0002'.repeat(200)}`, 'application/octet-stream'],
])('%s is a file too, and leaves no base64 in the row', async (_, text, type) => {
  const told = await tell({ data: [{ b64_json: Buffer.from(text, 'latin1').toString('base64') }] })
  expect(told.files).toMatchObject([{ type }])
  expect(await told.files[0]?.blob.text()).toBe(text)
  expect(told.raw[0]?.data.length).toBeLessThan(150)
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'

test.each<[string, object]>([
  ['under its own name', { svg: drawing }],
  ['as a data URL in words', { url: `data:image/svg+xml;utf8,${drawing}` }],
  ['as a data URL with percent signs', { url: `data:image/svg+xml,${encodeURIComponent(drawing)}` }],
])('a drawing %s is a file', async (_, item) => {
  const told = await tell({ created: 1, data: [item] })
  expect(told.files).toMatchObject([{ type: 'image/svg+xml' }])
  expect(await told.files[0]?.blob.text()).toBe(drawing)
  expect(hashes(told)).toEqual([[0, told.files[0]?.sha256, false]])
})

test('an answer without a body is one that said nothing, not one that never came', async () => {
  const told = await tellOf(new Response(null, { status: 204 }), { endpoint: 'images.generations', request: {} })
  expect(told.end).toMatchObject({ status: 'interrupted' })
})

const reasonOf = ({ events }: Told) => events.flatMap((event) => (event.kind === 'error' ? [event.error] : []))[0]

test.each<[string, unknown]>([
  ['no list', { created: 1 }],
  ['null', { created: 1, data: null }],
  ['a list without items', { created: 1, data: [] }],
  ['a list of images without items', { images: [] }],
  ['empty items', { created: 1, data: [{}, { b64_json: '' }, null] }],
])('%s is a failure of which nobody knows the reason', async (_, body) => {
  const told = await tell(body)
  expect(told.end).toMatchObject({ status: 'failed' })
  expect(reasonOf(told)).toMatchObject({ code: 'no_image', message: expect.stringContaining('does not say why') })
})

test('an item without a picture says why in its own words, or is told as what cannot be read', async () => {
  const blocked = { message: 'Held back by the filter.', code: 'moderation_blocked' }
  const said = await tell({ created: 1, data: [{ error: blocked }] })
  expect(reasonOf(said)).toMatchObject({
    message: 'No image came back: Held back by the filter.',
    code: 'moderation_blocked',
  })
  const filtered = await tell({ created: 1, data: [{ b64_json: '', finish_reason: 'content_filter' }] })
  expect(reasonOf(filtered)?.message).toBe('No image came back: content_filter')
  const odd = await tell({ created: 1, data: [{ url: 'ftp://elsewhere.example/1.png' }] })
  expect(reasonOf(odd)?.message).toMatch(/does not read as one/)
})

describe('a stream', () => {
  const event = (type: string, b64_json: string, more: object = {}) =>
    JSON.stringify({ type: `image_${type}`, b64_json, ...more })
  const told = async (payloads: readonly string[]) =>
    await tellOf(replyOf([frame(payloads)]), {
      endpoint: 'images.generations',
      request: { stream: true, partial_images: 3, n: 2 },
    })

  test('may bring fewer steps than were asked for, or none, and several pictures', async () => {
    const some = await told([
      event('generation.partial_image', one, { partial_image_index: 0 }),
      event('generation.completed', two),
      event('generation.completed', one),
    ])
    expect(hashes(some)).toEqual([
      [0, sha(1), true],
      [0, sha(2), false],
      [1, sha(1), false],
    ])
    expect(some.end).toMatchObject({ status: 'completed' })
    expect(hashes(await told([event('edit.completed', one)]))).toEqual([[0, sha(1), false]])
  })

  test.each<[string, number, string]>([
    ['after some of its pictures is no whole one', 2, 'interrupted'],
    ['after all of them is', 1, 'completed'],
  ])('that breaks %s', async (_, n, status) => {
    const bytes = frame([event('generation.completed', one)])
    const sent = { endpoint: 'images.generations' as const, request: { stream: true, n } }
    expect((await tellOf(replyOf([bytes], { broken: true }), sent)).end).toMatchObject({ status })
    const text = [{ kind: 'text', name: 'n', value: String(n) }] as const
    const form = { ...sent, endpoint: 'images.edits' as const, request: {}, parts: text }
    expect((await tellOf(replyOf([bytes], { broken: true }), form)).end).toMatchObject({ status })
  })

  test('of one event of 16 MB is read as any other', async () => {
    const large = new Uint8Array(12_000_000).fill(7)
    large.set(picture())
    const { files, raw, end } = await told([event('generation.completed', base64(large))])
    expect(files.map(({ sha256 }) => sha256)).toEqual([sha256Hex(large)])
    expect(raw[0]?.data.length).toBeLessThan(200)
    expect(end).toMatchObject({ status: 'completed' })
  })
})

test.skipIf(!existsSync(recorded)).each(['openai-image.json', 'openai-image-edit.json'])(
  'the recorded %s has all its pictures, and its words stay with them',
  async (name) => {
    const body: { data: { b64_json: string; revised_prompt?: string }[] } = JSON.parse(
      readFileSync(join(recorded, name), 'utf8'),
    )
    const told = await tell(body)
    const media = told.events.flatMap((event) => (event.kind === 'media' ? [event] : []))
    expect(media.map(({ sha256 }) => sha256)).toEqual(
      body.data.map(({ b64_json }) => sha256Hex(new Uint8Array(Buffer.from(b64_json, 'base64')))),
    )
    expect(media.map(({ says }) => says)).toEqual(body.data.map(({ revised_prompt }) => revised_prompt?.slice(0, 200)))
  },
)
