import { expect, test } from 'vitest'
import { decibels, heard } from '#sandbox/sound/testing/measured.ts'
import { testRouter } from '../../../testing/test-router.ts'
import { filesInMemory } from '../file-storage.ts'
import { createSandbox } from '../sandbox.ts'
import { DubStore } from './dub-jobs.ts'

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

async function recording(input = 'The old harbour. Nobody walks.') {
  const reply = await post('/v1/audio/speech', { model: 'gen-4o-mini-tts', input, response_format: 'wav' })
  return new Uint8Array(await reply.arrayBuffer())
}

interface Job {
  readonly dubbing_id: string
  readonly status: string
  readonly status_url: string
  readonly result_urls?: Readonly<Record<string, string>>
  readonly caption_urls?: Readonly<Record<string, string>>
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
  const part = (source: RegExp, text: RegExp) => ({
    ...{ speaker: 'speaker_0', source: expect.stringMatching(source), text: expect.stringMatching(text) },
  })
  expect(done).toMatchObject({
    ...{ status: 'dubbed', error: null, progress: 100, source_language: 'en', expected_duration_sec: before.seconds },
    transcripts: { es: [part(/^The old/, /sint/), part(/^Nobody/, /sint/)], de: [{}, {}] },
  })
  const captions = await ask(done.caption_urls?.es ?? '')
  expect(captions.headers.get('content-type')).toContain('subrip')
  expect(await captions.text()).toMatch(/^1\n00:00:00,\d{3} --> .*\n.*sint.*\n\n2\n/)
  for (const [language, url] of Object.entries(done.result_urls ?? {})) {
    const content = await ask(url)
    expect(content.headers.get('content-type')).toBe('audio/mpeg')
    const { seconds, samples, rate, origin } = await heard(new Uint8Array(await content.arrayBuffer()))
    expect(Math.abs(seconds - before.seconds)).toBeLessThan(0.1)
    expect(origin).toMatchObject({ kind: 'dub', language })
    const [first] = before.origin?.words ?? []
    expect(Math.abs((origin?.words[0]?.start ?? 9) - (first?.start ?? 0))).toBeLessThan(0.2)
    expect(origin?.words.at(-1)?.end).toBeLessThanOrEqual(seconds + 0.05)
    const level = (of: Float32Array, from: number) => decibels(of.subarray(0, from * 2))
    expect(Math.abs(level(samples, rate) - level(before.samples, before.rate))).toBeLessThan(4)
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

test('a file that cannot be decoded, and a range beyond its end, are refused before there is a job', async () => {
  const dub = async (body: object) => {
    const reply = await post('/v1/audio/dubbing', { model: 'sandbox-dubbing', target_lang: 'fr', ...body })
    return { status: reply.status, ...(await reply.json()) }
  }
  const url = (bytes: Uint8Array | string) => `data:audio/wav;base64,${Buffer.from(bytes).toString('base64')}`
  expect(await dub({ file: url('RIFF nothing') })).toMatchObject({ status: 400, error: { param: 'file' } })
  const file = url(await recording('Hello there.'))
  expect(await dub({ file, start_time: 60 })).toMatchObject({ status: 400, error: { param: 'start_time' } })
  expect(await dub({ file, start_time: 2, end_time: 1 })).toMatchObject({ status: 400, error: { param: 'end_time' } })
})

test('a dub that a restart interrupted has failed, and says so', async () => {
  const storage = filesInMemory()
  const targets = [{ language: 'es', type: 'audio/mpeg', extension: 'mp3' }]
  const dub = {
    ...({ id: 'ab12', createdAt: 1, name: '', source: null, status: 'dubbing', seconds: 3 } as const),
    targets,
  }
  await new DubStore(storage, () => 2).add(dub)
  const restarted = new DubStore(storage, () => 2)
  await restarted.restore()
  expect(restarted.find('ab12')).toMatchObject({ status: 'failed', error: expect.stringMatching(/restarted/) })
})

test('jobs need the key, a GET, and an id that is ours', async () => {
  expect((await router.request('/jobs/x', { headers: { host: '127.0.0.1:8787' } })).status).toBe(401)
  expect((await post('/jobs/x', {})).status).toBe(405)
  expect((await ask('/jobs/dubbing_AAAA')).status).toBe(404)
  expect((await ask('/jobs/dubbing_AAAA/content')).status).toBe(404)
})
