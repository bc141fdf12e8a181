import OpenAI, { BadRequestError, NotFoundError, toFile } from 'openai'
import { expect, test, vi } from 'vitest'
import { painted } from '#sandbox/testing/painted.ts'
import { testKey, testRouter } from '../../../testing/test-router.ts'
import { createSandbox } from '../sandbox.ts'
import { paintHere, pictureUrl } from '../testing/ask.ts'
import { posedClips } from './testing/posed-clips.ts'

/** A router with the sandbox, whose clips and clock are the test's, and the official client with it in the place of the network. */
function posedVideos() {
  const clips = posedClips()
  const clock = { now: 1_800_000_000_000 }
  const { provider } = createSandbox({ now: () => clock.now, makeClip: clips.makeClip, paint: paintHere })
  const { router, get } = testRouter({ providers: [provider] })
  const sent: Request[] = []
  const client = new OpenAI({
    apiKey: testKey,
    baseURL: 'http://127.0.0.1:8787/v1',
    maxRetries: 0,
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      headers.set('host', '127.0.0.1:8787')
      const request = new Request(url, { ...init, headers })
      sent.push(request.clone())
      return router.request(request)
    },
  })
  const create = async (body: object, headers: Record<string, string> = {}) => {
    const own = { host: '127.0.0.1:8787', authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
    const full = JSON.stringify({ model: 'sandbox-video', prompt: 'a boat', ...body })
    return router.request('/v1/videos', { method: 'POST', body: full, headers: { ...own, ...headers } })
  }
  const poll = async (id: string) => {
    const reply = await get(`/v1/videos/${id}`)
    const text = await reply.text()
    return { code: reply.status, ...(text === '' ? {} : JSON.parse(text)) }
  }
  /** Waits until there is something else to say of the content than that it is not ready. */
  const settled = (id: string) =>
    vi.waitFor(
      async () => {
        const reply = await get(`/v1/videos/${id}/content`, { method: 'HEAD' })
        if (reply.status === 404)
          expect(await (await get(`/v1/videos/${id}/content`)).text()).not.toContain('not_ready')
      },
      { timeout: 10_000, interval: 2 },
    )
  return { ...clips, clock, client, sent, create, poll, settled, get }
}

const idOf = async (reply: Response): Promise<string> => (await reply.json()).id

test('the official client creates a video, polls it and downloads it', async () => {
  const { client, begun, settled } = posedVideos()
  const created = await client.videos.create({ model: 'sandbox-video' as 'sora-2', prompt: 'a boat', seconds: '8' })
  expect(created).toMatchObject({ object: 'video', status: 'queued', progress: 0, seconds: '8', size: '720x1280' })
  ;(await begun(0)).progress(0.429)
  expect(await client.videos.retrieve(created.id)).toMatchObject({ status: 'in_progress', progress: 42 })
  await expect(client.videos.downloadContent(created.id)).rejects.toThrow(NotFoundError)
  ;(await begun(0)).done()
  await settled(created.id)
  const video = await client.videos.retrieve(created.id)
  expect(video).toMatchObject({ status: 'completed', progress: 100, error: null, id: created.id })
  expect((video.expires_at ?? 0) - (video.completed_at ?? 0)).toBe(86_400)
  expect(await (await client.videos.downloadContent(video.id)).text()).toBe('the clip')
  const thumbnail = await client.videos.downloadContent(video.id, { variant: 'thumbnail' })
  expect(thumbnail.headers.get('content-type')).toBe('image/webp')
  expect(await thumbnail.text()).toBe('the thumbnail')
  await expect(client.videos.downloadContent(video.id, { variant: 'spritesheet' })).rejects.toThrow(BadRequestError)
})

test('the official client sends a first frame as a file', async () => {
  const { client, begun, sent } = posedVideos()
  const url = await pictureUrl(painted(1280, 720, (x, y) => [x & 255, y & 255, 1, 255]))
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  await client.videos.create({
    ...{ model: 'sandbox-video' as 'sora-2', prompt: 'a boat', size: '1280x720', seconds: '4' },
    input_reference: await toFile(bytes, 'first.png', { type: 'image/png' }),
  })
  expect(sent.at(-1)?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect((await begun(0)).order).toMatchObject({ seconds: 4, size: { width: 1280, height: 720 } })
  expect(Buffer.from((await begun(0)).order.reference?.bytes ?? []).equals(bytes)).toBe(true)
})

test('a key sends once: the same job comes back', async () => {
  const { create, prompts } = posedVideos()
  const key = { 'idempotency-key': 'k1' }
  const ids = [await idOf(await create({}, key)), await idOf(await create({}, key)), await idOf(await create({}))]
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
  expect(prompts()).toHaveLength(1)
  expect((await create({ prompt: 'an owl' }, key)).status).toBe(422)
})

test.each([
  [{ seconds: 5 }, 'seconds'],
  [{ seconds: '6' }, 'seconds'],
  [{ size: '640x480' }, 'size'],
  [{ input_reference: 'data:image/png;base64,AAAA' }, 'input_reference'],
  [{ model: 'sandbox-fast' }, 'model'],
  [{ prompt: '' }, 'prompt'],
])('what cannot be made is a 400 that names its field: %j', async (body, param) => {
  const { create, prompts } = posedVideos()
  const reply = await create(body)
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: { param, stage: 'not_sent' } })
  expect(prompts()).toEqual([])
})

