import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { createLog, redacting, writingTo } from './log.ts'

const btoaUtf8 = (text: string, encoding: BufferEncoding = 'base64') => Buffer.from(text).toString(encoding)

test.each([
  ['key top-secret-1 in use', 'key [secret] in use'],
  ['sk-proj-abcDEF123456 was sent', '[secret] was sent'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  ['{"xi-api-key":"abcdef0123456789"}', '{"[secret]"}'],
  [JSON.stringify('{"x-api-key": "abc123"}'), '"{\\"[secret]\\"}"'],
  ['POST /v1/responses 200', 'POST /v1/responses 200'],
])('%s is logged as %s', (line, expected) => {
  const lines: string[] = []
  redacting((one) => lines.push(one), ['top-secret-1', ''])(line)
  expect(lines).toEqual([expected])
})

test('a configured secret is found however it is encoded, within other text too', () => {
  const secret = 'key/with "quotes" + ümlaut'
  const lines: string[] = []
  const print = redacting((line) => lines.push(line), [secret])
  const json = JSON.stringify({ secret })
  const encoded = ['', 'u:', 'user:'].flatMap((before) => [
    btoaUtf8(`${before}${secret}:x`),
    btoaUtf8(`${before}${secret}:x`, 'base64url'),
  ])
  for (const line of [secret, encodeURIComponent(secret), json, JSON.stringify({ json }), ...encoded])
    print(`<${line}>`)
  expect(lines.slice(0, 4)).toEqual([
    '<[secret]>',
    '<[secret]>',
    '<{"secret":"[secret]"}>',
    '<{"json":"{\\"secret\\":\\"[secret]\\"}"}>',
  ])
  for (const line of lines.slice(4)) expect(line).toMatch(/^<[\w=+/-]{0,8}\[secret\][\w=+/-]{0,8}>$/)
})

test('a log in JSON has one object a line: the facts, or the line as its message', () => {
  const lines: string[] = []
  const log = createLog((line) => lines.push(line), 'json', testClock().clock)
  log('GET /healthz 200', { route: '/healthz', status: 200, model: undefined })
  log('error at\n  somewhere', { level: 'error', message: 'at\n  somewhere' })
  log('plain')
  const time = '2026-01-01T00:00:00.000Z'
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, level: 'info', route: '/healthz', status: 200 },
    { time, level: 'error', message: 'at\n  somewhere' },
    { time, level: 'info', message: 'plain' },
  ])
})

/** A stream whose reader takes a piece whenever `take` is called. */
function slowlyRead() {
  const read: string[] = []
  let taken = () => {}
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      read.push(text)
      taken = done
    },
  })
  return { stream, read, take: () => taken() }
}

test('after the pipe has closed, nothing more is written to it', async () => {
  let tries = 0
  const stream = new Writable({
    autoDestroy: false,
    write(_piece, _encoding, done) {
      tries += 1
      done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    },
  })
  const log = writingTo(stream)
  log('first')
  await new Promise((resolve) => setImmediate(resolve))
  log('second')
  log('third')
  expect(tries).toBe(1)
})

test('lines that nobody reads are left out beyond a megabyte, and counted once somebody reads again', async () => {
  const { stream, read, take } = slowlyRead()
  const log = writingTo(stream)
  const line = 'x'.repeat(1023)
  for (let at = 0; at < 2_000; at += 1) log(line)
  expect(stream.writableLength).toBeLessThan(1025 * 1024 + 1)
  while (stream.writableLength > 0) {
    take()
    await Promise.resolve()
  }
  log('back')
  take()
  await Promise.resolve()
  take()
  expect(read.slice(-2)).toEqual(['975 log lines were dropped here, as the output was blocked.\n', 'back\n'])
})
