import { toFile } from 'openai'
import { expect, test } from 'vitest'
import { pcm16, wavHeader } from '#sandbox/sound/files/wav-file.ts'
import { audioClient } from '../testing/audio-client.ts'

const { client, provider } = audioClient()
const model = 'sandbox-transcribe'
const input = 'The boat left at noon. “Grüße” from the 3 people — see you soon!'
const words = ['The', 'boat', 'left', 'at', 'noon.', '“Grüße”', 'from', 'the', '3', 'people', 'see', 'you', 'soon!']

type Format = 'mp3' | 'wav'
const files = new Map<Format, Promise<ArrayBuffer>>()

/** The input as speech, spoken once in each format: an instance of the synthesizer takes half a second. */
async function spoken(response_format: Format) {
  const speech = { model: 'gen-4o-mini-tts', voice: 'nova', input, response_format }
  const file = files.get(response_format) ?? client.audio.speech.create(speech).then((reply) => reply.arrayBuffer())
  files.set(response_format, file)
  return toFile(await file, `speech.${response_format}`)
}

/** A recording that the sandbox did not make: a buzz with the pitch of a voice between two silences. */
function foreign(): Uint8Array<ArrayBuffer> {
  const rate = 16_000
  const samples = Float32Array.from({ length: rate * 2 }, (_, at) =>
    at % 160 === 0 && at > rate / 2 && at < rate * 1.5 ? 0.6 : 0,
  )
  return new Uint8Array(Buffer.concat([wavHeader(rate, 1, samples.length, 'a', 'b'), pcm16([samples])]))
}

test.each(['mp3', 'wav'] as const)(
  'what the sandbox spoke as %s comes back word by word',
  { timeout: 60_000 },
  async (format) => {
    const file = await spoken(format)
    const heard = await client.audio.transcriptions.create({
      ...{ model, file, response_format: 'verbose_json' },
      timestamp_granularities: ['word', 'segment'],
    })
    expect(heard.text).toBe(input)
    expect(heard.language).toBe('en')
    expect(heard.words?.map(({ word }) => word)).toEqual(words)
    const times = heard.words?.flatMap(({ start, end }) => [start, end]) ?? []
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(heard.duration)
    expect(heard.segments?.map(({ text }) => text)).toEqual([
      'The boat left at noon.',
      '“Grüße” from the 3 people see you soon!',
    ])
  },
)

test('the formats say the same', { timeout: 60_000 }, async () => {
  const file = await spoken('wav')
  const as = (response_format: string, more: object = {}) =>
    client.audio.transcriptions.create({ model, file, response_format: response_format as 'json', ...more })
  expect(await as('json')).toMatchObject({ text: input, usage: { type: 'duration' }, sandbox: { recognised: true } })
  expect(await as('text')).toBe(`${input}\n`)
  expect(await as('srt')).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe boat left at noon\.\n\n2\n/)
  expect(await as('vtt')).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\nThe boat left at noon\.\n\n00:/)
  expect(await as('diarized_json')).toMatchObject({ segments: [{ speaker: 'nova', id: 'seg_0' }, { speaker: 'nova' }] })
  const mini = { model: 'sandbox-transcribe-mini' }
  // What the AI SDK sends by default.
  const asked = { ...mini, timestamp_granularities: ['segment'] }
  expect(await as('verbose_json', asked)).toMatchObject({ text: input, segments: [{ id: 0 }, { id: 1 }] })
  await expect(as('srt', mini)).rejects.toMatchObject({ param: 'response_format' })
  await expect(as('docx')).rejects.toMatchObject({ param: 'response_format' })
})

test('the stream says the same, word by word', { timeout: 60_000 }, async () => {
  const stream = await client.audio.transcriptions.create({ model, file: await spoken('mp3'), stream: true })
  let text = ''
  let last: unknown
  for await (const event of stream) {
    if (event.type === 'transcript.text.delta') text += event.delta
    last = event
  }
  expect(last).toMatchObject({
    type: 'transcript.text.done',
    text,
    usage: { type: 'tokens', total_tokens: expect.any(Number) },
  })
  expect(text).toBe(words.join(' '))
})

test('of anything else no word is invented', { timeout: 60_000 }, async () => {
  const heard = await client.audio.transcriptions.create({
    ...{ model, response_format: 'verbose_json' },
    file: await toFile(foreign(), 'buzz.wav'),
  })
  expect(heard).toMatchObject({ words: [], language: 'unknown', sandbox: { recognised: false } })
  expect(heard.text).toBe('[no speech]')
  expect(heard.duration).toBeCloseTo(2, 1)
})

