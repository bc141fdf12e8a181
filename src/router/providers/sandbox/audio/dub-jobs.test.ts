import { expect, test } from 'vitest'
import { decibels, heard } from '#sandbox/sound/testing/measured.ts'
import { testRouter } from '../../../testing/test-router.ts'
import { createSandbox } from '../sandbox.ts'

const { provider } = createSandbox({ pause: async () => {} })
const { router, get } = testRouter({ providers: [provider], secret: 'a secret of the test' })

const ask = (path: string, headers: Record<string, string> = {}) => get(path, { headers })
const post = (path: string, body: object | FormData) =>
  get(path, {
    method: 'POST',
    ...(body instanceof FormData
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

async function recording(
  input = 'The old harbour lies still. Nobody walks along the quay tonight, and the boats are asleep.',
) {
  const reply = await post('/v1/audio/speech', { model: 'gen-4o-mini-tts', input, response_format: 'wav' })
  return new Uint8Array(await reply.arrayBuffer())
}

interface Job {
  readonly dubbing_id: string
  readonly status: string
  readonly status_url: string
  readonly result_urls?: Readonly<Record<string, string>>
  readonly transcripts?: Readonly<Record<string, readonly { readonly text: string }[]>>
}

async function ended(job: Job): Promise<Job> {
  for (;;) {
    const now: Job = await (await ask(job.status_url)).json()
    if (now.status !== 'dubbing') return now
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a dub is a job: speech in each language, fitted to the recording', { timeout: 60_000 }, async () => {
  const file = await recording()
  const before = await heard(file)
  const form = new FormData()
  form.set('model', 'sandbox-dubbing')
  form.set('file', new Blob([file]), 'harbour.wav')
  form.set('target_languages', '["es","de"]')
  const reply = await post('/v1/audio/dubbing', form)
  expect(reply.status).toBe(200)
  const job: Job = await reply.json()
  expect(job).toMatchObject({
    status: 'dubbing',
    target_languages: ['es', 'de'],
    status_url: `/jobs/${job.dubbing_id}`,
  })
  expect((await ask(`${job.status_url}/content?lang=es`)).status).toBe(404)
  const done = await ended(job)
  expect(done).toMatchObject({ status: 'dubbed', error: null, progress: 100 })
  const [part] = done.transcripts?.es ?? []
  expect(part).toMatchObject({ source: 'The old harbour lies still.', text: expect.stringMatching(/español/) })
  for (const [language, url] of Object.entries(done.result_urls ?? {})) {
    const content = await ask(url)
    expect(content.headers.get('content-type')).toBe('audio/mpeg')
    const { seconds, samples, rate, origin } = await heard(new Uint8Array(await content.arrayBuffer()))
    expect(Math.abs(seconds - before.seconds)).toBeLessThan(0.1)
    expect(origin).toMatchObject({ kind: 'dub', language })
    const [first] = before.origin?.words ?? []
    expect(Math.abs((origin?.words[0]?.start ?? 9) - (first?.start ?? 0))).toBeLessThan(0.2)
    expect(origin?.words.at(-1)?.end).toBeLessThanOrEqual(seconds + 0.05)
    expect(decibels(samples.subarray(0, rate * 2))).toBeGreaterThan(-35)
  }
  expect((await ask(`${job.status_url}/content?lang=es`, { range: 'bytes=0-99' })).status).toBe(206)
})

test.each([
  [{ target_lang: 'xx' }, 400, 'target_lang'],
  [{ target_lang: 'es', source_url: 'http://169.254.169.254/latest', file: undefined }, 400, 'source_url'],
  [{}, 400, 'target_lang'],
])('%j is refused', { timeout: 60_000 }, async (body, status, param) => {
  const file = `data:audio/wav;base64,${Buffer.from('x').toString('base64')}`
  const reply = await post('/v1/audio/dubbing', { model: 'sandbox-dubbing', file, ...body })
  expect(reply.status).toBe(status)
  expect(await reply.json()).toMatchObject({ error: { param } })
})

test('a file that cannot be decoded fails its job, with the reason', { timeout: 60_000 }, async () => {
  const file = `data:audio/wav;base64,${Buffer.from('RIFF nothing').toString('base64')}`
  const job: Job = await (await post('/v1/audio/dubbing', { model: 'sandbox-dubbing', file, target_lang: 'fr' })).json()
  expect(await ended(job)).toMatchObject({ status: 'failed', error: { message: expect.stringMatching(/file/) } })
})

test('jobs need the key, a GET, and an id that is ours', async () => {
  expect((await router.request('/jobs/x', { headers: { host: '127.0.0.1:8787' } })).status).toBe(401)
  expect((await post('/jobs/x', {})).status).toBe(405)
  expect((await ask('/jobs/dubbing_AAAA')).status).toBe(404)
  expect((await ask('/jobs/dubbing_AAAA/content')).status).toBe(404)
})
