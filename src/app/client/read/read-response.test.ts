import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { inTurns, readError } from './read-response.ts'

const reader = (...chunks: readonly Uint8Array<ArrayBuffer>[]) => new Response(new Blob([...chunks])).body?.getReader()

/** Reads all, and tells after how many pieces another task of the page had its turn. */
async function read(bytes: Uint8Array<ArrayBuffer>, msPerLook: number) {
  const from = reader(bytes)
  if (!from) throw new Error('A body was expected.')
  let time = 0
  let other: number | undefined
  const pieces: Uint8Array[] = []
  for await (const piece of inTurns(from, () => (time += msPerLook))) {
    if (pieces.length === 0) setImmediate(() => (other = pieces.length))
    pieces.push(piece)
  }
  return { pieces, other: other ?? pieces.length }
}

test('every byte comes, in its order, and other work has a turn while a large chunk is read slowly', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251)
  const { pieces, other } = await read(bytes, 20)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  expect(other).toBeLessThan(pieces.length)
})

test('an empty chunk is still a sign of life', async () => {
  const chunks = [new Uint8Array(0), Uint8Array.of(1)]
  const read = async () => {
    const value = chunks.shift()
    return value ? { done: false as const, value } : { done: true as const, value: undefined }
  }
  const sizes: number[] = []
  for await (const { length } of inTurns({ read })) sizes.push(length)
  expect(sizes).toEqual([0, 1])
})

const errorIn = (body: unknown, status = 400, headers: Record<string, string> = {}) =>
  readError({
    status,
    headers,
    text: typeof body === 'string' ? body : JSON.stringify(body),
    now: Date.parse('2026-11-21T12:00:00Z'),
  })

