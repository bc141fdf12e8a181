import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { sniffType } from '#media/sniff-type.ts'
import { testKey, testRouter } from '../../testing/test-router.ts'
import { filesInMemory } from './file-storage.ts'
import { createLinkedPictures } from './picture-reply.ts'
import { createSandbox } from './sandbox.ts'
import { paintHere } from './testing/ask.ts'

let now = 1_800_000_000_000
const { provider } = createSandbox({ now: () => now, pause: async () => {}, paint: paintHere })
const publicUrl = 'https://play.test'
const own = {
  hosts: new Set(['play.test', '127.0.0.1:8787']),
  origins: new Set([publicUrl, 'http://127.0.0.1:8787']),
}
const { router } = testRouter({ providers: [provider], own })

/** The official client at this address, with the router in the place of the network. */
const clientAt = (origin: string) =>
  new OpenAI({
    apiKey: testKey,
    baseURL: `${origin}/v1`,
    maxRetries: 0,
    fetch: async (url, init) => router.request(new Request(url, withHost(url, init))),
  })

const withHost = (url: string | URL | Request, init?: RequestInit) => {
  const headers = new Headers(init?.headers)
  headers.set('host', new URL(String(url)).host)
  return { ...init, headers }
}

/** As a client without a key asks for an address. */
const load = async (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  router.request(new Request(url, withHost(url, { method, headers })))

const asked = { model: 'sandbox-image-plain', prompt: 'a boat', size: '256x256', response_format: 'url' } as const

async function made(origin = 'http://127.0.0.1:8787', more: object = {}): Promise<string> {
  const { data } = await clientAt(origin).images.generate({ ...asked, ...more, stream: false })
  expect(data?.[0]?.b64_json).toBeUndefined()
  return data?.[0]?.url ?? ''
}

test.each(['http://127.0.0.1:8787', publicUrl])(
  'the address of a picture is whole where the client reaches the router as %s',
  async (origin) => {
    const url = await made(origin)
    expect(url).toMatch(/^https?:\/\/[\w.:]+\/jobs\/images\/\d{13}-[0-9a-f]{32}\.png$/)
    expect(new URL(url).origin).toBe(origin)
  },
)

test.each(['png', 'jpeg', 'webp'])(
  'a %s is read by its address without a key, also by a page of another site',
  async (format) => {
    const url = await made(undefined, { output_format: format })
    const reply = await load(url, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'image',
      origin: 'https://a.test',
    })
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(reply.headers.has('access-control-allow-origin')).toBe(false)
    expect(sniffType(new Uint8Array(await reply.arrayBuffer()))).toBe(`image/${format}`)
  },
)

test('it is read by GET alone, under no other name, and for an hour', async () => {
  const url = await made()
  expect((await load(url, {}, 'POST')).status).toBe(405)
  for (const other of [url.replace(/-./, '-x'), url.replace('.png', '.webp'), url.replace('/18', '/19'), `${url}x`]) {
    expect((await load(other)).status, other).toBe(404)
  }
  now += 3_599_000
  expect((await load(url)).status).toBe(200)
  now += 1_000
  expect((await load(url)).status).toBe(404)
})

test('several pictures have an address each, and one that streams has it in its last event', async () => {
  const { data = [] } = await clientAt('http://127.0.0.1:8787').images.generate({ ...asked, n: 3, stream: false })
  expect(new Set(data.map(({ url }) => url)).size).toBe(3)
  for (const { url = '' } of data) expect((await load(url)).status).toBe(200)
  const stream = await clientAt('http://127.0.0.1:8787').images.generate({
    ...{ ...asked, model: 'gen-image-2', size: '1024x1024', quality: 'low', partial_images: 1, stream: true },
  })
  const events: { type: string; url?: string; b64_json?: string }[] = []
  for await (const event of stream) events.push(event)
  expect(events.map(({ type, url, b64_json }) => [type, url !== undefined, b64_json !== undefined])).toEqual([
    ['image_generation.partial_image', false, true],
    ['image_generation.completed', true, false],
  ])
})

test('after a restart the addresses still work, and what has expired meanwhile is removed', async () => {
  const storage = filesInMemory()
  let at = 1_800_000_000_000
  const base64 = new TextEncoder().encode(btoa('bytes'))
  const before = createLinkedPictures(storage, () => at)
  const old = await before.link(base64, 'png', '')
  at += 3_000_000
  const young = await before.link(base64, 'png', '')
  at += 1_000_000
  const after = createLinkedPictures(storage, () => at)
  expect(await (await after.read(young.slice(1), new Headers())).text()).toBe('bytes')
  await expect(after.read(old.slice(1), new Headers())).rejects.toMatchObject({ status: 404 })
  expect(storage.names()).toEqual([young.slice(1)])
})
