import { expect, test } from 'vitest'
import { filesInMemory } from '#router/providers/sandbox/file-storage.ts'
import { createSandboxProvider } from '#router/providers/sandbox/sandbox-provider.ts'
import { paint } from '#sandbox/picture/paint/paint.ts'
import { makeSound } from '#sandbox/sound/make/make-sound.ts'
import { createSpeak } from '#sandbox/sound/make/speaker-client.ts'
import { createDemoRouter } from './demo-router.ts'

const folder = 'https://host.test/demo/x'

const { provider } = createSandboxProvider({
  now: () => 1_800_000_000_000,
  log: () => {},
  pause: async () => 0,
  paint: (task) => paint(task),
  makeClip: () => Promise.reject(new Error('none here')),
  makeSound: async (task, _signal, onPart = () => {}) => {
    await makeSound(task, createSpeak(undefined), onPart)
    return null
  },
  storageOf: filesInMemory,
  files: { fetch: () => Promise.reject(new Error('none here')) },
})
const { serves, answer } = createDemoRouter({ provider, baseUrl: `${folder}/v1` })

const get = (path: string) => answer(new Request(folder + path))
const post = (path: string, body: object) =>
  answer(
    new Request(`${folder}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

test('it serves the interface below its folder and jobs of its origin, nothing else', () => {
  expect(serves(`${folder}/v1/models`)).toBe(true)
  expect(serves('https://host.test/jobs/dub')).toBe(true)
  expect(serves(`${folder}/assets/app.js`)).toBe(false)
  expect(serves('https://host.test/v1/models')).toBe(false)
  expect(serves(`https://other.test/demo/x/v1/models`)).toBe(false)
})

test('models are listed as the router lists them, but not as one that recognizes repeats', async () => {
  const reply = await get('/v1/models')
  expect(await reply.json()).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: 'gen-5.4-pro', sandbox: true })]),
  })
  expect(reply.headers.get('x-router')).toBeNull()
})

test('an answer is streamed to its end, and the next request may go on from it', async () => {
  const reply = await post('/responses', { model: 'sandbox-fast', input: 'Say hello.', stream: true })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const text = await reply.text()
  expect(text).toContain('event: response.completed')
  const [, id] = /"id":"(resp_[^"]+)"/.exec(text) ?? []
  const next = await post('/responses', { model: 'sandbox-fast', input: 'And again.', previous_response_id: id })
  expect(next.status).toBe(200)
})

test('a picture is drawn, and can be named by an address that is answered here as well', async () => {
  const order = { model: 'gen-image-2', prompt: 'A lighthouse', size: '1024x1024', quality: 'low' }
  const { data } = await (await post('/images/generations', order)).json()
  expect(atob(data[0].b64_json).slice(1, 4)).toBe('PNG')
  const linked = await (await post('/images/generations', { ...order, response_format: 'url' })).json()
  const [{ url }] = linked.data
  expect(serves(url)).toBe(true)
  expect((await answer(new Request(url))).headers.get('content-type')).toBe('image/png')
})

test('speech is spoken, and a form with its recording is transcribed', async () => {
  const spoken = await post('/audio/speech', {
    model: 'gen-4o-mini-tts',
    input: 'Good morning.',
    voice: 'alloy',
    response_format: 'wav',
  })
  const form = new FormData()
  form.set('model', 'sandbox-transcribe')
  form.set('file', await spoken.blob(), 'spoken.wav')
  const transcript = await answer(new Request(`${folder}/v1/audio/transcriptions`, { method: 'POST', body: form }))
  expect(await transcript.json()).toMatchObject({ text: 'Good morning.' })
})

test('what is wrong is said as the router says it', async () => {
  expect(await (await post('/responses', { model: 'nobody', input: 'x' })).json()).toMatchObject({
    error: { code: 'model_not_found', param: 'model' },
  })
  expect((await post('/responses', { model: 'sandbox-fast', input: 7 })).status).toBe(400)
  expect((await get('/v1/videos/unknown')).status).toBe(404)
  expect((await get('/v1/nothing')).status).toBe(404)
  expect((await get('/v1/videos/%E0%A4%A')).status).toBe(404)
  const broken = new Request(`${folder}/v1/responses`, { method: 'POST', body: '{' })
  expect((await answer(broken)).status).toBe(400)
})
