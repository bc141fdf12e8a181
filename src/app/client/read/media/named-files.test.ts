import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from '#media/sha256.ts'
import { seed } from '../../../../testing/seed.ts'
import { createReach } from '../../download/file-request.ts'
import { foreign, home, replyOf, type Told, tellOf } from '../../testing/replies.ts'

/** Bytes that begin as a PNG does. */
const picture = (n = 0) => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, n, ...Array(60).keys()])
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

type Answers = Readonly<Record<string, () => Response | Promise<Response>>>

/** What went out, but for the request itself: address and all that was said with it. */
interface Asked {
  readonly url: string
  readonly init: RequestInit
}

/** A run whose reply holds these items, on a net whose files answer so. */
async function tell(
  items: readonly unknown[],
  answers: Answers,
  asked: Asked[] = [],
  baseUrl = foreign.baseUrl,
): Promise<Told> {
  const send: typeof fetch = async (input, init = {}) => {
    if (init.method === 'POST') return Response.json({ data: items })
    const url = String(input)
    asked.push({ url, init })
    return (await answers[url]?.()) ?? new Response('no', { status: 404 })
  }
  const options = { endpoint: 'images.generations', request: {}, connection: { ...foreign, baseUrl } } as const
  return await tellOf(Response.json({}), { ...options, fetch: send, reach: createReach(send, { baseUrl, home }) })
}

const media = ({ events }: Told) =>
  events.flatMap((event) => (event.kind === 'media' ? [event] : [])).toSorted((a, b) => a.output - b.output)
const authorization = ({ init }: Asked) => new Headers(init.headers).get('authorization')
const secret = (type: string) => new Response('{"key":"sk-of-the-page"}', { headers: { 'content-type': type } })
const own = 'https://router.example/files/1'
const other = 'https://elsewhere.example/a.png?sig=1'

test('addresses of the router’s own are read at once with the key', async () => {
  const asked: Asked[] = []
  const told = await tell(
    [{ url: '/files/1' }, { b64_json: base64(picture(2)) }],
    { [own]: () => replyOf([picture(1)]) },
    asked,
  )
  expect(asked.map((one) => [one.url, authorization(one)])).toEqual([[own, 'Bearer sk-test']])
  expect(media(told)).toMatchObject([1, 2].map((n, output) => ({ output, sha256: sha256Hex(picture(n)) })))
  expect(told.files.map(({ sha256 }) => sha256).toSorted()).toEqual([1, 2].map((n) => sha256Hex(picture(n))).toSorted())
})

test('addresses on another host are read at once with nothing but the address', async () => {
  const asked: Asked[] = []
  const told = await tell([{ url: other, revised_prompt: 'an otter' }], { [other]: () => replyOf([picture(1)]) }, asked)
  expect(asked.map(({ url }) => url)).toEqual([other])
  const init = asked[0]?.init
  expect([...new Headers(init?.headers)]).toEqual([])
  expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', method: 'GET' })
  expect(media(told)).toEqual([
    { kind: 'media', output: 0, url: other, says: 'an otter', sha256: sha256Hex(picture(1)) },
  ])
  expect(told.files).toMatchObject([{ type: 'image/png', sha256: sha256Hex(picture(1)) }])
})

test.each<[string, string, () => Response | Promise<Response>, string]>([
  ['is not there', own, () => new Response('', { status: 404 }), 'The router answered 404.'],
  ['breaks off', own, () => replyOf([picture(1)], { broken: true }), 'The download was cut off.'],
  ['is empty', own, () => replyOf([]), 'This URL returned no data.'],
  ['is gone elsewhere', other, () => new Response('', { status: 410 }), 'The host elsewhere.example answered 410.'],
  [
    'is a page',
    other,
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    'The host elsewhere.example returned a web page instead of media.',
  ],
  [
    'holds no medium, whatever it is called',
    other,
    () => secret('image/png'),
    'The host elsewhere.example returned something that is not an image, audio or video.',
  ],
  [
    'holds no medium of the router’s own',
    own,
    () => secret('image/png'),
    'The router returned something that is not an image, audio or video.',
  ],
  [
    'is not for this app',
    other,
    () => Promise.reject(new TypeError('Failed to fetch')),
    'The host elsewhere.example does not allow this app to read it, or does not respond.',
  ],
])('an address that %s is told, and hides nothing', async (_, url, answer, trouble) => {
  const told = await tell([{ url }, { b64_json: base64(picture(2)) }], { [url]: answer })
  expect(media(told)).toMatchObject([
    { output: 0, url, trouble },
    { output: 1, sha256: sha256Hex(picture(2)) },
  ])
  expect(told.end).toMatchObject({ status: 'completed' })
  expect(told.files).toHaveLength(1)
})

