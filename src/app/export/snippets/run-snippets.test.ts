import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encodePng } from '#media/encode-png.ts'
import type { ClipOrder } from '#sandbox/clip/clip-request.ts'
import { createSandbox } from '../../../router/providers/sandbox/sandbox.ts'
import { paintHere } from '../../../router/providers/sandbox/testing/ask.ts'
import { has, run } from '../../../router/testing/programs.ts'
import { startTestRouter, testKey } from '../../../router/testing/test-router.ts'
import type { RunRecord, SentBody, SentPart } from '../../run/history/run-record-schema.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { sampleFile, sampleRecord } from '../testing/sample-record.ts'
import { snippets } from './snippets.ts'

// Programs are started here; how long that takes is no matter of these tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = resolve(import.meta.dirname, '../../../..')

/** What the real router took in. */
const taken: Record<string, unknown>[] = []

/** The videos that its sandbox made. */
const orders: ClipOrder[] = []

/** What came in at a server that takes anything, for the routes that the sandbox does not answer. */
const came: { method: string; path: string; key: string | undefined; type: string; body: Buffer }[] = []

/** What it says of its video, poll by poll; an empty text is a 202 without a body, and 503 that it is busy. */
let states: readonly string[] = []
let polls = 0
const video = (state: string) => ({ task_id: 'vid/1', state })

