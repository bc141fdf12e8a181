import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EndpointId } from '#contract/routes.ts'
import { sha256Hex } from '#media/sha256.ts'
import { seed } from '../../../../testing/seed.ts'
import type { RequestPart } from '../../exchange.ts'
import { foreign, replyOf, type Told, tellOf } from '../../testing/replies.ts'
import { createReader } from '../chat-reader.ts'
import { mediaReading } from './media-reader.ts'

const recorded = join(process.env.TEST_DATA || '../shared', 'fixtures/recorded')

/** Also halves of surrogate pairs. Quicker to begin than fast-check's own. */
const anyText = fc.array(fc.nat(0x10ffff), { maxLength: 20 }).map((codes) => String.fromCodePoint(...codes))

/** Bytes that begin as a PNG does. */
const picture = (n = 0) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const sound = (n = 0) => Uint8Array.from([0x49, 0x44, 0x33, 4, n, ...Array(500).keys()].map((one) => one & 255))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const bytesOf = (text: string) => new TextEncoder().encode(text)
const jsonReply = (body: unknown) =>
  replyOf([bytesOf(typeof body === 'string' ? body : JSON.stringify(body))], {
    headers: { 'content-type': 'application/json' },
  })
const tell = (endpoint: EndpointId, reply: Parameters<typeof tellOf>[0], more: Parameters<typeof tellOf>[1] = {}) =>
  tellOf(reply, { endpoint, request: {}, ...more })

const media = ({ events }: Told) => events.filter(({ kind }) => kind === 'media')
const hashes = (...all: readonly Uint8Array[]) =>
  all.map((bytes, output) => ({ kind: 'media', output, sha256: sha256Hex(bytes) }))

async function bytesIn({ files }: Told): Promise<readonly Buffer[]> {
  return await Promise.all(files.map(async ({ blob }) => Buffer.from(await blob.arrayBuffer())))
}

describe('a multipart request', () => {
  const parts: readonly RequestPart[] = [
    { kind: 'text', name: 'model', value: 'm' },
    { kind: 'file', name: 'image[]', file: { name: 'a.png', blob: new Blob([picture(1)], { type: 'image/png' }) } },
    { kind: 'text', name: 'prompt', value: 'größer' },
    { kind: 'file', name: 'image[]', file: { name: 'b.png', blob: new Blob([picture(2)], { type: 'image/png' }) } },
  ]

  test('goes out with its parts in their order, their names, types and bytes, and lets the browser write its type', async () => {
    let sent: Request | undefined
    const send: typeof fetch = async (input, init) => {
      expect(new Headers(init?.headers).has('content-type')).toBe(false)
      sent = new Request(input, init)
      return jsonReply({ data: [{ b64_json: base64(picture()) }] })
    }
    const told = await tell('images.edits', jsonReply({}), { fetch: send, parts })
    expect(told.end).toMatchObject({ status: 'completed' })
    const form = await sent?.formData()
    const all = await Promise.all(
      [...(form ?? [])].map(async ([name, value]) =>
        typeof value === 'string'
          ? [name, value]
          : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('hex')],
      ),
    )
    const hex = (n: number) => Buffer.from(picture(n)).toString('hex')
    expect(all).toEqual([
      ['model', 'm'],
      ['image[]', 'a.png', 'image/png', hex(1)],
      ['prompt', 'größer'],
      ['image[]', 'b.png', 'image/png', hex(2)],
    ])
  })

  test('is not sent on a route that takes none', async () => {
    const told = await tell('responses', async () => expect.fail('It was sent.'), { parts })
    expect(told.end).toMatchObject({ status: 'refused' })
  })
})

