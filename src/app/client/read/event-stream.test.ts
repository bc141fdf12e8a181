import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { cutAt, plainEvents, randomStream } from '../testing/event-streams.ts'
import { EventStream } from './event-stream.ts'

const numRuns = process.env.SOAK ? 5000 : 200
const casesFile = join(process.env.TEST_DATA || '../shared', 'corpora/own/sse-format-cases.json')

function eventsIn(chunks: readonly Uint8Array[]): [name: string, data: string][] {
  const decoder = new TextDecoder()
  const stream = new EventStream(8 * 1024 * 1024)
  const texts = [...chunks.map((chunk) => decoder.decode(chunk, { stream: true })), decoder.decode()]
  return texts.flatMap((text) => stream.feed(text, 0)).map(({ name, data }) => [name ?? 'message', data])
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const singly = (bytes: Uint8Array) => Array.from(bytes, (byte) => Uint8Array.of(byte))

const cases: [stream: string, events: [name: string, data: string][]][] = [
  ['data: a\n\n', [['message', 'a']]],
  [
    'data: a\r\rdata: b\r\r',
    [
      ['message', 'a'],
      ['message', 'b'],
    ],
  ],
  ['data: a\r\ndata: b\ndata: c\r\n\r\n', [['message', 'a\nb\nc']]],
  [
    'data: a\n\rdata: b\n\n',
    [
      ['message', 'a'],
      ['message', 'b'],
    ],
  ],
  ['data:a\n\n', [['message', 'a']]],
  ['data:  a \n\n', [['message', ' a ']]],
  ['data:\ta\n\n', [['message', '\ta']]],
  ['data: a:b:c\n\n', [['message', 'a:b:c']]],
  ['data\n\n', [['message', '']]],
  ['data\ndata\n\n', [['message', '\n']]],
  ['data:\n\n', [['message', '']]],
  [': hi\ndata: a\n:x\n\n', [['message', 'a']]],
  [': ping\n\n', []],
  ['foo: 1\nData: x\n data: y\ndatax: z\ndata: a\n\n', [['message', 'a']]],
  ['event: e\ndata:a\n\n', [['e', 'a']]],
  ['data: a\nevent: e\n\n', [['e', 'a']]],
  ['event:\ndata: a\n\n', [['message', 'a']]],
  ['event: e\n\ndata: a\n\n', [['message', 'a']]],
  [
    'event: e\ndata: a\n\ndata: b\n\n',
    [
      ['e', 'a'],
      ['message', 'b'],
    ],
  ],
  ['event: e\nevent: f\ndata: a\n\n', [['f', 'a']]],
  ['event: __proto__\ndata: a\n\n', [['__proto__', 'a']]],
  ['id: 7\nretry: 5\ndata: a\u0000b\n\n', [['message', 'a\u0000b']]],
  ['data: a\n\ndata: b', [['message', 'a']]],
  ['data: a\n\ndata: b\n', [['message', 'a']]],
  ['', []],
  ['\n\n\r\n', []],
  ['\uFEFFdata: a\n\n', [['message', 'a']]],
  ['\uFEFF\uFEFFdata: a\ndata: b\n\n', [['message', 'b']]],
  ['data: a\uFEFFb\n\n', [['message', 'a\uFEFFb']]],
  ['data: a\u2028b\u2029c\u0085d\u000be\f\n\n', [['message', 'a\u2028b\u2029c\u0085d\u000be\f']]],
  [
    'data: {"a":\ndata: 1}\n\ndata: [DONE]\n\n',
    [
      ['message', '{"a":\n1}'],
      ['message', '[DONE]'],
    ],
  ],
  [`data: ${'x'.repeat(300)}\n\n`, [['message', 'x'.repeat(300)]]],
  [`${'data: x\n'.repeat(300)}\n`, [['message', Array(300).fill('x').join('\n')]]],
  ['<!doctype html><html></html>\n\n', []],
]

test.each(cases)('%j is read by the standard, whole and byte by byte', (text, expected) => {
  expect(eventsIn([bytesOf(text)])).toEqual(expected)
  expect(eventsIn(singly(bytesOf(text)))).toEqual(expected)
  expect(plainEvents(bytesOf(text))).toEqual(expected)
})

test.each([
  ['a byte that is none', [0xff], '\ufffd'],
  ['a character that the line cuts', [0xe2, 0x82], '\ufffd'],
])('%s becomes U+FFFD and spoils nothing else', (_, bytes, mark) => {
  const stream = Uint8Array.from([...bytesOf('data: a'), ...bytes, ...bytesOf('\ndata: é\n\n')])
  expect(eventsIn([stream])).toEqual([['message', `a${mark}\né`]])
  expect(eventsIn(singly(stream))).toEqual([['message', `a${mark}\né`]])
})

const mixed =
  ': hi\r\nevent: é\r\ndata: 日本\r\n\r\ndata: 👩‍👩‍👧\rdata: b\r\rid: 7\ndata: {"a":\ndata: 1}\n\ndata: last\r\r'

test('any cutting of a stream gives the same events', () => {
  const bytes = bytesOf(mixed)
  const whole = eventsIn([bytes])
  expect(whole).toHaveLength(4)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (places) => {
      expect(eventsIn(cutAt(bytes, places))).toEqual(whole)
    }),
    { seed, numRuns },
  )
})

