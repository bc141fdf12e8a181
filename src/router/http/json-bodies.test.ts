import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedData } from '../testing/shared-data.ts'
import { testRouter } from '../testing/test-router.ts'

const { post } = testRouter()

const bytes = (text: string) => new TextEncoder().encode(text)

/** What the router says of a body: the error's code, or `taken` when it came as far as the provider. */
async function verdict(body: Uint8Array): Promise<string> {
  const reply = await post(body)
  const answer = await reply.json()
  if (reply.status === 200) return 'taken'
  expect([reply.status, answer.error.stage]).toEqual([answer.error.code === 'model_not_found' ? 404 : 400, 'not_sent'])
  return answer.error.code
}

const inRequest = (value: string) => bytes(`{"model":"test-model","input":"hi","metadata":{"value":${value}}}`)

test.each(['0', '-0', '1e308', '1E+2', '""', '"\\u0000"', '"\\ud800"', '[]', '{"":[null,true]}', ' \t\r\n 1', '"é😀"'])(
  'a request with %s in it is taken',
  async (value) => expect(await verdict(inRequest(value))).toBe('taken'),
)

test.each([
  '',
  '01',
  '+1',
  '1.',
  '.5',
  '0x1',
  'NaN',
  'Infinity',
  "'a'",
  '"\t"',
  '"\\x41"',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '1 2',
  '/**/1',
  'undefined',
  '"a',
])('a request with %j in it is no JSON', async (value) => expect(await verdict(inRequest(value))).toBe('invalid_json'))

test.each([
  ['a byte that is no UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'invalid_utf8'],
  ['an overlong spelling', Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), 'invalid_utf8'],
  ['half a surrogate pair', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), 'invalid_utf8'],
  ['a cut character', Uint8Array.of(0x22, 0xe2, 0x82), 'invalid_utf8'],
  ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), 'invalid_json'],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0), 'invalid_utf8'],
  ['nothing', new Uint8Array(), 'body_missing'],
  ['a list', bytes('[]'), 'not_an_object'],
  ['null', bytes('null'), 'not_an_object'],
  ['a text', bytes('"hi"'), 'not_an_object'],
])('%s is refused by name', async (_, body, code) => expect(await verdict(body)).toBe(code))

test('64 levels are taken, 65 are refused, and a million end nothing', async () => {
  const nested = (depth: number) => inRequest(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  expect(await verdict(nested(62))).toBe('taken')
  expect(await verdict(nested(63))).toBe('too_deep')
  expect(await verdict(bytes('['.repeat(1_000_000)))).toBe('too_deep')
  expect(await verdict(bytes('{"a":'.repeat(1_000_000)))).toBe('too_deep')
})

test('names of the language are only names', async () => {
  const before = Reflect.ownKeys(Object.prototype)
  const value =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":1}'
  const reply = await post(inRequest(value))
  expect(await reply.text()).toContain(value)
  expect(await verdict(bytes(`{"model":"test-model","input":"hi","__proto__":{"stream":true},"constructor":5}`))).toBe(
    'taken',
  )
  expect(await verdict(bytes(`{"model":"__proto__","input":"hi"}`))).toBe('model_not_found')
  expect(Reflect.ownKeys(Object.prototype)).toEqual(before)
  expect('polluted' in {}).toBe(false)
})

const folder = sharedData('corpora', 'json', 'test_parsing')

describe.skipIf(!folder)("the JSON parsers' test suite (skipped where the test data is absent)", () => {
  const files = folder ? readdirSync(folder) : []
  const isNoJson = (code: string) => ['invalid_json', 'invalid_utf8', 'too_deep', 'body_missing'].includes(code)

  test.each(files.filter((name) => name.startsWith('y_')))('%s is accepted as JSON', async (name) => {
    expect(isNoJson(await verdict(readFileSync(join(folder ?? '', name))))).toBe(false)
  })

  test.each(files.filter((name) => name.startsWith('n_')))('%s is refused as no JSON', async (name) => {
    expect(isNoJson(await verdict(readFileSync(join(folder ?? '', name))))).toBe(true)
  })

  test.each(files.filter((name) => name.startsWith('i_')))('%s gets an answer', async (name) => {
    expect(await verdict(readFileSync(join(folder ?? '', name)))).toEqual(expect.any(String))
  })

  test('all three kinds were there', () => {
    const counts = ['y_', 'n_', 'i_'].map((kind) => files.filter((name) => name.startsWith(kind)).length)
    expect(counts).toEqual([95, 188, 35])
  })
})