describe('pictures in JSON', () => {
  test.each<[string, object]>([
    ['as base64', { b64_json: base64(picture()) }],
    ['in camel case', { b64Json: base64(picture()) }],
    ['as a data URL', { url: `data:image/png;base64,${base64(picture())}` }],
    ['as a data URL where base64 should be', { b64_json: `data:image/png;base64,${base64(picture())}` }],
    ['in the other alphabet', { b64_json: Buffer.from(picture()).toString('base64url') }],
    ['in lines', { b64_json: base64(picture()).replace(/(.{20})/g, '$1\n') }],
    ['beside an address', { url: 'https://elsewhere.example/a.png', b64_json: base64(picture()) }],
  ])('come %s', async (_, item) => {
    const told = await tell('images.generations', jsonReply({ created: 1, data: [item] }))
    expect(media(told)).toEqual(hashes(picture()))
    expect(await bytesIn(told)).toEqual([Buffer.from(picture())])
    expect(told.files[0]).toMatchObject({ type: 'image/png', sha256: sha256Hex(picture()) })
    expect(told.end).toMatchObject({ status: 'completed' })
  })

  test('leave no base64 behind, and the reply is read again from what is left', async () => {
    const body = {
      created: 1,
      data: [{ b64_json: base64(picture(1)), revised_prompt: 'an otter' }],
      usage: { total_tokens: 5 },
    }
    const told = await tell('images.generations', jsonReply(body))
    expect(told.raw).toHaveLength(1)
    expect(JSON.stringify(told.raw)).not.toContain(base64(picture(1)).slice(10, 30))
    const reader = createReader({ media: mediaReading })
    expect([...told.raw.flatMap((raw) => reader.push(raw)), ...reader.finish('whole')]).toEqual(told.events)
    expect(media(told)).toEqual([{ ...hashes(picture(1))[0], says: 'an otter' }])
  })

  test('all else of the reply stays to the letter as it came', async () => {
    const values = fc.record({ n: fc.double(), words: anyText, list: fc.array(fc.jsonValue()) })
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(undefined, 1, '\t'), async (value, indent) => {
        const write = (b64_json: string) =>
          JSON.stringify({ before: value, data: [{ b64_json }], after: value }, null, indent)
        const told = await tell('images.generations', jsonReply(write(base64(picture()))))
        expect(told.raw[0]?.data).toBe(write(`sha256:${sha256Hex(picture())}`))
      }),
      { seed, numRuns: 60 },
    )
  })

  test.each<[string, unknown]>([
    ['no list', { created: 1 }],
    ['null', { created: 1, data: null }],
    ['an empty list', { created: 1, data: [] }],
    ['empty items', { created: 1, data: [{}, {}] }],
  ])('that are missing (%s) are a failure', async (_, body) => {
    const told = await tell('images.generations', jsonReply(body))
    expect(told.events[0]).toMatchObject({ kind: 'error', error: { message: expect.stringContaining('No image') } })
    expect(told.end).toMatchObject({ status: 'failed' })
  })

  test('that are missing in part do not hide the others', async () => {
    const told = await tell('images.generations', jsonReply({ data: [{}, { b64_json: base64(picture()) }] }))
    expect(told.events).toMatchObject([{ kind: 'item', output: 0 }, { kind: 'media', output: 1 }, { kind: 'end' }])
  })

  test.skipIf(!existsSync(recorded)).each(['openai-image.json', 'openai-image-edit.json'])(
    'are read from %s',
    async (name) => {
      const body = readFileSync(join(recorded, name), 'utf8')
      const told = await tell('images.generations', jsonReply(body))
      expect(media(told)).toHaveLength(JSON.parse(body).data.length)
      expect(told.files.every(({ type }) => type === 'image/png')).toBe(true)
      expect(told.end).toMatchObject({ status: 'completed' })
    },
  )

  test('that are drawn in steps keep the steps, and several are told apart', async () => {
    const event = (type: string, bytes: Uint8Array) =>
      bytesOf(`data: ${JSON.stringify({ type: `image_generation.${type}`, b64_json: base64(bytes) })}\n\n`)
    const chunks = [event('partial_image', picture(1)), event('completed', picture(2)), event('completed', picture(3))]
    const told = await tell('images.generations', replyOf(chunks), { request: { stream: true } })
    expect(media(told)).toEqual([{ ...hashes(picture(1))[0], partial: true }, ...hashes(picture(2), picture(3))])
    expect(told.files).toHaveLength(3)
    expect(told.end).toMatchObject({ status: 'completed' })
    const half = await tell('images.generations', replyOf(chunks.slice(0, 1)), { request: { stream: true } })
    expect(half.end).toMatchObject({ status: 'interrupted' })
  })
})