test('a drawing in words is a medium', async () => {
  const told = await tell([{ url: other }], { [other]: () => new Response('<?xml version="1.0"?>\n<svg width="1"/>') })
  expect(told.files).toHaveLength(1)
})

test('where there is no way to other hosts they are told and never asked', async () => {
  const send: typeof fetch = async (_, init) => {
    expect(init?.method).toBe('POST')
    return Response.json({ data: [{ url: other }] })
  }
  const told = await tellOf(Response.json({}), { endpoint: 'images.generations', request: {}, fetch: send })
  expect(media(told)).toEqual([
    { kind: 'media', output: 0, url: other, trouble: expect.stringContaining('another host') },
  ])
})

test('the reply is handed on before its files come, each file when it is here, and the end last', async () => {
  const urls = [1, 2].map((n) => `https://elsewhere.example/${n}.png`)
  const told = await tell(
    urls.map((url) => ({ url })),
    Object.fromEntries(urls.map((url, n) => [url, () => replyOf([picture(n)])])),
  )
  const news = told.chunks.flatMap((chunk) =>
    chunk.kind === 'head' || chunk.events.length + chunk.raw.length === 0 ? [] : [chunk],
  )
  expect(
    news.map(({ raw, events, files = [] }) => [raw.length, events.map(({ kind }) => kind).join(), files.length]),
  ).toEqual([
    [1, '', 0],
    [0, 'media', 1],
    [0, 'media', 1],
    [0, 'end', 0],
  ])
})

test('three are read at the same time, and of very many only the first sixteen', async () => {
  const urls = Array.from({ length: 20 }, (_, n) => `https://elsewhere.example/${n}.png`)
  let [open, most] = [0, 0]
  const answer = (n: number) => async () => {
    open += 1
    most = Math.max(most, open)
    await new Promise((resolve) => setTimeout(resolve, 1))
    open -= 1
    return replyOf([picture(n)])
  }
  const asked: Asked[] = []
  const told = await tell(
    urls.map((url) => ({ url })),
    Object.fromEntries(urls.map((url, n) => [url, answer(n)])),
    asked,
  )
  expect(most).toBe(3)
  expect(asked).toHaveLength(16)
  expect(media(told).filter(({ sha256 }) => sha256 !== undefined)).toHaveLength(16)
  expect(media(told).slice(16)).toMatchObject(
    urls.slice(16).map((url) => ({ url, trouble: expect.stringContaining('first 16') })),
  )
})

test('a stop while a file comes ends the run with what came', async () => {
  const stop = new AbortController()
  const silent: typeof fetch = async (_, init) => {
    if (init?.method === 'POST') return Response.json({ data: [{ url: other }, { b64_json: base64(picture()) }] })
    setTimeout(() => stop.abort(), 1)
    return await new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  const options = { endpoint: 'images.generations', request: {}, signal: stop.signal } as const
  const told = await tellOf(Response.json({}), {
    ...options,
    fetch: silent,
    reach: createReach(silent, { baseUrl: foreign.baseUrl, home }),
  })
  expect(media(told)).toMatchObject([{ url: other, trouble: expect.stringContaining('Stopped') }, { output: 1 }])
  expect(told.end).toMatchObject({ kind: 'end' })
})

test('whatever a reply names, the key goes nowhere but to the router', async () => {
  const host = fc.constantFrom(
    'router.example',
    'router.example:8443',
    'router.example.evil.test',
    'evil.test',
    '127.0.0.1',
    'user:pw@router.example',
  )
  const path = fc.stringMatching(/^\/[\w%.?#@:/\\-]{0,20}$/)
  const address = fc.oneof(
    fc.tuple(fc.constantFrom('https://', 'http://', '//', 'HTTPS:\\\\'), host, path).map((parts) => parts.join('')),
    path,
    fc.string({ maxLength: 30 }),
  )
  const baseUrl = fc.constantFrom('https://router.example/v1', 'http://router.example/v1', 'http://127.0.0.1:8787/v1')
  let [own, others] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(address, { maxLength: 5 }), baseUrl, async (urls, base) => {
      const asked: Asked[] = []
      await tell(
        urls.map((url) => ({ url })),
        {},
        asked,
        base,
      )
      const { origin, protocol } = new URL(base)
      for (const one of asked) {
        const url = new URL(one.url)
        if (authorization(one) !== null) expect(url.origin).toBe(origin)
        if (url.origin === origin) {
          own += 1
          continue
        }
        others += 1
        expect([...new Headers(one.init.headers)]).toEqual([])
        expect(JSON.stringify(one)).not.toContain('sk-test')
        if (protocol === 'https:') expect(url.protocol).toBe('https:')
      }
    }),
    { seed, numRuns: process.env.SOAK ? 5000 : 150 },
  )
  expect(Math.min(own, others)).toBeGreaterThan(10)
})
