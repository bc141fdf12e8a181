import OpenAI, { BadRequestError } from 'openai'
import { expect, test } from 'vitest'
import { heard } from '#sandbox/sound/testing/measured.ts'
import { audioClient } from '../testing/audio-client.ts'

const { client, meter } = audioClient()
const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

test('the official client gets speech in each format', { timeout: 60_000 }, async () => {
  const types = { mp3: 'audio/mpeg', opus: 'audio/ogg', aac: 'audio/aac', flac: 'audio/flac', wav: 'audio/wav' }
  for (const [format, type] of Object.entries(types)) {
    const reply = await client.audio.speech.create({
      model: 'gen-4o-mini-tts',
      voice: 'nova',
      input: 'Hello there.',
      response_format: format as 'mp3',
    })
    const bytes = await bytesOf(reply)
    expect(reply.headers.get('content-type')).toBe(type)
    expect(reply.headers.get('x-sandbox')).toBe('synthetic')
    expect(bytes.length).toBeGreaterThan(3_000)
  }
})

test.each(['gen-4o-mini-tts', 'sandbox-voice', 'sandbox-speech'])(
  'each provider has voices of its own: %s',
  { timeout: 60_000 },
  async (model) => {
    const { data } = await client.models.list()
    const listed = data.find(({ id }) => id === model)
    const voices = (listed as unknown as { supported_voices: string[] }).supported_voices
    const bytes = await bytesOf(
      await client.audio.speech.create({ model, voice: voices[1] ?? '', input: 'Guten Tag und auf Wiedersehen.' }),
    )
    expect((await heard(bytes)).origin).toMatchObject({ model, voice: voices[1] })
    await expect(client.audio.speech.create({ model, voice: 'nobody', input: 'Hello' })).rejects.toMatchObject({
      status: 400,
      param: 'voice',
    })
  },
)

test('speech as events is the same file in pieces', { timeout: 60_000 }, async () => {
  const body = { model: 'gen-4o-mini-tts', voice: 'echo', input: 'One, two, three. '.repeat(5) }
  const whole = await bytesOf(await client.audio.speech.create(body))
  const reply = await client.audio.speech.create({ ...body, stream_format: 'sse' })
  const events = (await reply.text()).split('\n\n').flatMap((text) => {
    const [, data] = /^event: .*\ndata: (.*)$/.exec(text) ?? []
    return data === undefined ? [] : [JSON.parse(data)]
  })
  expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { total_tokens: expect.any(Number) } })
  const deltas = events.filter(({ type }) => type === 'speech.audio.delta')
  expect(deltas.length).toBeGreaterThan(5)
  expect(Buffer.concat(deltas.map(({ audio }) => Buffer.from(audio, 'base64'))).equals(whole)).toBe(true)
})

test('speech as bytes comes in pieces, and stops when the client goes', { timeout: 60_000 }, async () => {
  const body = { model: 'gen-4o-mini-tts', voice: 'echo', input: 'One, two, three. '.repeat(10) }
  const reply = await client.audio.speech.create(body)
  expect(reply.headers.get('content-length')).toBeNull()
  const reader = reply.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(1_000)
  await reader?.cancel()
})

test.each([
  [{ input: '…' }, 'input'],
  [{ input: 'x'.repeat(4_097) }, 'input'],
  [{ speed: 5 }, 'speed'],
  [{ response_format: 'tiff' }, 'response_format'],
  [{ output_format: 'mp3_1_2' }, 'output_format'],
  [{ language_code: 'klingon' }, 'language_code'],
  [{ stream_format: 'fax' }, 'stream_format'],
  [{ voice_settings: { stability: 2 } }, 'voice_settings.stability'],
])('%j is refused by its name, and not counted', async (body, param) => {
  const before = meter().accepted
  const asked = client.audio.speech.create({
    model: 'gen-4o-mini-tts',
    voice: 'alloy',
    input: 'Hello',
    ...body,
  } as never)
  await expect(asked).rejects.toBeInstanceOf(BadRequestError)
  await expect(asked).rejects.toMatchObject({ param })
  expect(meter().accepted).toBe(before)
})

test('faults also befall sound', { timeout: 60_000 }, async () => {
  const body = { voice: 'alloy', input: 'Hello' }
  await expect(client.audio.speech.create({ ...body, model: 'fault-429' })).rejects.toBeInstanceOf(
    OpenAI.RateLimitError,
  )
  const cut = await client.audio.speech.create({ ...body, model: 'fault-cut' })
  await expect(cut.arrayBuffer()).rejects.toThrow()
})
