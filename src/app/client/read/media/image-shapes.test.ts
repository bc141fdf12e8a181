import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import { createReach } from '../../download/file-request.ts'
import type { Connection } from '../../exchange.ts'
import { frame } from '../../testing/event-streams.ts'
import { foreign, home, replyOf, type Told, tellOf } from '../../testing/replies.ts'
import { createReader } from '../chat-reader.ts'
import { mediaReading } from './media-reader.ts'

const recorded = join(process.env.TEST_DATA || '../shared', 'fixtures/recorded')

const picture = (n = 0) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const [one, two] = [base64(picture(1)), base64(picture(2))]
const far = 'https://elsewhere.example/1.png'

/** What a reply with this body comes to, where every address has picture 1 behind it. */
async function tell(body: unknown): Promise<Told> {
  const send: typeof fetch = async (_, init) => (init?.method === 'POST' ? Response.json(body) : replyOf([picture(1)]))
  const reach = createReach(send, { baseUrl: foreign.baseUrl, home })
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

test.each<[string, unknown, number, object]>([
  [
    'two of three pictures',
    { data: [{ b64_json: one }, { b64_json: two }] },
    3,
    { status: 'incomplete', reason: '2 of 3 arrived' },
  ],
  ['one of two, and an empty one', { data: [{ b64_json: '' }, { b64_json: two }] }, 2, { status: 'incomplete' }],
  ['more than were asked for', { data: [{ b64_json: one }, { b64_json: two }] }, 1, { status: 'completed' }],
])('%s in a document end as what they are, also read again after a crash', async (_, body, n, end) => {
  const sent = { endpoint: 'images.edits' as const, request: { n } }
  const told = await tellOf(Response.json(body), sent)
  expect(told.end).toMatchObject(end)
  const reader = createReader({ media: (outputs) => mediaReading(outputs, sent) })
  for (const raw of told.raw) reader.push(raw)
  expect(reader.finish('cut')).toEqual([told.end])
})

test('a document whose picture is not finished is incomplete', async () => {
  const told = await tell({ status: 'in_progress', data: [{ b64_json: one }] })
  expect(hashes(told)).toEqual([[0, sha(1), true]])
  expect(told.end).toMatchObject({ status: 'incomplete', reason: 'an image is incomplete' })
})

test.each<[string, unknown]>([
  ['items', [{ b64_json: one }]],
  ['base64', [one]],
  ['addresses', [far]],
])('a bare array of %s is an answer, without a complaint', async (_, body) => {
  const told = await tell(body)
  expect(hashes(told)).toEqual([[0, sha(1), false]])
  expect(told.events.map(({ kind }) => kind)).toEqual(['media', 'end'])
  expect(told.end).toMatchObject({ status: 'completed' })
})

test.each<[string, Connection, string]>([
  ['a foreign router holds no image', foreign, 'failed'],
  ['our own router may be asked for again', { ...foreign, own: true }, 'interrupted'],
])('an answer without a body of %s', async (_, connection, status) => {
  const sent = { endpoint: 'images.generations', request: {}, connection } as const
  expect((await tellOf(new Response(null, { status: 204 }), sent)).end).toMatchObject({ status })
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
  expect(reasonOf(told)).toMatchObject({ code: 'no_image', message: expect.stringContaining('gave no reason') })
})

test('an item without a picture says why in its own words, or is told as what cannot be read', async () => {
  const blocked = { message: 'Held back by the filter.', code: 'moderation_blocked' }
  const said = await tell({ created: 1, data: [{ error: blocked }] })
  expect(reasonOf(said)).toMatchObject({
    message: 'No image was returned: Held back by the filter.',
    code: 'moderation_blocked',
  })
  const filtered = await tell({ created: 1, data: [{ b64_json: '', finish_reason: 'content_filter' }] })
  expect(reasonOf(filtered)?.message).toBe('No image was returned: content_filter')
  const odd = await tell({ created: 1, data: [{ url: 'ftp://elsewhere.example/1.png' }] })
  expect(reasonOf(odd)?.message).toMatch(/is not an image/)
})

describe('a stream', () => {
  const event = (type: string, b64_json: string, more: object = {}) =>
    JSON.stringify({ type: `image_${type}`, b64_json, ...more })
  const told = async (payloads: readonly string[], n = 1, broken = false) =>
    await tellOf(replyOf([frame(payloads)], { broken }), {
      endpoint: 'images.generations',
      request: { stream: true, partial_images: 3, n },
    })

  test('may bring fewer steps than were asked for, or none, and several pictures', async () => {
    const some = await told(
      [
        event('generation.partial_image', one, { partial_image_index: 0 }),
        event('generation.completed', two),
        event('generation.completed', one),
      ],
      2,
    )
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

  const [preview, done] = [event('generation.partial_image', one), event('generation.completed', two)]
  const empty = event('generation.completed', '')

  test.each<[string, readonly string[], number, object]>([
    ['without its picture', [empty], 1, { status: 'failed', reason: 'no_image' }],
    ['without its picture, behind a preview', [preview, empty], 1, { status: 'failed', reason: 'no_image' }],
    ['that are all there is', ['[DONE]'], 1, { status: 'failed', reason: 'no_image' }],
    ['of words alone', [JSON.stringify({ type: 'keepalive' })], 1, { status: 'failed', reason: 'no_image' }],
    ['for two of three', [done, done], 3, { status: 'incomplete', reason: '2 of 3 arrived' }],
    ['for two of three, and a mark', [done, done, '[DONE]'], 3, { status: 'incomplete', reason: '2 of 3 arrived' }],
    ['for all, with a further preview', [done, preview], 1, { status: 'incomplete', reason: 'an image is incomplete' }],
    ['for a preview alone', [preview], 1, { status: 'interrupted', reason: 'ended early' }],
    ['for a preview, and a mark', [preview, '[DONE]'], 1, { status: 'interrupted', reason: 'ended early' }],
  ])('whose terminal events come %s is not completed', async (_, payloads, n, end) => {
    expect((await told(payloads, n)).end).toMatchObject(end)
  })

  test.each<[string, readonly string[], number]>([
    ['an open preview', [done, preview], 1],
    ['the second of three', [done, done], 3],
    ['a terminal event without a picture', [empty], 1],
  ])('that breaks behind %s is interrupted', async (_, payloads, n) => {
    expect((await told(payloads, n, true)).end).toMatchObject({ status: 'interrupted', reason: 'connection lost' })
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

describe('bytes that are no text', () => {
  const event = JSON.stringify({ type: 'image_generation.completed', b64_json: one })
  const joined = (...parts: readonly (string | number)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))
  const told = async (bytes: Uint8Array, type?: string) =>
    await tellOf(
      replyOf([bytes.subarray(0, 9), bytes.subarray(9)], { headers: type ? { 'content-type': type } : {} }),
      {
        endpoint: 'images.generations',
        request: { stream: true },
      },
    )
  const stream = 'text/event-stream; charset=utf-8'

  test.each<[string, Uint8Array, string | undefined]>([
    [
      'in the first event of a stream',
      joined('data: {"note":"', 0xff, 0xfe, 0xc3, '("}\n\n', `data: ${event}\n\n`),
      stream,
    ],
    ['at the very beginning of a stream', joined(0xff, 0xfb, `\n\ndata: ${event}\n\n`), stream],
    ['in a stream of no stated type', joined('data: "', 0xff, `"\n\ndata: ${event}\n\n`), undefined],
    ['in front of the one event of a stream', joined(0xff, `data: ${event}\n\n`), stream],
    ['that are all of its beginning', joined(...Array(70).fill(0xfe), `\ndata: ${event}\n\n`), stream],
    ['before markup in a stream', joined('<odd ', 0, `>\n\ndata: ${event}\n\n`), stream],
    ['before a document', joined(0xff, 0xfb, JSON.stringify({ data: [{ b64_json: one }] })), 'application/json'],
    ['in a document', joined('{"note":"', 0xff, `","data":[{"b64_json":"${one}"}]}`), 'application/json'],
    ['in a document of no stated type', joined('{"note":"', 0xff, `","data":[{"b64_json":"${one}"}]}`), undefined],
    ['in lines', joined('{"note":"', 0xff, `"}\n${event}\n`), 'application/x-ndjson'],
    ['before lines', joined(0xc3, `oops\n${event}\n`), 'application/jsonl'],
  ])('%s hide no picture', async (_, bytes, type) => {
    const { files, events, end } = await told(bytes, type)
    expect(files.map(({ type }) => type)).toEqual(['image/png'])
    expect(events.filter(({ kind }) => kind === 'media')).toHaveLength(1)
    expect(end).toMatchObject({ status: 'completed' })
  })

  test('are counted where they make a frame that nobody can read', async () => {
    const { raw, events } = await told(joined(`data: {"odd":`, 0xff, `\n\ndata: ${event}\n\n`), stream)
    expect(raw).toHaveLength(2)
    expect(events[0]).toMatchObject({ kind: 'notice', notice: 'not-json' })
  })

  test('are a picture where that is what they are, whatever was stated', async () => {
    for (const type of [stream, 'application/json', 'application/x-ndjson', undefined])
      expect((await told(picture(1), type)).files.map(({ sha256 }) => sha256)).toEqual([sha(1)])
  })
})

describe('lines of JSON', () => {
  const line = (b64_json: string, more: object = {}) => JSON.stringify({ b64_json, ...more })
  const typed = (type: string, b64_json: string) => line(b64_json, { type: `image_generation.${type}` })
  const told = async (text: string, { type = 'application/x-ndjson', n = 1, step = 1000 } = {}) => {
    const bytes = Buffer.from(text)
    const cuts = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
      bytes.subarray(at * step, (at + 1) * step),
    )
    const headers = { 'content-type': type }
    return await tellOf(replyOf(cuts, { headers }), { endpoint: 'images.generations', request: { n, stream: true } })
  }
  const steps = [
    [0, sha(1), true],
    [0, sha(2), false],
  ]

  test.each<[string, string]>([
    ['with types', `${typed('partial_image', one)}\n${typed('completed', two)}\n`],
    ['without types', `${line(one, { partial_image_index: 0 })}\n${line(two)}\n`],
    ['that are marked as partial', `${line(one, { partial: true })}\n${line(two)}\n`],
    ['of lists', `{"status":"partial","data":[${line(one)}]}\n{"data":[${line(two)}]}\n`],
    [
      'with blank ones, carriage returns and no last end',
      `\n\r\n${typed('partial_image', one)}\r\n\n${typed('completed', two)}`,
    ],
    [
      'with progress, and counts behind them',
      `{"progress":0.1}\n${line(one, { partial: true })}\n${line(two)}\n{"created":1,"usage":{"total_tokens":3}}`,
    ],
  ])('%s are read one by one, whatever they are said to be', async (_, text) => {
    for (const type of ['application/x-ndjson', 'application/json', 'application/jsonl; charset=utf-8', ''])
      for (const step of [1, 7, 1000]) {
        const read = await told(text, { type, step })
        expect(hashes(read)).toEqual(steps)
        expect(read.end).toMatchObject({ status: 'completed' })
      }
  })

  test('are told as they come', async () => {
    const { chunks } = await told(`${typed('partial_image', one)}\n${typed('completed', two)}\n`, { step: 50 })
    const withMedia = chunks.map(
      (chunk) => chunk.kind === 'events' && chunk.events.some(({ kind }) => kind === 'media'),
    )
    expect(withMedia.filter(Boolean)).toHaveLength(2)
  })

  test('of which some are missing, or the last is torn, are not completed', async () => {
    expect((await told(`${line(one)}\n${line(two)}\n`, { n: 3 })).end).toMatchObject({ status: 'incomplete' })
    const torn = await told(`${line(one)}\n${line(two).slice(0, 40)}`, { n: 2 })
    expect(torn.end).toMatchObject({ status: 'interrupted' })
    expect(hashes(torn)).toEqual([[0, sha(1), false]])
  })

  test('that are one document over several lines are one document', async () => {
    const read = await told(JSON.stringify({ created: 1, data: [{ b64_json: one }] }, null, 2), {
      type: 'application/json',
    })
    expect(read.raw).toHaveLength(1)
    expect(read.end).toMatchObject({ status: 'completed' })
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