const shapes: [shape: string, body: unknown, facts: object][] = [
  [
    '1 the usual error object',
    {
      error: {
        message: 'Unknown parameter.',
        type: 'invalid_request_error',
        param: 'response_format',
        code: 'unknown_parameter',
      },
    },
    {
      message: 'Unknown parameter.',
      type: 'invalid_request_error',
      param: 'response_format',
      code: 'unknown_parameter',
    },
  ],
  [
    '1 with nulls',
    { error: { message: 'Unsupported.', type: 'invalid_request_error', param: null, code: null } },
    { message: 'Unsupported.', type: 'invalid_request_error' },
  ],
  [
    '2 the code is the status as text',
    { error: { message: 'litellm.RateLimitError: slow down', type: 'throttling_error', code: '429' } },
    { message: 'litellm.RateLimitError: slow down', type: 'throttling_error', code: '429' },
  ],
  [
    '3 the code is a number and the provider’s words stand aside',
    {
      error: {
        code: 502,
        message: 'Provider returned error',
        metadata: { provider_name: 'DeepInfra', raw: '{"error":{"message":"GPU on fire"}}' },
      },
      user_id: 'u',
    },
    { message: 'Provider returned error: GPU on fire', code: '502', provider: 'DeepInfra' },
  ],
  [
    '3 with plain raw words',
    { error: { code: 429, message: 'Provider returned error', metadata: { provider_name: 'X', raw: 'busy' } } },
    { message: 'Provider returned error: busy', code: '429', provider: 'X' },
  ],
  [
    '4 a string code and null metadata',
    { error: { code: 'invalid_prompt', message: 'Bad prompt.' }, metadata: null },
    { message: 'Bad prompt.', code: 'invalid_prompt' },
  ],
  ['5 the error is a string', { error: 'Unexpected endpoint' }, { message: 'Unexpected endpoint' }],
  [
    '5 the error is a string, the code beside it',
    { error: 'Voice missing', error_code: 'VOICE', code: 404 },
    { message: 'Voice missing', code: 'VOICE' },
  ],
  [
    '5 the error is a word, the message beside it',
    { error: 'invalid_request', message: 'Say more.' },
    { message: 'Say more.', code: 'invalid_request' },
  ],
  ['6 a detail string', { detail: 'Not Found' }, { message: 'Not Found' }],
  [
    '6 a detail list names the fields',
    {
      detail: [
        { loc: ['body', 'audio'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'tools', 0, 'name'], msg: 'Too long', type: 'x' },
      ],
    },
    { message: 'audio: Field required; tools[0].name: Too long', param: 'audio', type: 'missing' },
  ],
  ['6 a detail object', { detail: { message: 'No.' } }, { message: 'No.' }],
  [
    '7 a detail with a status word',
    { detail: { status: 'quota_exceeded', message: 'No credits left.' } },
    { message: 'No credits left.', code: 'quota_exceeded' },
  ],
  [
    '8 problem+json',
    { type: 'about:blank', title: 'Invalid input', status: 422, detail: 'Body is empty.' },
    { message: 'Invalid input: Body is empty.' },
  ],
  [
    '9 success false with an error object',
    { success: false, error: { message: 'Busy.', code: 'BUSY', timestamp: 't' }, status: 429 },
    { message: 'Busy.', code: 'BUSY' },
  ],
  [
    '9 success false with a list',
    { success: false, errors: [{ code: 10000, message: 'Authentication error' }] },
    { message: 'Authentication error', code: '10000' },
  ],
  [
    '10 an error at the top, with a number',
    { object: 'error', message: 'Too long.', type: 'BadRequestError', param: null, code: 400 },
    { message: 'Too long.', type: 'BadRequestError', code: '400' },
  ],
  ['11 message', { message: 'No.' }, { message: 'No.' }],
  ['11 msg', { msg: 'No.' }, { message: 'No.' }],
  ['11 err', { err: 'No.' }, { message: 'No.' }],
  ['11 error_msg', { error_msg: 'No.' }, { message: 'No.' }],
  ['11 header.message', { header: { message: 'No.' } }, { message: 'No.' }],
  ['11 response.error.message', { response: { error: { message: 'No.' } } }, { message: 'No.' }],
  [
    '12 title, message and an error code',
    { error_code: 'bad_voice', title: 'Bad voice', message: 'No such voice.', request_id: 'r1' },
    { message: 'Bad voice: No such voice.', code: 'bad_voice', requestId: 'r1' },
  ],
  [
    '14 a whole error as text in the message',
    { error: { message: '{"error":{"message":"Inner words","code":"inner","param":"model"}}' } },
    { message: 'Inner words', code: 'inner', param: 'model' },
  ],
  [
    '14 behind a prefix',
    { error: { message: 'OpenAIException - {"error": {"message": "Inner words"}}', code: '500' } },
    { message: 'OpenAIException: Inner words', code: '500' },
  ],
  ['an error inside an error', { error: { error: { message: 'Deep.' } } }, { message: 'Deep.' }],
  ['a message that is an object', { error: { message: { text: 'odd' } } }, { message: '{"text":"odd"}' }],
  [
    'a list of one',
    [{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }],
    { message: 'No.', code: '400' },
  ],
  [
    'our own',
    {
      error: {
        message: 'No.',
        type: 'invalid_request_error',
        param: 'input',
        code: 'missing',
        request_id: 'req_1',
        retry: 'no',
        stage: 'not_sent',
      },
    },
    {
      message: 'No.',
      type: 'invalid_request_error',
      param: 'input',
      code: 'missing',
      requestId: 'req_1',
      stage: 'not_sent',
    },
  ],
]

test.each(shapes)('shape %s', (_, body, facts) => {
  const { raw, ...read_ } = errorIn(body)
  expect(read_).toEqual({ kind: 'api', status: 400, ...facts })
  expect(raw).toBe(JSON.stringify(body))
})

test('shape 13: a proxy’s page is named as that, with its title as text', () => {
  const page = '<!doctype html>\n<html><head><title>502\n Bad Gateway</title></head><body>x</body></html>'
  expect(errorIn(page, 502)).toEqual({
    kind: 'contract',
    message: 'HTTP 502 with a web page, titled “502 Bad Gateway”.',
    status: 502,
    raw: page,
  })
})

