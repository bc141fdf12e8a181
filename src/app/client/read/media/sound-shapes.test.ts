import { expect, test } from 'vitest'
import type { EndpointId } from '#contract/routes.ts'
import { sha256Hex } from '#media/sha256.ts'
import { createReach } from '../../download/file-request.ts'
import { foreign, home, replyOf, type Told, tellOf } from '../../testing/replies.ts'
import { createReader } from '../chat-reader.ts'
import { mediaReading } from './media-reader.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const mp3 = (n = 0) => Uint8Array.from([0x49, 0x44, 0x33, 4, n, ...Array(500).keys()])
/** Quiet samples, which begin as an MPEG frame would. */
const pcm = Uint8Array.from([0xff, 0xff, 0, 0, ...Array(396).keys()])
const wav = (samples: Uint8Array) =>
  Uint8Array.from([
    ...bytesOf('RIFF\xff\xff\xff\xffWAVEfmt '.replaceAll('\xff', '\0')),
    ...[16, 0, 0, 0, ...Array(16).fill(1)],
    ...bytesOf('data'),
    ...[0, 0, 0, 0],
    ...samples,
  ])
const [one, two] = [base64(mp3(1)), base64(mp3(2))]
const far = 'https://elsewhere.example/1.mp3'

interface Ask {
  readonly endpoint?: EndpointId
  readonly request?: object
  readonly type?: string
}

async function tell(body: unknown, { endpoint = 'audio.speech', request = {}, type = 'application/json' }: Ask = {}) {
  const bytes = body instanceof Uint8Array ? [body] : [bytesOf(typeof body === 'string' ? body : JSON.stringify(body))]
  const send: typeof fetch = async (_, init) =>
    init?.method === 'POST' ? replyOf(bytes, { headers: { 'content-type': type } }) : replyOf([mp3(1)])
  const reach = createReach(send, { baseUrl: foreign.baseUrl, home })
  return await tellOf(async () => expect.fail('unused'), { endpoint, request, fetch: send, reach })
}