test('a stream that ends anywhere gives an exact prefix of its events', () => {
  const bytes = bytesOf(mixed)
  const whole = eventsIn([bytes])
  let before = 0
  for (let end = 0; end <= bytes.length; end += 1) {
    const events = eventsIn([bytes.subarray(0, end)])
    expect(events).toEqual(whole.slice(0, events.length))
    expect(events.length).toBeGreaterThanOrEqual(before)
    before = events.length
  }
  expect(before).toBe(whole.length)
})

test('any stream, in any pieces, is read as the standard puts it', () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      fc.array(fc.nat()),
      (numbers, places) => {
        const bytes = randomStream(() => Number(numbers.next().value))
        expect(eventsIn(cutAt(bytes, places))).toEqual(plainEvents(bytes))
      },
    ),
    { seed, numRuns },
  )
})

test('three characters that look like the bytes of a byte order mark are none', () => {
  expect(eventsIn([bytesOf('ï»¿data: a\n\ndata: b\n\n')])).toEqual([['message', 'b']])
})

test('an event that ends in bare CRs comes at once, and an LF that follows late ends nothing more', () => {
  const stream = new EventStream(100)
  expect(stream.feed('data: a\r\r', 1)).toEqual([{ at: 1, data: 'a' }])
  expect(stream.feed('\ndata: b\r', 2)).toEqual([])
  expect(stream.feed('\ndata: c\r', 3)).toEqual([])
  expect(stream.feed('\r', 4)).toEqual([{ at: 4, data: 'b\nc' }])
})

test.each([
  ['', false],
  ['\n', false],
  ['data: a\n\n', false],
  ['data: a\r\n\r\n', false],
  ['data: a\r\r', false],
  [': ping\n\n', false],
  ['data: a\n', true],
  ['data: a\r\n', true],
  ['data: a\r', true],
  ['data: a\n\ndata', true],
])('%j leaves an event unfinished: %s', (text, unfinished) => {
  const inOne = new EventStream(100)
  inOne.feed(text, 0)
  const inBytes = new EventStream(100)
  for (const character of text) inBytes.feed(character, 0)
  expect([inOne.unfinished, inBytes.unfinished]).toEqual([unfinished, unfinished])
})

test('an event over the cap stops the stream and keeps what came before it, wherever it is cut', () => {
  const text = `data: a\n\ndata: ${'x'.repeat(5)}\n\ndata: ${'x'.repeat(6)}\n\ndata: b\n\n`
  for (let at = 0; at <= text.length; at += 1) {
    const stream = new EventStream(11)
    const events = [...stream.feed(text.slice(0, at), 0), ...stream.feed(text.slice(at), 0)]
    expect(events.map(({ data }) => data)).toEqual(['a', 'xxxxx'])
    expect(stream.overflow).toBe(true)
    expect(stream.feed('data: c\n\n', 0)).toEqual([])
  }
})

test.each(['x', ': ping\n', 'data: x\n', 'event: x\n'])(
  'an event that goes on for ever with %j passes the cap',
  (piece) => {
    const stream = new EventStream(100)
    for (let sent = 0; sent < 200; sent += 1) stream.feed(piece, 0)
    expect(stream.overflow).toBe(true)
  },
)

test.skipIf(!existsSync(casesFile))('the format cases that a browser was checked with (TEST_DATA)', () => {
  const generated: Record<string, string> = {
    'one megabyte line': `data: ${'x'.repeat(1024 * 1024)}\n\n`,
    'ten thousand data lines': `${'data: x\n'.repeat(10_000)}\n`,
  }
  const list: { name: string; b64?: string; generate?: string; expect?: string[][]; expectCount?: number }[] =
    JSON.parse(readFileSync(casesFile, 'utf8'))
  expect(list.length).toBeGreaterThanOrEqual(50)
  for (const { name, b64, generate = '', expect: expected, expectCount } of list) {
    const bytes = b64 === undefined ? bytesOf(generated[generate]!) : Uint8Array.from(Buffer.from(b64, 'base64'))
    const inPieces = bytes.length > 20_000 ? cutAt(bytes, [1000, 9_999, 50_000]) : singly(bytes)
    for (const events of [eventsIn([bytes]), eventsIn(inPieces)]) {
      if (expectCount !== undefined) expect(events, name).toHaveLength(expectCount)
      else expect(events, name).toEqual(expected?.map(([event, data]) => [event, data]))
    }
  }
})

test.each<[string, [name: string, data: string][]]>([
  ['\uFFFDdata: {"a":1}\n\n', [['message', '{"a":1}']]],
  ['event: e\nda\u0000a: {"a":1}\n\n', [['e', '{"a":1}']]],
  ['data\uFFFD {"a":{}}\r\n\r\n', [['message', '{"a":{}}']]],
  ['meta: {"b":2}\ndata: a\nmeta: {"c":3}\n\n', [['message', 'a']]],
  [': {"a":1}\n\nlonger than a name {"a":1}\n\nmeta: {"a":1\n\n{"a":1}\n\n', []],
])('beyond the standard, an event without data has the JSON object behind a damaged name: %j', (text, expected) => {
  expect(eventsIn([bytesOf(text)])).toEqual(expected)
  expect(eventsIn(singly(bytesOf(text)))).toEqual(expected)
})
