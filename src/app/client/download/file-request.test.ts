import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReach } from './file-request.ts'

const list = join(process.env.TEST_DATA || '../shared', 'corpora/own/ssrf-targets.json')
const { signal } = new AbortController()

/** Which of the addresses are asked for a router at this base URL, by a page at `home`. */
async function asked(
  baseUrl: string,
  addresses: readonly string[],
  home = 'http://127.0.0.1:5000',
): Promise<readonly string[]> {
  const found: string[] = []
  const reach = createReach(
    async (input) => {
      found.push(String(input))
      return new Response()
    },
    { baseUrl, home },
  )
  for (const address of addresses) if (URL.canParse(address)) await reach(new URL(address), signal).catch(() => {})
  return found
}

const near = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
  ],
  ...['169.254.169.254', '100.64.0.1', '192.0.0.192', '198.18.0.1', '203.0.113.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
  ],
  ...['localhost', 'LOCALHOST.', 'a.localhost', 'router.local', 'printer.lan', 'intranet', 'metadata.google.internal'],
]
const far = [
  'https://a.example/x',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://172.32.0.1/',
  'https://local.example/',
]

test.each(near)('%s stands in one’s own network, and is asked only for a router that does too', async (host) => {
  const address = `https://${host}/a.png`
  expect(await asked('https://router.example/v1', [address])).toEqual([])
  expect(await asked('http://127.0.0.1:8787/v1', [address])).toHaveLength(1)
})

test('hosts of the internet are asked for every router, in the clear only for one that is', async () => {
  expect(await asked('https://router.example/v1', far)).toHaveLength(far.length)
  expect(await asked('http://192.168.0.2/v1', far)).toHaveLength(far.length)
  expect(await asked('https://router.example/v1', ['http://a.example/x'])).toEqual([])
  expect(await asked('http://router.example/v1', ['http://a.example/x'])).toHaveLength(1)
})

test('no other scheme and no password is asked', async () => {
  const odd = [
    'ftp://a.example/',
    'data:image/png;base64,AA',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'https://me:pw@a.example/',
  ]
  expect(await asked('http://127.0.0.1/v1', odd)).toEqual([])
})

test('an answer from where it led is dropped where it must not lead', async () => {
  const answer = (url: string) =>
    createReach(async () => Object.defineProperty(new Response('x'), 'url', { value: url }), {
      baseUrl: 'https://router.example/v1',
      home: 'https://app.example',
    })
  await expect(answer('https://192.168.0.1/')(new URL('https://a.example/'), signal)).rejects.toThrow(
    'redirects elsewhere',
  )
  await expect(answer('https://app.example/a')(new URL('https://a.example/'), signal)).rejects.toThrow('app’s own')
  await expect(answer('https://b.example/')(new URL('https://a.example/'), signal)).resolves.toBeInstanceOf(Response)
})

test.each([
  [
    'http://127.0.0.1:8787',
    ['http://127.0.0.1:8787/playground.json', 'http://localhost:8787/', 'http://LOCALHOST.:8787/'],
  ],
  [
    'http://127.0.0.1:8787',
    ['http://[::1]:8787/a.png', 'http://2130706433:8787/', 'http://0x7f.1:8787/', 'http://0:8787/'],
  ],
  ['http://localhost:8787', ['http://127.8.9.1:8787/', 'http://a.localhost:8787/', 'http://[::ffff:127.0.0.1]:8787/']],
  ['http://127.0.0.1:8787', ['https://127.0.0.1:8787/a.png']],
  ['https://app.example', ['https://app.example/playground.json', 'http://app.example/', 'https://app.example.:443/']],
])('nothing of a page at %s is asked for another router: %s', async (home, addresses) => {
  expect(await asked('http://127.0.0.1:9000/v1', addresses, home)).toEqual([])
})

test('other servers beside the page are asked', async () => {
  const addresses = ['http://127.0.0.1:8788/a.png', 'http://localhost:9000/a.png', 'https://files.app.example/a.png']
  expect(await asked('http://127.0.0.1:9000/v1', addresses, 'http://127.0.0.1:8787')).toEqual(addresses)
})

test.skipIf(!existsSync(list))('every address that points inside is refused for a router outside', async () => {
  const { urls }: { urls: { url: string; kind: string }[] } = JSON.parse(readFileSync(list, 'utf8'))
  const inside = urls.filter(({ kind }) => kind !== 'port').map(({ url }) => url)
  expect(inside.length).toBeGreaterThan(90)
  expect(await asked('https://router.example/v1', inside)).toEqual([])
  const secure = inside.map((url) => url.replace(/^http:\/\//, 'https://'))
  expect(await asked('https://router.example/v1', secure)).toEqual([])
})