const sounds = ({ events }: Told) => events.flatMap((event) => (event.kind === 'media' ? [event.sha256] : []))
const types = ({ files }: Told) => files.map(({ type }) => type)
const items = ({ events }: Told) => events.flatMap((event) => (event.kind === 'item' ? [event.item] : []))
const sse = (...events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const lines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const contents = (told: Told) => told.files[0]?.blob.arrayBuffer().then((bytes) => Buffer.from(bytes))

test.each<[string, unknown]>([
  ['audio', { audio: one, format: 'mp3' }],
  ['audio_base64', { audio_base64: one }],
  ['audioBase64', { audioBase64: one }],
  ['audio_b64', { audio_b64: one }],
  ['b64_json', { b64_json: one }],
  ['data', { data: one }],
  ['audio_content', { audio_content: one }],
  ['audioContent', { audioContent: one }],
  ['output_audio', { output_audio: one }],
  ['content', { content: one }],
  ['result', { result: one }],
  ['output', { output: one }],
  ['audio.data', { audio: { data: one, id: 'a', transcript: 'Hi' } }],
  ['audio.b64', { audio: { b64: one } }],
  ['audio.base64', { audio: { base64: one } }],
  ['audio.url', { audio: { url: far, content_type: 'audio/mpeg', file_size: 505 } }],
  ['a list of data', { created: 1, data: [{ b64_json: one }] }],
  ['a data URL', { audio: `data:audio/mpeg;base64,${one}` }],
  ['a data URL in url', { url: `data:audio/mp3;base64,${one}` }],
  ['base64url', { audio: Buffer.from(mp3(1)).toString('base64url') }],
  ['base64 in lines', { audio: one.replace(/(.{60})/g, '$1\r\n') }],
  ['bytes and an address of one sound', { audio_base64: one, url: far }],
  ['the same bytes under two names', { audio_base64: one, audioBase64: one }],
  ['inlineData', { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/mp3', data: one } }] } }] }],
  ['inline_data', { candidates: [{ content: { parts: [{ inline_data: { mime_type: 'x', data: one } }] } }] }],
  ['url', { url: far }],
  ['audio_url', { audio_url: far }],
  ['audioUrl', { audioUrl: far }],
  ['output[]', { status: 'succeeded', output: [far] }],
  ['files[]', { files: [{ url: far }] }],
  ['data[].url', { data: [{ url: far }] }],
  ['audio_file', { audio_file: { url: far } }],
  ['a bare array of addresses', [far]],
  ['a bare array of records', [{ audio: one }]],
  ['what nobody knows', { deep: { er: [{ thing: one }] } }],
])('one sound comes as %s', async (_, body) => {
  const told = await tell(body)
  expect(sounds(told)).toEqual([sha256Hex(mp3(1))])
  expect(new Set(types(told))).toEqual(new Set(['audio/mpeg']))
  expect(told.end).toMatchObject({ status: 'completed' })
  expect(JSON.stringify(told.raw)).not.toContain(one.slice(20, 80))
})

const l16 = 'audio/L16;codec=pcm;rate=24000'
test.each<[string, unknown, string]>([
  ['mimeType beside it', { inlineData: { mimeType: l16, data: base64(pcm) } }, l16.toLowerCase()],
  ['the head of a data URL', { audio: `data:${l16};base64,${base64(pcm)}` }, l16.toLowerCase()],
  ['format around it', { format: 'pcm', sample_rate: 16000, audio: { data: base64(pcm) } }, 'audio/pcm;rate=16000'],
  ['output_format', { output_format: 'pcm_22050', audio: base64(pcm) }, 'audio/pcm;rate=22050'],
  ['media_type', { media_type: 'audio/basic', audio_base64: base64(pcm) }, 'audio/basic'],
  ['its signature, not what is said', { inlineData: { mimeType: l16, data: base64(wav(pcm)) } }, 'audio/wav'],
])('samples in JSON have their type by %s', async (_, body, type) => {
  const told = await tell(body)
  expect([types(told), await contents(told)]).toEqual([[type], Buffer.from(type === 'audio/wav' ? wav(pcm) : pcm)])
})

test.each<[string, Uint8Array, object, string]>([
  ['audio/L16;rate=24000;channels=1', pcm, {}, 'audio/l16;rate=24000;channels=1'],
  ['audio/pcm', pcm, { output_format: 'pcm_16000' }, 'audio/pcm;rate=16000'],
  ['audio/basic', pcm, {}, 'audio/basic'],
  ['application/octet-stream', pcm, { response_format: 'pcm' }, 'audio/pcm'],
  ['application/octet-stream', pcm, { output_format: 'ulaw_8000' }, 'audio/pcmu;rate=8000'],
  ['application/octet-stream', mp3(), { response_format: 'pcm' }, 'audio/mpeg'],
  ['audio/pcm', wav(pcm), {}, 'audio/wav'],
  ['video/mp4', mp3(), {}, 'audio/mpeg'],
  ['text/html', mp3(), {}, 'audio/mpeg'],
])('bytes said to be %s have their type by signature, statement and request (%#)', async (type, bytes, request, is) => {
  const told = await tell(bytes, { type, request })
  expect([types(told), told.raw, await contents(told)]).toEqual([[is], [], Buffer.from(bytes)])
  expect(told.end).toMatchObject({ status: 'completed' })
})

const [half, rest] = [mp3().slice(0, 200), mp3().slice(200)]
const delta = (bytes: Uint8Array) => ({ type: 'speech.audio.delta', audio: base64(bytes) })
const timed = (bytes: Uint8Array, at: number) => ({
  audio_base64: base64(bytes),
  alignment: {
    characters: ['a', 'b'],
    character_start_times_seconds: [at, at + 1],
    character_end_times_seconds: [at + 1, at + 2],
  },
  normalized_alignment: null,
})
const part = (bytes: Uint8Array) => ({
  candidates: [{ content: { parts: [{ inlineData: { mimeType: l16, data: base64(bytes) } }] } }],
})

test.each<[string, string, string]>([
  ['events with a type', sse(delta(half), delta(rest), { type: 'speech.audio.done' }), 'text/event-stream'],
  [
    'events with a name',
    `event: speech.audio.delta\ndata: {"delta":"${base64(half)}"}\n\nevent: speech.audio.delta\ndata: {"delta":"${base64(rest)}"}\n\n` +
      'event: speech.audio.done\ndata: {}\n\n',
    'text/event-stream',
  ],
  [
    'a last piece of one byte',
    sse(delta(mp3().slice(0, -1)), delta(mp3().slice(-1)), { type: 'speech.audio.done' }),
    '',
  ],
  ['events without a name', sse({ audio: base64(half) }, { audio: base64(rest) }), 'text/event-stream'],
  ['a done that repeats it all', sse(delta(half), delta(rest), { ...delta(mp3()), type: 'speech.audio.done' }), ''],
  ['JSON lines', lines(timed(half, 0), timed(rest, 2)), 'application/json'],
  ['events with times', sse(timed(half, 0), timed(rest, 2)), 'text/event-stream'],
  ['events and a mark', `${sse({ audio: base64(half) }, { audio: base64(rest) })}data: [DONE]\n\n`, ''],
  ['one event', sse({ audio: base64(mp3()) }), 'text/event-stream'],
])('a sound in pieces is one file: %s', async (_, body, type) => {
  const told = await tell(body, { type, request: { stream_format: 'sse' } })
  expect(sounds(told)).toEqual([sha256Hex(mp3())])
  expect(types(told).at(-1)).toBe('audio/mpeg')
  expect(told.end).toMatchObject({ status: 'completed' })
  expect(told.chunks.flatMap((chunk) => ('firstSound' in chunk ? [chunk.firstSound] : []))).toEqual([0])
})

test('pieces leave their places in the file in their events, and are read again without it', async () => {
  const told = await tell(sse(delta(half), delta(rest), { type: 'speech.audio.done' }), { type: 'text/event-stream' })
  expect(told.raw.map(({ data }) => JSON.parse(data).audio)).toEqual(['bytes:0-199', 'bytes:200-504', undefined])
  const reader = createReader({ media: (outputs) => mediaReading(outputs, { endpoint: 'audio.speech' }) })
  for (const raw of told.raw) reader.push(raw)
  expect(reader.finish('closed')).toEqual([told.end])
})

test('pieces of samples keep their rate, and pieces that are WAV files each have one header together', async () => {
  const raw = await tell(sse(part(pcm.slice(0, 100)), part(pcm.slice(100))), { type: 'text/event-stream' })
  expect([types(raw), await contents(raw)]).toEqual([[l16.toLowerCase()], Buffer.from(pcm)])
  const files = await tell(lines({ audio: base64(wav(pcm)) }, { audio: base64(wav(pcm)) }))
  expect([types(files), await contents(files)]).toEqual([['audio/wav'], Buffer.from([...wav(pcm), ...pcm])])
})

test('the times of characters beside the pieces are joined to one item', async () => {
  const told = await tell(lines(timed(half, 0), timed(rest, 2)))
  expect(items(told)).toEqual([
    {
      alignment: {
        characters: ['a', 'b', 'a', 'b'],
        character_start_times_seconds: [0, 1, 2, 3],
        character_end_times_seconds: [1, 2, 3, 4],
      },
    },
  ])
})

test.each<[string, string]>([
  ['without their end', sse(delta(half))],
  ['inside an event', sse(delta(half)) + sse(delta(rest)).slice(0, 90)],
  ['by an error', sse(delta(half), { type: 'error', error: { message: 'out of voice' } })],
])('pieces that stop %s are kept, and the reply is not finished', async (_, body) => {
  const told = await tell(body, { type: 'text/event-stream' })
  expect(sounds(told)).toEqual([sha256Hex(half)])
  expect(told.end).toMatchObject({ status: expect.stringMatching(/interrupted|failed/) })
})

test.each<[string, object]>([
  ['snake case', { audio_base64: one, generated_voice_id: 'v1', media_type: 'audio/mpeg', duration_secs: 2 }],
  ['camel case', { audioBase64: one, generatedVoiceId: 'v1', mediaType: 'audio/mpeg', durationSecs: 2 }],
])('each preview of a voice design is a sound that leads to its voice: %s', async (_, preview) => {
  const key = 'audio_base64' in preview ? 'audio_base64' : 'audioBase64'
  const previews = [preview, { ...preview, [key]: two }, preview]
  const told = await tell({ previews, text: 'Hello' }, { endpoint: 'audio.voice-design' })
  expect(sounds(told)).toEqual([sha256Hex(mp3(1)), sha256Hex(mp3(2)), sha256Hex(mp3(1))])
  const marked = [1, 2, 1].map((n) => ({ ...preview, [key]: `sha256:${sha256Hex(mp3(n))}` }))
  expect(items(told)).toEqual([{ previews: marked, text: 'Hello' }])
  expect(told.end).toMatchObject({ status: 'completed' })
})

test('previews may come as voices alone, to be heard elsewhere', async () => {
  const body = { previews: [{ generated_voice_id: 'v', duration_secs: 2 }], text: 'Hi' }
  expect((await tell(body, { endpoint: 'audio.voice-design' })).end).toMatchObject({ status: 'completed' })
})

const plan = { composition_plan: { sections: [{ section_name: 'Intro' }] }, song_metadata: { title: 'Rain' } }
function parts(boundary: string, { lineEnd = '\r\n', end = '--' } = {}): Uint8Array<ArrayBuffer> {
  const text = (value: string) => bytesOf(value.replaceAll('\n', lineEnd))
  return Uint8Array.from([
    ...text(`--${boundary}\nContent-Type: application/json\n\n${JSON.stringify(plan)}\n--${boundary}\n`),
    ...text('Content-Type: audio/mpeg\nContent-Disposition: attachment; filename="song.mp3"\n\n'),
    ...mp3(),
    ...text(`\n--${boundary}${end}\n`),
  ])
}

test.each<[string, Uint8Array, string]>([
  ['with its boundary', parts('b1'), 'multipart/mixed; boundary=b1'],
  ['with a quoted one', parts('b 1'), 'multipart/mixed; charset=x; boundary="b 1"'],
  ['as form data', parts('x'), 'multipart/form-data; boundary=x'],
  ['without its type', parts('----WebKit'), ''],
  ['with bare line feeds', parts('b', { lineEnd: '\n' }), 'multipart/mixed;boundary=b'],
])('a multipart reply %s is a file and what stands beside it', async (_, body, type) => {
  const told = await tell(body, { endpoint: 'audio.music', type })
  expect([sounds(told), types(told), await contents(told)]).toEqual([
    [sha256Hex(mp3())],
    ['audio/mpeg'],
    Buffer.from(mp3()),
  ])
  expect(items(told)).toEqual([plan])
  expect(told.end).toMatchObject({ status: 'completed' })
  expect(JSON.parse(told.raw[0]?.data ?? '').multipart).toHaveLength(2)
})

test('a multipart reply that breaks off keeps what came', async () => {
  const told = await tell(parts('b').slice(0, -60), { endpoint: 'audio.music', type: 'multipart/mixed; boundary=b' })
  expect(items(told)).toEqual([plan])
  expect(told.files).toHaveLength(1)
  expect(told.end).toMatchObject({ status: 'interrupted' })
})

test.each<[string, unknown, object]>([
  ['nothing at all', '', { status: 'failed', reason: 'no_audio' }],
  ['an empty name', { audio: '' }, { status: 'failed', reason: 'no_audio' }],
  ['an empty list', { created: 1, data: [] }, { status: 'failed', reason: 'no_audio' }],
  ['no previews', { previews: [], text: 'x' }, { status: 'failed', reason: 'no_audio' }],
  ['an empty stream', 'data: [DONE]\n\n', { status: 'failed', reason: 'no_audio' }],
  ['an end without pieces', sse({ type: 'speech.audio.done' }), { status: 'failed', reason: 'no_audio' }],
  ['an error', { error: { message: 'no such voice', code: 'voice_not_found' } }, { status: 'failed' }],
  ['an error as a text', { error: 'no such voice' }, { status: 'failed' }],
  ['a detail', { detail: { status: 'quota_exceeded', message: 'Not enough credits.' } }, { status: 'failed' }],
  ['a page', '<!doctype html><title>Bad gateway</title>', { status: 'unknown' }],
  ['words', 'upstream timed out', { status: 'unknown' }],
  [
    'a job in a queue',
    { status: 'IN_QUEUE', request_id: 'r', response_url: 'https://q.example/r', queue_position: 0 },
    { status: 'queued' },
  ],
])('%s is not a sound', async (_, body, end) => {
  const told = await tell(body)
  expect(told.end).toMatchObject({ kind: 'end', ...end })
  expect(told.files).toEqual([])
})

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
test.each<[string, unknown, Uint8Array, string]>([
  ['a file', { data: { audio: hex(mp3()), status: 2 }, extra_info: { audio_format: 'mp3' } }, mp3(), 'audio/mpeg'],
  [
    'samples',
    { data: { audio: hex(pcm) }, extra_info: { audio_format: 'pcm', audio_sample_rate: 32_000 } },
    pcm,
    'audio/pcm;rate=32000',
  ],
  ['capitals', { data: { audio: hex(mp3()).toUpperCase() } }, mp3(), 'audio/mpeg'],
])('hex is told from base64: %s', async (_, body, bytes, type) => {
  const told = await tell(body)
  expect([types(told), await contents(told)]).toEqual([[type], Buffer.from(bytes)])
})

test('hex in pieces is one file, and a last piece that repeats it all adds nothing', async () => {
  const piece = (bytes: Uint8Array, status: number) => ({ data: { audio: hex(bytes), status } })
  const told = await tell(sse(piece(half, 1), piece(rest, 1), piece(mp3(), 2)), { type: 'text/event-stream' })
  expect(sounds(told)).toEqual([sha256Hex(mp3())])
  const short = await tell(sse(piece(mp3(), 1), piece(mp3(), 2)), { type: 'text/event-stream' })
  expect(sounds(short)).toEqual([sha256Hex(mp3())])
})

/** One text, cut at places that need not be whole groups of letters. */
const cutAt = (text: string, ...sizes: readonly number[]) => {
  const ends = [...sizes, text.length].map((_, n, all) => all.slice(0, n + 1).reduce((sum, size) => sum + size, 0))
  return ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end)).filter((piece) => piece !== '')
}
const zeros = Uint8Array.from([0x49, 0x44, 0x33, ...Array(297).fill(0)])

test.each<[string, Uint8Array, readonly number[]]>([
  ['into odd numbers of letters', mp3(), [101, 98, 7, 3, 1, 201]],
  ['where each piece could stand alone', zeros, [102, 39, 50]],
  ['before its padding', mp3(1).slice(0, 400), [535]],
  ['after its first letter', mp3(), [5, 1, 1, 1, 1]],
])('one base64 text that is cut %s across events is the file that it was', async (_, bytes, sizes) => {
  const pieces = cutAt(base64(bytes), ...sizes).map((audio) => ({ type: 'speech.audio.delta', audio }))
  const told = await tell(sse(...pieces, { type: 'speech.audio.done' }), { type: 'text/event-stream' })
  expect(await contents(told)).toEqual(Buffer.from(bytes))
})

test('pieces without padding stand alone, each of them', async () => {
  const pieces = [mp3().slice(0, 100), mp3().slice(100, 303), mp3().slice(303)]
  const told = await tell(sse(...pieces.map((one) => ({ audio: base64(one).replaceAll('=', '') }))), {
    type: 'text/event-stream',
  })
  expect(await contents(told)).toEqual(Buffer.from(mp3()))
})

const long = Uint8Array.from({ length: 1200 }, (_, n) => (n * 7) % 251)
test('long base64 under an unknown name is kept as bytes, but not beside a sound', async () => {
  const told = await tell({ speech: base64(long) })
  expect([types(told), await contents(told)]).toEqual([['application/octet-stream'], Buffer.from(long)])
  expect(sounds(await tell({ audio: one, signature: base64(long) }))).toEqual([sha256Hex(mp3(1))])
  const pieces = sse({ voice_bytes: base64(long) }, { voice_bytes: base64(long.slice(0, 5)) })
  expect(await contents(await tell(pieces, { type: 'text/event-stream' }))).toEqual(
    Buffer.from([...long, ...long.slice(0, 5)]),
  )
})

test('JSON without any sound is shown as it is', async () => {
  const body = { id: 'song_1', note: 'ask later' }
  const told = await tell(body, { endpoint: 'audio.music' })
  expect(items(told)).toEqual([body])
  expect(told.events).toContainEqual(expect.objectContaining({ kind: 'error' }))
})

test('thousands of pieces are read in a moment, and their events stay small', async () => {
  const all = Uint8Array.from(Array(12_000).keys(), (at) => mp3()[at] ?? at % 251)
  const deltas = Array.from({ length: 3000 }, (_, at) => delta(all.slice(at * 4, at * 4 + 4)))
  const told = await tell(sse(...deltas, { type: 'speech.audio.done' }), { type: 'text/event-stream' })
  expect(await contents(told)).toEqual(Buffer.from(all))
  expect([told.raw.length, told.files.length]).toEqual([3001, 1])
  expect(Math.max(...told.raw.map(({ data }) => data.length))).toBeLessThan(70)
})

test('AMR is kept as the file that it is, though no part of it is decoded here', async () => {
  const amr = Uint8Array.from([...bytesOf('#!AMR\n'), ...Array.from({ length: 320 }, (_, at) => (at * 37 + 60) % 256)])
  expect(types(await tell(amr, { type: 'audio/amr' }))).toEqual(['audio/amr'])
})