const noise = (value: number, at: number) => value + 6_000 * Math.sin(at * at * 0.731)
test.each<[string, (value: number, at: number, all: Int16Array) => number, RegExp]>([
  ['reversed', (_, at, all) => all[all.length - 1 - at] ?? 0, /^\[speech [\d.]+–[\d.]+ s, not recognised\]$/],
  ['covered by noise', noise, /^\[speech [^a-z]+ s, not recognised\]/],
  ['replaced by noise', (_, at) => noise(0, at), /^\[no speech\]$/],
  ['replaced by a tone', (_, at) => 8_000 * Math.sin(at / 9), /^\[no speech\]$/],
  ['made quiet', (value) => value / 4, /^The boat left at noon\./],
])(
  'a file that says what is spoken in it is believed only where it sounds like that: %s',
  {
    timeout: 60_000,
  },
  async (_, change, expected) => {
    const bytes = Buffer.from(await (await spoken('wav')).arrayBuffer())
    const start = bytes.indexOf('data') + 8
    const samples = new Int16Array(Uint8Array.from(bytes.subarray(start, bytes.length - (bytes.length % 2))).buffer)
    bytes.set(new Uint8Array(samples.map((value, at) => change(value, at, samples)).buffer), start)
    const heard = await client.audio.transcriptions.create({ model, file: await toFile(bytes, 'speech.wav') })
    expect(heard.text).toMatch(expected)
  },
)

/** Speech as samples, without any tag. */
async function untagged(text: string, voice: string): Promise<Float32Array> {
  const reply = await client.audio.speech.create({
    model: 'gen-4o-mini-tts',
    voice,
    input: text,
    response_format: 'pcm',
  })
  const pcm = new Int16Array(await reply.arrayBuffer())
  return Float32Array.from(pcm, (value) => value / 32_768)
}

const fileOf = (samples: Float32Array, name = 'speech.wav') =>
  toFile(Buffer.concat([wavHeader(24_000, 1, samples.length, '', ''), pcm16([samples])]), name)

const verbose = async (samples: Float32Array, by = client) =>
  by.audio.transcriptions.create({ model, file: await fileOf(samples), response_format: 'verbose_json' })

test('speech that lost its tags is known by its sound, and its words keep their times', {
  timeout: 60_000,
}, async () => {
  const speech = await untagged(input, 'ash')
  const known = await verbose(speech)
  expect(known).toMatchObject({ text: input, language: 'en', sandbox: { recognised: true, source: 'fingerprint' } })
  expect(known.words?.map(({ word }) => word)).toEqual(words)
  // Later, quieter and in noise, as from a microphone in the room.
  let random = 1
  const recorded = new Float32Array(speech.length + 12_000).map((_, at) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0
    return (speech[at - 12_000] ?? 0) * 0.3 + (random / 2 ** 31) * 0.002
  })
  const again = await verbose(recorded)
  expect(again.text).toBe(input)
  for (const [at, { start }] of (again.words ?? []).entries())
    expect(Math.abs(start - 0.5 - (known.words?.[at]?.start ?? 0))).toBeLessThan(0.03)
})

test('other speech is not taken for what was spoken: not half of it, nor another text of the same rhythm', {
  timeout: 60_000,
}, async () => {
  const speech = await untagged('The boat left at noon today.', 'ash')
  const other = audioClient()
  const stranger = await other.client.audio.speech.create({
    ...{ model: 'gen-4o-mini-tts', voice: 'ash', input: 'The coat left at noon today.', response_format: 'pcm' },
  })
  const coat = Float32Array.from(new Int16Array(await stranger.arrayBuffer()), (value) => value / 32_768)
  for (const samples of [coat, speech.subarray(0, speech.length / 2), speech.slice().reverse()]) {
    const heard = await verbose(samples)
    expect(heard).toMatchObject({ words: [], sandbox: { recognised: false, source: 'voice_activity' } })
    expect(heard.segments?.length).toBeGreaterThan(0)
  }
  // Another router has not spoken it.
  expect(await verbose(speech, other.client)).toMatchObject({ sandbox: { recognised: false } })
})

const post = (body: object) =>
  provider.answer({
    ...{ endpoint: 'audio.transcriptions', model, body: { model, ...body }, params: {}, requestId: 'req_1' },
    signal: new AbortController().signal,
  } as Parameters<typeof provider.answer>[0])

test.each([
  [(base64: string) => ({ file: `data:audio/wav;base64,${base64}` })],
  [(base64: string) => ({ input_audio: { data: base64, format: 'wav' } })],
  [(base64: string) => ({ audio_base64: base64 })],
])('JSON with base64 is read: %s', { timeout: 60_000 }, async (bodyOf) => {
  const base64 = Buffer.from(foreign()).toString('base64')
  expect(await (await post(bodyOf(base64))).json()).toMatchObject({ sandbox: { recognised: false } })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.each<[string, object, RegExp]>([
  ['nothing in it', { file: new Blob([]) }, /empty/],
  ['a picture', { file: new Blob([png]) }, /this is not/],
  ['a text', { audio: new Blob(['hello '.repeat(100)]) }, /this is not/],
  ['a WAV without samples', { file: new Blob([new Uint8Array(wavHeader(16_000, 1, 0, '', ''))]) }, /damaged|no audio/],
  ['what is no base64', { file: '***' }, /neither/],
  ['an address of this machine', { url: 'https://127.0.0.1/a.wav' }, /not on the public internet/],
  ['more than 50 MiB', { file: new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]) }, /50 MB/],
])('a file with %s is refused, and its field named', { timeout: 60_000 }, async (_name, body, message) => {
  await expect(post(body)).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(message),
    facts: { param: Object.keys(body)[0] },
  })
})