/** What the server streams. */
let streamed = ''
const asEvents = (...events: readonly object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

/** A designed voice. */
const preview = (n: number) => ({ audio_base64: btoa(`VOICE ${n}`), generated_voice_id: `v${n}` })

const anything = createServer(async (request, response) => {
  const path = request.url ?? ''
  const { authorization: key, 'content-type': type = '' } = request.headers
  came.push({ method: request.method ?? '', path, key, type, body: await buffer(request) })
  const send = (contentType: string, body: string) => response.setHeader('content-type', contentType).end(body)
  if (path.endsWith('/content')) return send('video/mp4', 'MOVING PICTURES')
  if (path.startsWith('/v1/videos/')) {
    const state = states[polls++] ?? 'Failed'
    if (state === '503') return response.writeHead(503, { 'retry-after': '0' }).end()
    return state === '' ? response.writeHead(202).end() : send('application/json', JSON.stringify(video(state)))
  }
  if (path === '/v1/videos') return send('application/json', JSON.stringify(video('Queueing')))
  if (/"stream": ?true/.test(String(came.at(-1)?.body))) return send('text/event-stream', streamed)
  if (path.startsWith('/v1/images/'))
    return send('application/json', JSON.stringify({ data: [{ b64_json: btoa('PICTURE') }] }))
  if (path === '/v1/audio/voice-design')
    return send('application/json', JSON.stringify({ previews: [1, 2, 3].map(preview) }))
  if (path === '/v1/audio/dubbing')
    return send('application/json', '{"dubbing_id":"d1","status":"dubbing","status_url":"/jobs/d1"}')
  if (path === '/jobs/d1')
    return send('application/json', '{"dubbing_id":"d1","status":"dubbed","result_urls":{"es":"/jobs/d1/es"}}')
  send('audio/mpeg', 'SOUND')
})

let router: Awaited<ReturnType<typeof startTestRouter>>
let folder: string

beforeAll(async () => {
  const { provider } = createSandbox({
    paint: paintHere,
    makeClip: async (order) => {
      orders.push(order)
      return { video: new TextEncoder().encode('MADE'), thumbnail: new Uint8Array() }
    },
  })
  const recording: typeof provider = {
    ...provider,
    answer(request) {
      taken.push(request.body)
      return provider.answer(request)
    },
  }
  router = await startTestRouter({ providers: [recording] })
  await new Promise<void>((done) => anything.listen(0, '127.0.0.1', done))
  folder = mkdtempSync(join(tmpdir(), 'patchbay-snippets-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await router.close()
  anything.close()
  rmSync(folder, { recursive: true, force: true })
})

const runnable = [
  { id: 'curl', file: 'snippet.sh', program: 'bash' },
  { id: 'fetch', file: 'snippet.mjs', program: process.execPath },
  { id: 'openai-js', file: 'snippet.mjs', program: process.execPath },
].filter(({ id }) => id !== 'curl' || has('curl', true))

if (!has('curl')) test.skip('the cURL snippets are not run: there is no curl here', () => {})

let turn = 0

/** Without `SOAK` a test runs one of them, each in turn: starting a process takes longer than all that it proves. */
function some(list: typeof runnable): typeof runnable {
  turn += 1
  return process.env.SOAK ? list : list.filter((_, at) => at === turn % list.length)
}

/** Runs a snippet as a person would, in a folder of its own, with the key in the environment. */
async function paste({ id, file, program }: (typeof runnable)[number], record: RunRecord) {
  const text = snippets.find((one) => one.id === id)?.build(record, []) ?? ''
  writeFileSync(join(folder, file), text.replace('pause = 2', 'pause = 0.01').replace('sleep $pause', 'sleep 0.01'))
  const ran = await run(program, [file], { cwd: folder, env: { OPENAI_API_KEY: testKey } })
  return { ...ran, text }
}

const onRouter = (body: SentBody) =>
  sampleRecord({ run: { connection: { name: 'Local', baseUrl: `${router.url}/v1` } }, body })

function onAnything(endpoint: string, path: string, body: SentBody) {
  const { port } = anything.address() as AddressInfo
  const connection = { name: 'X', baseUrl: `http://127.0.0.1:${port}/v1` }
  return sampleRecord({ run: { endpoint, connection }, path, body, reply: { status: 200, headers: [] } })
}

/** A request of everything that could break out of its quotes. */
const hostile = {
  model: 'sandbox-fast',
  input: hostileTexts.join('\n'),
  instructions: hostileTexts[0],
  metadata: Object.fromEntries(hostileTexts.filter((text) => text !== '').map((text, index) => [`k${index}`, text])),
}

for (const stream of [false, true])
  test.each(some(runnable))(`$id sends what the app sent, stream ${stream}`, async (snippet) => {
    const value = stream ? { ...hostile, stream } : hostile
    taken.length = 0
    const { status, out, err } = await paste(snippet, onRouter({ kind: 'json', value }))
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(taken).toEqual([value])
    expect(out).toMatch(/synthetic/)
  })

test.each(some(runnable))('$id sends a body of a megabyte', async (snippet) => {
  const value = { model: 'sandbox-fast', input: "it's 'x' $(id) `id` \n".repeat(50_000), max_output_tokens: 20 }
  taken.length = 0
  const { status } = await paste(snippet, onRouter({ kind: 'json', value }))
  expect(status).toBe(0)
  expect(taken).toEqual([value])
})

test.each(some(runnable))('$id ends with an error that says why where the router refuses', async (snippet) => {
  const { status, out, err } = await paste(
    snippet,
    onRouter({ kind: 'json', value: { model: 'no-such-model', input: 'x' } }),
  )
  expect(status).not.toBe(0)
  expect(out + err).toContain('no-such-model')
})

const parts: readonly SentPart[] = [
  { kind: 'text', name: 'model', value: 'gen-image-1' },
  { kind: 'text', name: 'prompt', value: hostileTexts.join(' | ') },
  { kind: 'file', name: 'image[]', file: sampleFile("it's; one,two.png", 'image/png', 'FIRST') },
  { kind: 'file', name: 'image[]', file: sampleFile('zwei ü.jpg', 'image/jpeg', 'SECOND') },
  { kind: 'file', name: 'mask', file: sampleFile('mask.png', 'image/png', 'MASK') },
  { kind: 'text', name: 'n', value: '2' },
  { kind: 'text', name: 'extra', value: '@mask.png' },
]

function placeFiles() {
  for (const part of parts)
    if (part.kind === 'file')
      writeFileSync(
        join(folder, part.file.name),
        part.file.name.startsWith('it') ? 'FIRST' : part.name === 'mask' ? 'MASK' : 'SECOND',
      )
}

/** The parts of a multipart body, in the order of their names. */
async function partsOf({ type, body }: (typeof came)[number]) {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const told = await Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string' ? [name, value] : [name, value.name, value.type, await value.text()],
    ),
  )
  return told.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
}

/** A form's line ends are CRLF, and NUL cannot be an argument. */
const expectedParts = [
  ['extra', '@mask.png'],
  ['image[]', "it's; one,two.png", 'image/png', 'FIRST'],
  ['image[]', 'zwei ü.jpg', 'image/jpeg', 'SECOND'],
  ['mask', 'mask.png', 'image/png', 'MASK'],
  ['model', 'gen-image-1'],
  ['n', '2'],
  ['prompt', hostileTexts.join(' | ')],
]
const lineEnds = (rows: unknown) => JSON.parse(JSON.stringify(rows).replace(/\\r\\n|\\r|\\n/g, '\\n')) as unknown

for (const [endpoint, path] of [
  ['images.edits', '/images/edits'],
  ['audio.dubbing', '/audio/dubbing'],
] as const)
  test.each(some(runnable))(`$id sends files, a mask and hostile texts to ${path}`, async (snippet) => {
    placeFiles()
    came.length = 0
    const { err, status } = await paste(snippet, onAnything(endpoint, path, { kind: 'multipart', parts }))
    expect(err).toBe('')
    expect(status).toBe(0)
    expect(came.map(({ method, path: where, key }) => [method, where, key])).toEqual([
      ['POST', `/v1${path}`, `Bearer ${testKey}`],
    ])
    expect(lineEnds(await partsOf(came[0]!))).toEqual(lineEnds(expectedParts))
  })

/** Those of Python run where its library is there. */
const ofPython = [
  { id: 'requests', file: 'snippet.py', program: 'python3', library: 'requests' },
  { id: 'openai-python', file: 'snippet.py', program: 'python3', library: 'openai' },
].filter(({ library }) => has('python3') && spawnSync('python3', ['-c', `import ${library}`]).status === 0)
const ofStreams = [...runnable, ...ofPython.filter(({ id }) => id === 'requests')]
if (ofStreams.length === runnable.length)
  test.skip('the Python snippet is not run against a server: there is no `requests` here', () => {})

const ofJobs = runnable.filter(({ id }) => id !== 'curl' || has('jq', true))

/** A video of a router with names and words of its own. */
function foreignVideo() {
  const body: SentBody = { kind: 'json', value: { model: 'm', prompt: "a 'boat'", seconds: '4' } }
  const record = onAnything('videos.create', '/videos', body)
  const events = [{ at: 1, data: JSON.stringify(video('Queueing')) }]
  return { ...record, run: { ...record.run, job: 'vid/1' }, events }
}

test.each(some(ofJobs))(
  '$id creates a video, waits for it in the words of its router, and downloads it',
  async (snippet) => {
    came.length = 0
    polls = 0
    states = ['', '503', 'PROCESSING', 'Succeeded']
    rmSync(join(folder, 'video.mp4'), { force: true })
    const { out, status } = await paste(snippet, foreignVideo())
    expect(status).toBe(0)
    expect(out).toMatch(/^vid(\/|%2F)1\n/)
    expect(came.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/videos',
      ...states.map(() => 'GET /v1/videos/vid%2F1'),
      'GET /v1/videos/vid%2F1/content',
    ])
    expect(new Set(came.map(({ key }) => key))).toEqual(new Set([`Bearer ${testKey}`]))
    expect(readFileSync(join(folder, 'video.mp4'), 'utf8')).toBe('MOVING PICTURES')
  },
)

