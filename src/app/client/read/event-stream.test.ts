import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAt } from '../testing/framing.ts'
import { createEventStream } from './event-stream.ts'

const seed = Number(process.env.SEED ?? 20261121)
const numRuns = process.env.SOAK ? 5000 : 200
const casesFile = join(process.env.TEST_DATA || '../shared', 'corpora/own/sse-format-cases.json')

function eventsIn(chunks: readonly Uint8Array[], cap = 8 * 1024 * 1024): [name: string, data: string][] {
  const decoder = new TextDecoder()
  const stream = createEventStream(cap)
  const events = chunks.flatMap((chunk) => stream.feed(decoder.decode(chunk, { stream: true })))
  return [...events, ...stream.feed(decoder.decode())].map(({ name, data }) => [name ?? 'message', data])
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

test.each([
  ['data: a\n\n', [['message', 'a']]],
  [
    'data: a\r\rdata: b\r\r',
    [
      ['message', 'a'],
      ['message', 'b'],
    ],
  ],
  ['data: a\r\ndata: b\ndata: c\r\n\r\n', [['message', 'a\nb\nc']]],
  ['event: e\ndata:a\n\n', [['e', 'a']]],
  [': ping\n\ndata\n\n', [['message', '']]],
  ['\uFEFFdata: a\n\n', [['message', 'a']]],
  ['data: a\n\ndata: b', [['message', 'a']]],
  ['event: __proto__\ndata: a\n\n', [['__proto__', 'a']]],
])('%j is read by the standard', (text, expected) => {
  expect(eventsIn([bytesOf(text)])).toEqual(expected)
})

test('any cutting of a stream gives the same events', () => {
  const text =
    ': hi\r\nevent: é\r\ndata: 日本\r\n\r\ndata: 👩‍👩‍👧\rdata: b\r\rid: 7\ndata: {"a":\ndata: 1}\n\ndata: last\r\r'
  const bytes = bytesOf(text)
  const whole = eventsIn([bytes])
  expect(whole).toHaveLength(4)
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (places) => {
      expect(eventsIn(cutAt(bytes, places))).toEqual(whole)
    }),
    { seed, numRuns },
  )
})

test('an event that ends in bare CRs comes at once, and an LF that follows late ends nothing more', () => {
  const stream = createEventStream(100)
  expect(stream.feed('data: a\r\r')).toEqual([{ data: 'a' }])
  expect(stream.feed('\ndata: b\r')).toEqual([])
  expect(stream.feed('\ndata: c\r')).toEqual([])
  expect(stream.feed('\r')).toEqual([{ data: 'b\nc' }])
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
  const inOne = createEventStream(100)
  inOne.feed(text)
  const inBytes = createEventStream(100)
  for (const character of text) inBytes.feed(character)
  expect([inOne.unfinished, inBytes.unfinished]).toEqual([unfinished, unfinished])
})

test('an event over the cap stops the stream and keeps what came before it', () => {
  const inOne = createEventStream(10)
  expect(inOne.feed(`data: a\n\ndata: ${'x'.repeat(11)}\n\ndata: b\n\n`)).toEqual([{ data: 'a' }])
  expect(inOne.overflow).toBe(true)
  expect(inOne.feed('data: c\n\n')).toEqual([])
  const endless = createEventStream(10)
  for (let sent = 0; sent < 20; sent += 1) endless.feed('x')
  expect(endless.overflow).toBe(true)
})

test.skipIf(!existsSync(casesFile))('the format cases that a browser was checked with (TEST_DATA)', () => {
  const generated: Record<string, string> = {
    'one megabyte line': `data: ${'x'.repeat(1024 * 1024)}\n\n`,
    'ten thousand data lines': `${'data: x\n'.repeat(10_000)}\n`,
  }
  const cases: { name: string; b64?: string; generate?: string; expect?: string[][]; expectCount?: number }[] =
    JSON.parse(readFileSync(casesFile, 'utf8'))
  expect(cases.length).toBeGreaterThanOrEqual(50)
  for (const { name, b64, generate = '', expect: expected, expectCount } of cases) {
    const bytes = b64 === undefined ? bytesOf(generated[generate]!) : Uint8Array.from(Buffer.from(b64, 'base64'))
    const inBytes = bytes.length > 20_000 ? [bytes] : Array.from(bytes, (byte) => Uint8Array.of(byte))
    for (const events of [eventsIn([bytes]), eventsIn(inBytes)]) {
      if (expectCount !== undefined) expect(events, name).toHaveLength(expectCount)
      else expect(events, name).toEqual(expected?.map(([event, data]) => [event, data]))
    }
  }
})