test('shape 13: plain text keeps its words, silence is called that', () => {
  expect(errorIn('upstream connect error', 503)).toMatchObject({ kind: 'contract', message: 'upstream connect error' })
  expect(errorIn('', 500)).toEqual({ kind: 'contract', message: 'HTTP 500 with an empty body.', status: 500 })
  expect(errorIn({}, 400)).toMatchObject({ kind: 'contract' })
})

test('a message with a brace that is no error body is left alone', () => {
  for (const message of [
    'Invalid schema {"type":"object","title":"Foo"} at text.format',
    'Use {name} here',
    'a } b { c',
  ])
    expect(errorIn({ error: { message } }).message).toBe(message)
})

test('the request id comes from the headers first', () => {
  const body = { error: { message: 'No.', request_id: 'body' } }
  expect(errorIn(body, 400, { 'x-request-id': 'one', 'request-id': 'two' }).requestId).toBe('one')
  expect(errorIn(body, 400, { 'x-generation-id': 'gen' }).requestId).toBe('gen')
  expect(errorIn(body).requestId).toBe('body')
})

test.each([
  [{ 'retry-after': '3' }, 3],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1.5],
  [{ 'retry-after': '3600' }, 3600],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 0.25],
  [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9],
  [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }, 30],
  [{ 'retry-after': 'Saturday, 21-Nov-26 12:00:30 GMT' }, 30],
  [{ 'retry-after': 'Sat Nov 21 12:00:30 2026' }, 30],
  [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{ 'retry-after': 'junk' }, undefined],
  [{ 'retry-after': '12x' }, undefined],
  [{ 'retry-after': '1e3' }, undefined],
  [{ 'retry-after': '99999999' }, undefined],
  [{}, undefined],
])('%j asks to wait %s s', (headers, seconds) => {
  expect(errorIn({ error: { message: 'Slow down.' } }, 429, headers as Record<string, string>).retryAfter).toBe(seconds)
})

test('whatever the body is, the message is words, never an object’s name, and nothing is thrown', () => {
  const nested = fc.anything({
    withNullPrototype: true,
    maxDepth: 4,
    key: fc.constantFrom(
      'error',
      'message',
      'detail',
      'code',
      'errors',
      'msg',
      'loc',
      'metadata',
      'raw',
      '__proto__',
      'title',
    ),
  })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        nested.map((value) => JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? 1 : inner)) ?? ''),
      ),
      fc.integer({ min: 400, max: 599 }),
      (text, status) => {
        const { message, kind } = readError({ status, headers: {}, text, now: 0 })
        expect(typeof message).toBe('string')
        expect(message).not.toBe('')
        if (!text.includes('[object')) expect(message).not.toContain('[object')
        expect(['api', 'contract']).toContain(kind)
      },
    ),
    { seed, numRuns: process.env.SOAK ? 20_000 : 500 },
  )
})

test('a huge error costs no huge message', () => {
  const facts = errorIn({ error: { message: 'x'.repeat(1_000_000) } })
  expect(facts.message.length).toBeLessThanOrEqual(4000)
  expect(facts.raw?.length).toBe(4000)
})

test('no field of an error is longer than a person can read', () => {
  const long = 'x'.repeat(100_000)
  const body = { error: { message: long, code: long, type: long, param: long, provider: long }, request_id: long }
  const wrapped = {
    error: { message: JSON.stringify({ error: { message: long.slice(0, 3000), code: long.slice(0, 900) } }) },
  }
  const list = { detail: [1, 2, 3].map(() => ({ loc: ['body', long], msg: long, type: long })) }
  for (const each of [body, wrapped, list, long, `<title>${long}</title>`, [long, long]]) {
    const { message, raw, ...facts } = errorIn(each, 502, { 'x-request-id': long })
    expect(message.length).toBeLessThanOrEqual(4000)
    expect(raw?.length).toBeLessThanOrEqual(4000)
    for (const fact of Object.values(facts)) expect(String(fact).length).toBeLessThanOrEqual(200)
  }
})