const ofDubs = [...ofJobs, ...ofPython]

/** A dub of a router that names an address for its state. */
function foreignDub() {
  const record = onAnything('audio.dubbing', '/audio/dubbing', { kind: 'json', value: { model: 'm' } })
  const events = [{ at: 1, data: '{"dubbing_id":"d1","status":"dubbing","status_url":"/jobs/d1"}' }]
  return { ...record, run: { ...record.run, job: 'd1' }, events }
}

test.each(some(ofDubs))(
  '$id follows a dub at the address that its router names, and saves each language',
  async (snippet) => {
    came.length = 0
    const { out, err, status } = await paste(snippet, foreignDub())
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^d1\n/)
    expect(came.map(({ method, path, key }) => [method, path, key])).toEqual([
      ['POST', '/v1/audio/dubbing', `Bearer ${testKey}`],
      ['GET', '/jobs/d1', `Bearer ${testKey}`],
      ['GET', '/jobs/d1/es', `Bearer ${testKey}`],
    ])
    expect(readFileSync(join(folder, 'dubbing_es.mp3'), 'utf8')).toBe('SOUND')
  },
)

test.each(some(ofJobs))(
  '$id fails with what the router says of a job that failed, and downloads nothing',
  async (snippet) => {
    came.length = 0
    polls = 0
    states = ['running']
    const { out, err, status } = await paste(snippet, foreignVideo())
    expect(status).not.toBe(0)
    expect(out + err).toContain('"state":"Failed"')
    expect(came.map(({ path }) => path)).not.toContain('/v1/videos/vid%2F1/content')
  },
)