test('content before it is ready, of a failed job and after a day says why there is none', async () => {
  const { create, begun, settled, get, clock } = posedVideos()
  const content = async (id: string) => {
    const reply = await get(`/v1/videos/${id}/content`)
    return [reply.status, (await reply.json()).error]
  }
  const [failed, whole] = [await idOf(await create({})), await idOf(await create({ prompt: 'an owl' }))]
  const early = { code: 'video_not_ready', retry: 'safe', message: expect.stringContaining('not ready yet') }
  expect(await content(failed)).toMatchObject([404, early])
  ;(await begun(0)).crash()
  await settled(failed)
  expect(await content(failed)).toMatchObject([404, { code: 'video_failed' }])
  ;(await begun(1)).done()
  await settled(whole)
  clock.now += 86_400_000
  expect(await content(whole)).toMatchObject([410, { code: 'content_expired' }])
})

test('fault models: jobs that never end or fail late', async () => {
  const { create, poll, clock, prompts } = posedVideos()
  const of = async (model: string) => idOf(await create({ model }))
  const [endless, odd, late] = [
    await of('fault-video-endless'),
    await of('fault-video-status'),
    await of('fault-video-failed'),
  ]
  expect(await poll(late)).toMatchObject({ status: 'in_progress', progress: 0 })
  clock.now += 3_000
  expect(await poll(late)).toMatchObject({ status: 'in_progress', progress: 48 })
  clock.now += 3_000
  expect(await poll(late)).toMatchObject({ status: 'failed', progress: 80, error: { code: 'generation_failed' } })
  clock.now += 3_600_000
  expect(await poll(endless)).toMatchObject({ status: 'in_progress', progress: 99 })
  expect(await poll(odd)).toMatchObject({ status: 'marinating' })
  expect(prompts()).toEqual([])
})

test('fault models: polls that jump, vanish or are empty, until the video is done', async () => {
  const { create, poll, begun, settled } = posedVideos()
  const flapping = await idOf(await create({ model: 'fault-video-flapping' }))
  ;(await begun(0)).progress(0.5)
  expect([await poll(flapping), await poll(flapping), await poll(flapping)]).toMatchObject([
    { status: 'in_progress', progress: 50 },
    { status: 'queued', progress: 0 },
    { status: 'in_progress', progress: 50 },
  ])
  ;(await begun(0)).done()
  await settled(flapping)
  expect([await poll(flapping), await poll(flapping)]).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
  const vanishing = await idOf(await create({ model: 'fault-video-404' }))
  ;(await begun(1)).done()
  await settled(vanishing)
  expect([await poll(vanishing), await poll(vanishing)]).toMatchObject([{ code: 404 }, { status: 'completed' }])
  const empty = await idOf(await create({ model: 'fault-video-202' }))
  expect(await poll(empty)).toEqual({ code: 202 })
  ;(await begun(2)).done()
  await settled(empty)
  expect(await poll(empty)).toMatchObject({ status: 'completed' })
})

test('fault models: an odd id, a cut download, a video that has expired', async () => {
  const { create, poll, begun, settled, get } = posedVideos()
  const odd = await (await create({ model: 'fault-video-id' })).json()
  expect(odd).not.toHaveProperty('id')
  expect(odd.task_id).toMatch(/^video_[\w-]{150,}$/)
  expect(await poll(odd.task_id)).toMatchObject({ task_id: odd.task_id, status: 'queued' })
  ;(await begun(0)).done()
  await settled(odd.task_id)
  expect(await (await get(`/v1/videos/${odd.task_id}/content`)).text()).toBe('the clip')

  const cut = await idOf(await create({ model: 'fault-video-cut' }))
  ;(await begun(1)).done()
  await settled(cut)
  const reply = await get(`/v1/videos/${cut}/content`)
  expect(reply.headers.get('content-length')).toBe('8')
  await expect(reply.text()).rejects.toThrow()
  const rest = await get(`/v1/videos/${cut}/content`, { headers: { range: 'bytes=4-' } })
  expect([rest.status, await rest.text()]).toEqual([206, 'clip'])

  const expired = await idOf(await create({ model: 'fault-video-expired' }))
  ;(await begun(2)).done()
  await settled(expired)
  expect(await poll(expired)).toMatchObject({ status: 'completed' })
  expect((await get(`/v1/videos/${expired}/content`)).status).toBe(410)
})

test('the other fault models fail here as they do elsewhere; where work began there is a job', async () => {
  const { create, prompts } = posedVideos()
  expect((await create({ model: 'fault-402' })).status).toBe(402)
  expect((await create({ model: 'fault-500' })).status).toBe(500)
  await expect((await create({ model: 'fault-cut' })).text()).rejects.toThrow()
  expect(await (await create({ model: 'fault-garbled' })).json()).toMatchObject({ object: 'video' })
  expect(await (await create({ model: 'fault-empty' })).text()).toBe('')
  expect(prompts().length).toBe(1)
})
