import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { fakeUpstream, sendJson, upstreamKey } from '../../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../../testing/test-router.ts'
import { createGemini, listModels } from './gemini.ts'

const samples = Buffer.from([1, 2, 3, 4, 5, 6])
const saying = (data: Buffer, more: object = {}) => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=16000', data: data.toString('base64') } }],
      },
      ...more,
    },
  ],
})
const models = { entries: [{ id: 'say', object: 'model' as const }], upstreamId: () => 'gemini-2.5-flash-preview-tts' }

async function clientBefore(handle: Parameters<typeof fakeUpstream>[0]) {
  const { upstream, received } = await fakeUpstream(handle)
  const withKey = { ...upstream, headers: { 'x-goog-api-key': upstreamKey } }
  const { url, close } = await startTestRouter({ providers: [createGemini({ upstream: withKey, models })] })
  onTestFinished(close)
  const { speech } = new OpenAI({ baseURL: `${url}/v1`, apiKey: testKey, maxRetries: 0 }).audio
  return { speech, received }
}

const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())

test('speech is asked for as the API has it, and is a WAV file of the rate that its type names', async () => {
  const { speech, received } = await clientBefore((_, reply) => sendJson(reply, saying(samples)))
  const reply = await speech.create({ model: 'say', input: 'Hello', voice: 'Kore', instructions: 'Say cheerfully' })
  const wav = await bytesOf(reply)
  expect(reply.headers.get('content-type')).toBe('audio/wav')
  expect([wav.length, wav.readUInt32LE(24), wav.subarray(44)]).toEqual([50, 16_000, samples])
  expect(received).toMatchObject([
    { path: '/v1/models/gemini-2.5-flash-preview-tts:generateContent', headers: { 'x-goog-api-key': upstreamKey } },
  ])
  expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Say cheerfully:\nHello' }] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
    },
  })
})

test('pcm is the samples alone', async () => {
  const { speech } = await clientBefore((_, reply) => sendJson(reply, saying(samples)))
  const reply = await speech.create({ model: 'say', input: 'Hello', voice: 'Kore', response_format: 'pcm' })
  expect([reply.headers.get('content-type'), await bytesOf(reply)]).toEqual(['audio/pcm;rate=16000', samples])
})

test('a stream gives each piece as it comes, as events or as bytes', async () => {
  const { speech } = await clientBefore(({ path }, reply) => {
    expect(path).toContain(':streamGenerateContent?alt=sse')
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of [samples.subarray(0, 2), samples.subarray(2)])
      reply.write(`data: ${JSON.stringify(saying(piece))}\r\n\r\n`)
    reply.end()
  })
  const asked = { model: 'say', input: 'Hello', voice: 'Kore', response_format: 'pcm' } as const
  const events = await (await speech.create({ ...asked, stream_format: 'sse' })).text()
  expect(events.match(/"type":"[\w.]+"/g)).toEqual(
    ['speech.audio.delta', 'speech.audio.delta', 'speech.audio.done'].map((type) => `"type":"${type}"`),
  )
  expect(await bytesOf(await speech.create({ ...asked, stream_format: 'audio' }))).toEqual(samples)
})

test.each([{ promptFeedback: { blockReason: 'SAFETY' } }, { candidates: [{ finishReason: 'OTHER' }] }, {}])(
  'a reply without sound (%j) is an error that may be billed',
  async (said) => {
    const { speech } = await clientBefore(({ path }, reply) => {
      if (path.includes('alt=sse'))
        reply.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(said)}\n\n`)
      else sendJson(reply, said)
    })
    for (const more of [{}, { stream_format: 'sse' }] as const) {
      const failure = await speech
        .create({ model: 'say', input: 'x', voice: 'Kore', ...more })
        .catch((error: unknown) => error)
      expect(failure).toMatchObject({ status: 502, error: { code: 'no_audio', stage: 'accepted' } })
    }
  },
)

test('a stream that says it is not all of the sound is cut, not ended', async () => {
  const { speech } = await clientBefore((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.end(`data: ${JSON.stringify(saying(samples, { finishReason: 'SAFETY' }))}\n\n`)
  })
  const reply = await speech.create({ model: 'say', input: 'x', voice: 'Kore', stream_format: 'sse' })
  await expect(reply.text()).rejects.toThrow()
})

test.each([
  ['response_format', 'mp3'],
  ['speed', 1.5],
])('what the API cannot do (%s %s) is refused before anything is sent', async (field, value) => {
  const { speech, received } = await clientBefore(() => {})
  const failure = await speech
    .create({ model: 'say', input: 'x', voice: 'Kore', [field]: value })
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 400, error: { param: field, stage: 'not_sent' } })
  expect(received).toEqual([])
})

test('only models that speak are listed', async () => {
  const { upstream } = await fakeUpstream((_, reply) =>
    sendJson(reply, {
      models: [{ name: 'models/gemini-3-pro' }, { name: 'models/gemini-2.5-flash-preview-tts', displayName: 'TTS' }],
    }),
  )
  const listed = await listModels(upstream, new AbortController().signal)
  expect(listed).toMatchObject([
    { id: 'gemini-2.5-flash-preview-tts', name: 'TTS', capabilities: ['audio.speech', 'streaming'] },
  ])
  expect(listed[0]?.supported_parameters).toContain('instructions')
  for (const refused of ['speed', 'output_format']) expect(listed[0]?.supported_parameters).not.toContain(refused)
})