test.each(some(ofJobs))(
  '$id makes a video with a first frame on the sandbox, in JSON and in parts',
  async (snippet) => {
    const picture = Buffer.from(
      await encodePng({ width: 1280, height: 720, rgba: new Uint8ClampedArray(1280 * 720 * 4) }),
    )
    writeFileSync(join(folder, 'frame.png'), picture)
    const asked = { model: 'sandbox-video', prompt: "a 'boat'", seconds: '4', size: '1280x720', seed: 7 }
    const file = { ...sampleFile('frame.png', 'image/png', ''), size: picture.length }
    const inParts = Object.entries(asked).map(([name, value]) => ({ kind: 'text', name, value: `${value}` }) as const)
    const bodies: readonly SentBody[] = [
      {
        kind: 'json',
        value: { ...asked, input_reference: { image_url: `data:image/png;base64,${picture.toString('base64')}` } },
      },
      { kind: 'multipart', parts: [...inParts, { kind: 'file', name: 'input_reference', file }] },
    ]
    for (const body of bodies) {
      orders.length = 0
      rmSync(join(folder, 'video.mp4'), { force: true })
      const connection = { name: 'Local', baseUrl: `${router.url}/v1` }
      const record = sampleRecord({ run: { endpoint: 'videos.create', connection }, path: '/videos', body })
      const { err, status } = await paste(snippet, record)
      expect([err, status]).toEqual(['', 0])
      expect(orders).toMatchObject([{ prompt: "a 'boat'", seconds: 4, reference: { format: 'png' } }])
      expect(readFileSync(join(folder, 'video.mp4'), 'utf8')).toBe('MADE')
    }
  },
)

test.each(some([...runnable, ...ofPython]))('$id saves each designed voice', async (snippet) => {
  const record = onAnything('audio.voice-design', '/audio/voice-design', { kind: 'json', value: { model: 'm' } })
  const reply = { status: 200, headers: [['Content-Type', 'application/json']] } as const
  for (const n of [1, 2, 3]) rmSync(join(folder, `voice-design-${n}.mp3`), { force: true })
  const { out, err, status } = await paste(snippet, { ...record, reply })
  expect([err, status]).toEqual(['', 0])
  if (snippet.id === 'curl')
    return expect(JSON.parse(readFileSync(join(folder, 'voice-design.json'), 'utf8')).previews).toHaveLength(3)
  expect(out).toMatch(/v1 voice-design-1\.mp3\s+v2 .*\s+v3 /)
  for (const n of [1, 2, 3]) expect(readFileSync(join(folder, `voice-design-${n}.mp3`), 'utf8')).toBe(`VOICE ${n}`)
})

test.each(some(runnable))('$id writes speech and music into a file', async (snippet) => {
  for (const [endpoint, path, name] of [
    ['audio.speech', '/audio/speech', 'speech.opus'],
    ['audio.music', '/audio/music', 'music.mp3'],
  ] as const) {
    came.length = 0
    const value = { model: 'm', input: 'Hi', voice: 'alloy', ...(name.endsWith('opus') && { response_format: 'opus' }) }
    const { err, status } = await paste(snippet, onAnything(endpoint, path, { kind: 'json', value }))
    expect([err, status]).toEqual(['', 0])
    expect(JSON.parse(String(came[0]?.body))).toEqual(value)
    expect(readFileSync(join(folder, name), 'utf8')).toBe('SOUND')
  }
})