describe('bytes', () => {
  const reply = (bytes: Uint8Array, headers: Record<string, string> = {}) =>
    replyOf([bytes.slice(0, 3), bytes.slice(3, 100), bytes.slice(100)], { headers })

  test.each<[string, Uint8Array, Record<string, string>, string]>([
    ['by their beginning', sound(), { 'content-type': 'application/json' }, 'audio/mpeg'],
    [
      'by what the router says',
      new Uint8Array(300).fill(7),
      { 'content-type': 'audio/L16;rate=24000' },
      'audio/l16;rate=24000',
    ],
    ['as only bytes', new Uint8Array(300), {}, 'application/octet-stream'],
  ])('have their type %s, and are kept as they are', async (_, bytes, headers, type) => {
    const told = await tell('audio.speech', reply(bytes, headers))
    expect(media(told)).toEqual(hashes(bytes))
    expect(told.files[0]?.type).toBe(type)
    expect(await bytesIn(told)).toEqual([Buffer.from(bytes)])
    expect(told.raw).toEqual([])
    expect(told.end).toMatchObject({ status: 'completed' })
  })

  test('that are fewer than was said, or break off, are kept and not finished', async () => {
    const short = await tell('audio.speech', reply(sound(), { 'content-length': '9999' }))
    const broken = await tell('audio.speech', replyOf([sound()], { broken: true, headers: {} }))
    for (const told of [short, broken]) {
      expect(media(told)).toEqual(hashes(sound()))
      expect(told.end).toMatchObject({ status: 'interrupted' })
    }
  })

  test('none at all are no success', async () => {
    const told = await tell('audio.speech', replyOf([], { headers: { 'content-type': 'audio/mpeg' } }))
    expect(told.end).toMatchObject({ status: 'failed' })
  })

  test('an error in their place is an error', async () => {
    const told = await tell('audio.speech', jsonReply({ error: { message: 'no voice' } }))
    expect(told.end).toMatchObject({ status: 'failed' })
  })
})

describe('sound in JSON', () => {
  test.each<[string, object]>([
    ['audio', { audio: base64(sound()), format: 'mp3' }],
    ['audioBase64', { audioBase64: base64(sound()) }],
    ['in a record', { audio: { data: base64(sound()) } }],
    ['previews', { previews: [{ audio_base64: base64(sound()), generated_voice_id: 'v' }], text: 'Hello' }],
    ['Gemini', { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'x', data: base64(sound()) } }] } }] }],
  ])('comes as %s', async (_, body) => {
    const told = await tell('audio.voice-design', jsonReply(body))
    expect(media(told)).toEqual(hashes(sound()))
    expect(told.end).toMatchObject({ status: 'completed' })
  })

  test('comes in pieces, and is one file', async () => {
    const bytes = sound()
    const cuts = [0, 200, 500, bytes.length]
    const events = cuts.slice(1).map((to, at) => {
      const data = { type: 'speech.audio.delta', audio: base64(bytes.slice(cuts[at], to)) }
      return bytesOf(`data: ${JSON.stringify(data)}\n\n`)
    })
    const done = bytesOf('data: {"type":"speech.audio.done","usage":{"total_tokens":3}}\n\n')
    const told = await tell('audio.speech', replyOf([...events, done]), { request: { stream_format: 'sse' } })
    expect(await bytesIn(told)).toEqual([Buffer.from(bytes)])
    expect(media(told)).toEqual(hashes(bytes))
    expect(told.end).toMatchObject({ status: 'completed' })
  })
})

