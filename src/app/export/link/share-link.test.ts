import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { sharedData } from '../../../router/testing/shared-data.ts'
import { seed } from '../../../testing/seed.ts'
import { hostileTexts } from '../testing/hostile-texts.ts'
import { readShareLink, shareLink } from './share-link.ts'

const app = 'http://127.0.0.1:8787/chat?run=1#old'
const hashOf = (link: string) => new URL(link).hash

const pack = (text: string | Uint8Array) =>
  `#draft=1.${Buffer.from(deflateSync(typeof text === 'string' ? strToU8(text) : text)).toString('base64url')}`
const packed = (value: unknown) => pack(JSON.stringify(value))

const request = { model: 'sandbox-fast', input: 'Hello 😀\n\tworld', temperature: 0.5, tools: [] }

test('a draft goes into the fragment and comes back, and nothing of it stands before the #', () => {
  const link = shareLink(app, { endpoint: 'responses', request }, [])
  expect(link.split('#')[0]).toBe('http://127.0.0.1:8787/chat?run=1')
  expect(readShareLink(hashOf(link))).toEqual({ kind: 'draft', draft: { endpoint: 'responses', request } })
  expect(readShareLink(hashOf(link).slice(1))).toMatchObject({ kind: 'draft' })
})

test('mocks go along under a number of their own, since earlier versions would refuse them with a wrong reason', () => {
  const draft = { endpoint: 'responses', request, mocks: { get_weather: '(args) =>\n\t21' } } as const
  const link = shareLink(app, draft, [])
  expect(hashOf(link)).toMatch(/^#draft=3\./)
  expect(readShareLink(hashOf(link))).toEqual({ kind: 'draft', draft })
  expect(readShareLink(packed({ ...draft, mocks: { get_weather: 7 } }))).toMatchObject({ kind: 'refused' })
})

test('the tool and the run go along where they are known', () => {
  const draft = { endpoint: 'responses', tool: 'expert', request, run: '6a1f8c1e-0000-4000-8000-000000000001' } as const
  expect(readShareLink(hashOf(shareLink(app, draft, [])))).toEqual({ kind: 'draft', draft })
})

test(`any request comes back as it was, or makes no link for what no form takes (seed ${seed})`, () => {
  const property = fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (some) => {
    const text = JSON.stringify(some)
    try {
      const reading = readShareLink(hashOf(shareLink(app, { endpoint: 'responses', request: some }, [])))
      expect(reading).toEqual({ kind: 'draft', draft: { endpoint: 'responses', request: JSON.parse(text) } })
    } catch (error) {
      expect(error).toMatchObject({ name: 'ExportError' })
      expect(text).toMatch(/\\u00|[\x7f-\x9f]|\\[bf]|"__proto__":/)
    }
  })
  fc.assert(property, { seed, numRuns: 300 })
})

test('a base URL that is not the own one is told with its host; the own one is not', () => {
  const link = shareLink(app, { endpoint: 'responses', baseUrl: 'https://exämple.test:8443/v1/', request }, [])
  expect(readShareLink(hashOf(link), 'http://127.0.0.1:8787/v1')).toMatchObject({
    kind: 'draft',
    draft: { baseUrl: 'https://xn--exmple-cua.test:8443/v1' },
    foreign: { baseUrl: 'https://xn--exmple-cua.test:8443/v1', host: 'xn--exmple-cua.test:8443' },
  })
  const own = shareLink(app, { endpoint: 'responses', baseUrl: 'http://127.0.0.1:8787/v1', request }, [])
  expect(readShareLink(hashOf(own), 'http://127.0.0.1:8787/v1/')).not.toHaveProperty('foreign')
  expect(readShareLink(hashOf(own), undefined)).toHaveProperty('foreign')
})

test('keys, files and what is too long do not become a link', () => {
  const share =
    (one: Record<string, unknown>, keys: string[] = []) =>
    () =>
      shareLink(app, { endpoint: 'responses', request: one }, keys)
  expect(share({ input: 'my canary0123456789' }, ['canary0123456789'])).toThrow(/contains a key/)
  expect(share({ input: 'Bearer abcdef0123456789abcdef' })).toThrow(/looks like a key/)
  expect(share({ file: new Blob(['x']) })).toThrow(/files/)
  const long = Array.from({ length: 20_000 }, (_, index) => (index * 2654435761) >>> 0).join(' ')
  expect(share({ input: long })).toThrow(/limited to 32 kB/)
})

test('a link of the earlier version is read', () => {
  expect(readShareLink(packed({ endpoint: 'responses', request }))).toMatchObject({ kind: 'draft', draft: { request } })
})

test('what cannot be a link names the ways that remain', () => {
  const file = new Blob(['x'])
  expect(() => shareLink(app, { endpoint: 'responses', request: { file } }, [])).toThrow(/bundle or an HTML report/)
})

test('a fragment of another kind is none', () => {
  for (const hash of ['', '#', '#top', '#run=1', '#Draft=1.x']) expect(readShareLink(hash)).toEqual({ kind: 'none' })
})

const draft = (change: Record<string, unknown>) => packed({ endpoint: 'responses', request, ...change })
const base = (baseUrl: unknown) => draft({ baseUrl })
const proto = (inside: string) => pack(`{"endpoint":"responses","request":{"model":"x",${inside}}}`)