const streamedOf = (endpoint: string, path: string) =>
  onAnything(endpoint, path, { kind: 'json', value: { model: 'm', prompt: 'x', stream: true } })

test.each(some(ofStreams))('$id keeps every picture of a stream', async (snippet) => {
  // Larger than what comes at once.
  const picture = (n: number) => Buffer.alloc(300_000, n)
  const done = (n: number) => ({ type: 'image_generation.completed', b64_json: picture(n).toString('base64') })
  const preview = { type: 'image_generation.partial_image', b64_json: btoa('PREVIEW'), partial_image_index: 0 }
  streamed = asEvents(preview, done(1), preview, done(2), done(3))
  const { err, status } = await paste(snippet, streamedOf('images.generations', '/images/generations'))
  expect([err, status]).toEqual(['', 0])
  if (snippet.id === 'curl') return expect(readFileSync(join(folder, 'images.sse'), 'utf8')).toBe(streamed)
  for (const n of [1, 2, 3]) expect(readFileSync(join(folder, `image-${n}.png`)).equals(picture(n)), `${n}`).toBe(true)
})

test.each(some(ofStreams))('$id keeps streamed speech, and no more of it when it runs again', async (snippet) => {
  streamed = asEvents(
    { type: 'speech.audio.delta', audio: btoa('SPE') },
    { type: 'speech.audio.delta', audio: btoa('ECH') },
    { type: 'speech.audio.done' },
  )
  for (const _ of [1, 2]) {
    const { err, status } = await paste(snippet, streamedOf('audio.speech', '/audio/speech'))
    expect([err, status]).toEqual(['', 0])
  }
  const name = snippet.id === 'curl' ? 'speech.sse' : 'speech.mp3'
  expect(readFileSync(join(folder, name), 'utf8')).toBe(snippet.id === 'curl' ? streamed : 'SPEECH')
})

test.each(some(ofStreams))('$id keeps the picture of a router that answers a stream with JSON', async (snippet) => {
  const reply = { status: 200, headers: [['Content-Type', 'application/json']] } as const
  const value = { model: 'm', prompt: 'x', stream: 'true' }
  const record = { ...onAnything('images.generations', '/images/generations', { kind: 'json', value }), reply }
  rmSync(join(folder, 'image-1.png'), { force: true })
  const { err, status } = await paste(snippet, record)
  expect([err, status]).toEqual(['', 0])
  if (snippet.id === 'curl') return
  expect(readFileSync(join(folder, 'image-1.png'), 'utf8')).toBe('PICTURE')
})

test.each(some(ofStreams))('$id prints the tools that are called', async (snippet) => {
  streamed = asEvents(
    { type: 'response.output_text.delta', delta: 'Let me look.' },
    {
      type: 'response.output_item.done',
      item: { type: 'function_call', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    },
    { type: 'response.completed', response: { error: null } },
  )
  const { out, status } = await paste(snippet, streamedOf('responses', '/responses'))
  expect(status).toBe(0)
  expect(out).toContain('Let me look.')
  expect(out).toContain(snippet.id === 'curl' ? '"name":"get_weather"' : 'get_weather({"city":"Oslo"})')
})

const failures: readonly (readonly [endpoint: string, path: string, event: object])[] = [
  ['responses', '/responses', { type: 'error', code: 'server_error', message: 'went wrong', param: null }],
  ['responses', '/responses', { error: { message: 'went wrong' } }],
  ['responses', '/responses', { type: 'response.failed', response: { error: { message: 'went wrong' } } }],
  ['images.generations', '/images/generations', { type: 'error', error: { message: 'went wrong' } }],
]

test.each(some(ofStreams))('$id fails with what an error event says, and keeps what came before', async (snippet) => {
  for (const [endpoint, path, event] of failures) {
    streamed = asEvents({ type: 'response.output_text.delta', delta: 'So far.' }, event)
    const { out, err, status } = await paste(snippet, streamedOf(endpoint, path))
    expect(status, JSON.stringify(event)).not.toBe(0)
    expect(out + err).toContain('went wrong')
    if (endpoint === 'responses') expect(out).toContain('So far.')
  }
})

test('no snippet has run anything else', async () => {
  expect((await run('ls', [], { cwd: folder })).out).not.toContain('pwned')
})
