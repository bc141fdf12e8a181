import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedData } from '../testing/shared-data.ts'
import { createPublicFiles, type FileNetwork, type FileReply, isPublicAddress } from './public-file.ts'

const limits = { mostBytes: 1000, signal: new AbortController().signal }

async function* chunks(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield new TextEncoder().encode(part)
}

const answer = (reply: Partial<FileReply> = {}): FileReply => ({
  ...{ status: 200, headers: {}, body: chunks('sound'), close: () => {} },
  ...reply,
})

/** A network of names and their addresses, which records the addresses that it is connected to. */
function fake(names: Record<string, readonly string[]>, replies: Record<string, FileReply> = {}) {
  const connected: string[] = []
  const network: FileNetwork = {
    resolve: async (name) => names[name] ?? Promise.reject(new Error('ENOTFOUND')),
    get: async (url, address) => {
      connected.push(address)
      return replies[url.href] ?? answer()
    },
  }
  return { connected, files: createPublicFiles([], network) }
}

test('a public host is connected to at the address that was checked', async () => {
  const { connected, files } = fake({ 'a.example': ['93.184.215.14'] })
  expect(await (await files.fetch('https://a.example/a.mp3', limits)).text()).toBe('sound')
  expect(connected).toEqual(['93.184.215.14'])
})

test.each([
  ['http://a.example/a.mp3', /only https/],
  ['https://a.example:8443/a.mp3', /port 443/],
  ['ftp://a.example/a.mp3', /only https/],
  ['file:///etc/passwd', /only https/],
  ['https://user:pass@a.example/', /user name/],
  ['https://', /valid/],
  ['https://nowhere.example/', /cannot be found/],
  ['https://inside.example/', /not on the public internet/],
  ['https://half.example/', /not on the public internet/],
  ['https://6.example/', /not on the public internet/],
  ['https://[::ffff:127.0.0.1]/', /not on the public internet/],
  ['https://2130706433/', /not on the public internet/],
  ['https://0x7f.1/', /not on the public internet/],
])('%s is refused, and nothing is connected to', async (url, message) => {
  const { connected, files } = fake({
    ...{ 'a.example': ['93.184.215.14'], 'inside.example': ['10.1.2.3'], 'half.example': ['93.184.215.14', '::1'] },
    '6.example': ['fd00::1'],
  })
  await expect(files.fetch(url, limits)).rejects.toThrow(message)
  expect(connected).toEqual([])
})

test('each redirect is checked like the first address, and there are three at most', async () => {
  const to = (location: string) => answer({ status: 302, headers: { location } })
  const names = { 'a.example': ['93.184.215.14'], 'b.example': ['93.184.215.15'], 'inside.example': ['192.168.0.1'] }
  const { connected, files } = fake(names, {
    'https://a.example/1': to('//b.example/2'),
    'https://a.example/in': to('https://inside.example/'),
    'https://a.example/down': to('http://b.example/'),
    'https://a.example/loop': to('/loop'),
    'https://a.example/gone': answer({ status: 404 }),
  })
  expect((await files.fetch('https://a.example/1', limits)).size).toBe(5)
  expect(connected).toEqual(['93.184.215.14', '93.184.215.15'])
  await expect(files.fetch('https://a.example/in', limits)).rejects.toThrow(/inside.example is not/)
  await expect(files.fetch('https://a.example/down', limits)).rejects.toThrow(/only https/)
  await expect(files.fetch('https://a.example/loop', limits)).rejects.toThrow(/3 redirects/)
  await expect(files.fetch('https://a.example/gone', limits)).rejects.toThrow(/answered 404/)
  expect(connected).not.toContain('192.168.0.1')
})

test('a file that an upstream redirected to comes as it is, with what describes it, and its parts and errors too', async () => {
  const headers = { 'content-type': 'video/mp4', 'content-range': 'bytes 0-4/9', 'set-cookie': 'a=b', server: 'x' }
  const { files } = fake(
    { 'a.example': ['93.184.215.14'] },
    {
      'https://a.example/first': answer({ status: 307, headers: { location: '/part' } }),
      'https://a.example/part': answer({ status: 206, headers, body: chunks('so', 'und') }),
      'https://a.example/same': answer({ status: 304, headers: { etag: '"a"' } }),
      'https://a.example/expired': answer({ status: 403 }),
    },
  )
  const part = await files.open('https://a.example/first', limits)
  expect([part.status, await part.text()]).toEqual([206, 'sound'])
  expect(Object.fromEntries(part.headers)).toEqual({ 'content-type': 'video/mp4', 'content-range': 'bytes 0-4/9' })
  const same = await files.open('https://a.example/same', limits)
  expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, '"a"', null])
  await expect(files.open('https://a.example/expired', limits)).rejects.toThrow(/answered 403/)
  await expect(files.open('https://inside.example/', limits)).rejects.toThrow(/cannot be found/)
})

test('too much is refused by the stated length, and by what comes', async () => {
  const { files } = fake(
    { 'a.example': ['93.184.215.14'] },
    {
      'https://a.example/said': answer({ headers: { 'content-length': '1001' } }),
      'https://a.example/sent': answer({ body: chunks('x'.repeat(600), 'x'.repeat(600)) }),
    },
  )
  for (const path of ['said', 'sent'])
    await expect(files.fetch(`https://a.example/${path}`, limits)).rejects.toThrow(/larger/)
})

test('a client that goes ends the waiting', async () => {
  const files = createPublicFiles([], { resolve: async () => ['93.184.215.14'], get: () => new Promise(() => {}) })
  const left = new AbortController()
  const fetched = files.fetch('https://a.example/', { ...limits, signal: left.signal })
  left.abort(new Error('gone'))
  await expect(fetched).rejects.toThrow('gone')
})

const server = createServer((request, reply) => {
  const isKnown = request.headers.cookie !== undefined || request.headers.authorization !== undefined
  const { host, range } = request.headers
  reply.end(`${host} ${request.headers['accept-encoding']} ${isKnown} ${range}`)
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('an origin that the operator lists is fetched from, without keys; its neighbours are not', async () => {
  const files = createPublicFiles([origin])
  expect(await (await files.fetch(`${origin}/a.wav`, limits)).text()).toBe(
    `${origin.slice(7)} identity false undefined`,
  )
  await expect(files.fetch(origin.replace('127.0.0.1', '127.0.0.2'), limits)).rejects.toThrow(/only https/)
  await expect(createPublicFiles().fetch(origin, limits)).rejects.toThrow(/only https/)
  const asked = { headers: { range: 'bytes=0-1' }, signal: limits.signal }
  expect(await (await files.open(origin, asked)).text()).toBe(`${origin.slice(7)} identity false bytes=0-1`)
})

test.each([
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
  ],
  ...['255.255.255.255', '198.19.0.1', '192.0.0.192', '::1', '::', '::ffff:8.8.8.8', 'fe80::1', 'fd00:ec2::254'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'ff02::1'],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

const targets = sharedData('corpora', 'own', 'ssrf-targets.json')

test.skipIf(!targets)('nothing of the list of addresses is connected to', async () => {
  const { urls }: { urls: readonly { url: string }[] } = JSON.parse(readFileSync(targets ?? '', 'utf8'))
  const { connected, files } = fake({})
  for (const { url } of urls)
    for (const spelling of [url, url.replace(/^http:/, 'https:')])
      await expect(files.fetch(spelling, limits), spelling).rejects.toThrow()
  expect(connected.filter((address) => isIP(address) === 0 || !isPublicAddress(address))).toEqual([])
  expect(connected).toEqual([])
})