describe('transcripts', () => {
  test('are a text, with what stands beside it', async () => {
    const told = await tell(
      'audio.transcriptions',
      jsonReply({ text: 'Hello', words: [{ word: 'Hello', start: 0, end: 1 }] }),
    )
    expect(told.events).toMatchObject([
      { kind: 'text', text: 'Hello' },
      { kind: 'item' },
      { kind: 'end', status: 'completed' },
    ])
  })

  test('may be plain text or subtitles', async () => {
    const text = 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'
    const told = await tell(
      'audio.transcriptions',
      replyOf([bytesOf(text)], { headers: { 'content-type': 'text/vtt' } }),
    )
    expect(told.events).toMatchObject([
      { kind: 'text', text },
      { kind: 'end', status: 'completed' },
    ])
    expect(told.files[0]?.type).toBe('text/vtt')
  })

  test('stream word by word', async () => {
    const event = (data: object) => bytesOf(`data: ${JSON.stringify(data)}\n\n`)
    const told = await tell(
      'audio.transcriptions',
      replyOf([
        event({ type: 'transcript.text.delta', delta: 'Hel' }),
        event({ type: 'transcript.text.delta', delta: 'lo' }),
        event({ type: 'transcript.text.done', text: 'Hello' }),
      ]),
    )
    expect(told.events.at(-1)).toMatchObject({ kind: 'end', status: 'completed' })
    expect(told.events.filter(({ kind }) => kind === 'text-delta')).toHaveLength(2)
  })
})

const jobs: [EndpointId, object, object][] = [
  [
    'videos.create',
    { id: 'video_1', object: 'video', status: 'queued', progress: 0, seconds: '8', error: null },
    { status: 'queued', reason: 'queued', job: 'video_1' },
  ],
  ['videos.create', { id: 'v', status: 'in_progress' }, { status: 'queued', reason: 'in_progress', job: 'v' }],
  ['videos.create', { id: 'v', polling_url: '/v', status: 'PENDING' }, { status: 'queued', job: 'v' }],
  ['videos.create', { data: { task_id: 't', status: 'SUBMITTED' } }, { status: 'queued', job: 't' }],
  ['videos.create', { status: 'queued' }, { status: 'queued', reason: 'queued' }],
  [
    'videos.create',
    { id: 'v', status: 'completed', url: 'https://x.test/v.mp4' },
    { status: 'queued', reason: 'completed', job: 'v' },
  ],
  ['videos.create', { id: 'v', status: 'marinating' }, { status: 'queued', reason: 'marinating', job: 'v' }],
  ['videos.create', { id: 'v', data: [{ url: 'https://x.test/v.mp4' }] }, { status: 'completed' }],
  ['videos.create', { id: 'v', status: 'moderated' }, { status: 'failed', reason: 'moderated' }],
  ['audio.dubbing', { dubbing_id: 'd', expected_duration_sec: 12.5 }, { status: 'queued', job: 'd' }],
  ['audio.dubbing', { dubbing_id: 'd', status: 'dubbing' }, { status: 'queued', reason: 'dubbing', job: 'd' }],
  ['audio.dubbing', { dubbing_id: 'd', status: 'dubbed' }, { status: 'queued', reason: 'dubbed', job: 'd' }],
  ['images.generations', { id: 'i', status: 'processing' }, { status: 'queued', job: 'i' }],
  ['audio.music', { id: 'voice_1' }, { status: 'failed' }],
]
test.each(jobs)('%s with %j ends as %j', async (endpoint, body, end) => {
  const told = await tell(endpoint, jsonReply(body))
  expect(told.end).toMatchObject({ kind: 'end', ...end })
  if (!('job' in end)) expect(told.end).not.toHaveProperty('job')
})

test('a picture inside a conversation leaves its row too', async () => {
  const big = Uint8Array.from({ length: 20_000 }, (_, at) => picture()[at] ?? at & 255)
  const item = { type: 'image_generation_call', id: 'ig', result: base64(big) }
  const told = await tellOf(jsonReply({ object: 'response', status: 'completed', output: [item] }), {
    endpoint: 'responses',
    connection: foreign,
  })
  expect(await bytesIn(told)).toEqual([Buffer.from(big)])
  expect(told.raw[0]?.data.length).toBeLessThan(300)
})