const hostile: readonly string[] = [
  '#draft=',
  '#draft=1.',
  '#draft=2.abc',
  '#draft=3.abc',
  '#draft=1.%3Cscript%3E',
  '#draft=1.<script>alert(1)</script>',
  '#draft=1.AAAA',
  '#draft=1.____',
  `#draft=1.${'A'.repeat(33_000)}`,
  pack(''),
  pack('null'),
  pack('[]'),
  pack('"x"'),
  pack('{'),
  pack('{"endpoint":"responses"}'),
  pack(new Uint8Array([0xff, 0xfe, 0xc0])),
  pack(' '.repeat(2 ** 21)),
  pack(`{"endpoint":"responses","request":{"a":"${'x'.repeat(2 ** 20)}"}}`),
  pack('['.repeat(100_000)),
  pack(`{"endpoint":"responses","request":{"a":${'['.repeat(80)}${']'.repeat(80)}}}`),
  `${pack('{"endpoint":"responses","request":{}}').slice(0, -4)}`,
  draft({ endpoint: 'nothing' }),
  draft({ endpoint: '__proto__' }),
  draft({ endpoint: 'constructor' }),
  draft({ endpoint: 'toString' }),
  draft({ endpoint: 'models' }),
  draft({ endpoint: 'videos.content' }),
  draft({ endpoint: '../admin' }),
  draft({ endpoint: '' }),
  draft({ endpoint: 7 }),
  draft({ endpoint: ['responses'] }),
  draft({ request: null }),
  draft({ request: [] }),
  draft({ request: 'x' }),
  draft({ request: 1 }),
  draft({ key: 'sk-x' }),
  draft({ run: true }),
  draft({ autoRun: true }),
  draft({ settings: { profile: 'x' } }),
  draft({ headers: { Authorization: 'x' } }),
  draft({ apiKey: 'x' }),
  draft({ request: { input: 'a\u0000b' } }),
  draft({ request: { input: 'a\u001b[2Jb' } }),
  draft({ request: { 'a\u0007': 1 } }),
  draft({ request: { deep: [{ x: 'a\u009bb' }] } }),
  proto('"__proto__":{"polluted":1}'),
  proto('"a":{"__proto__":null}'),
  proto('"a":[{"__proto__":{"toString":1}}]'),
  pack('{"endpoint":"responses","request":{},"__proto__":{"baseUrl":"https://evil.test/v1"}}'),
  base(''),
  base(7),
  base('javascript:alert(1)'),
  base('data:text/html,x'),
  base('file:///etc/passwd'),
  base('blob:https://evil.test/x'),
  base('//evil.test/v1'),
  base('/v1'),
  base('evil.test/v1'),
  base('https:evil.test/v1'),
  base('https:///evil.test/v1'),
  base('https://good.test@evil.test/v1'),
  base('https://good.test:pass@evil.test/v1'),
  base('https://evil.test/v1?key=1'),
  base('https://evil.test/v1#x'),
  base('https://evil.test\\@good.test/v1'),
  base('ht\ntps://evil.test/v1'),
  base(' https://evil.test/v1'),
  base('https://evil.test/v1\r\nX-Header: 1'),
  base('https://evil.\ttest/v1'),
  base(`https://evil.test/${'v'.repeat(3000)}`),
  base('https://[::1'),
  base('https://evil.test:99999/v1'),
  base('ws://evil.test/v1'),
]

test(`${hostile.length} hostile links are refused with a reason and change nothing`, () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60)
  for (const hash of hostile) {
    const reading = readShareLink(hash)
    expect(reading.kind, `${hash.slice(0, 80)} → ${JSON.stringify(reading).slice(0, 200)}`).toBe('refused')
    expect(Object(reading).why).toMatch(/^[A-Z][\w ,.']+\.$/)
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('hostile texts in a prompt are only text', () => {
  for (const input of hostileTexts) {
    const reading = readShareLink(packed({ endpoint: 'responses', request: { input } }))
    if (reading.kind === 'draft') expect(reading.draft.request).toEqual({ input })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: why it was refused.
    else expect(input).toMatch(/[\x00-\x1f\x7f-\x9f]/)
  }
})

test(`damaged links end in a refusal, never in an error (seed ${seed})`, () => {
  const good = hashOf(shareLink(app, { endpoint: 'responses', request }, []))
  const property = fc.property(fc.nat(good.length - 1), fc.string({ maxLength: 3 }), (at, instead) => {
    const reading = readShareLink(good.slice(0, at) + instead + good.slice(at + 1))
    expect(['none', 'refused', 'draft']).toContain(reading.kind)
    if (reading.kind === 'draft') expect(reading.draft.endpoint).toBe('responses')
  })
  fc.assert(property, { seed, numRuns: 1000 })
})

const targets = sharedData('corpora', 'own', 'ssrf-targets.json')

test.skipIf(!targets)(
  'every odd spelling of an address is refused, or told as foreign (skipped without shared data)',
  () => {
    const text = readFileSync(targets ?? '', 'utf8')
    const urls = [...text.matchAll(/"((?:[a-z]+:|\/\/)[^"\\]*)"/gi)].map(([, url]) => url ?? '')
    expect(urls.length).toBeGreaterThan(50)
    for (const url of urls) {
      const reading = readShareLink(base(url), 'http://router.test/v1')
      if (reading.kind === 'draft') expect(reading.foreign?.host, url).toBe(new URL(url).host)
      else expect(reading.kind, url).toBe('refused')
    }
  },
)
