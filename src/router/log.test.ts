import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { redacting, writingTo } from './log.ts'

test.each([
  ['key top-secret-1 in use', 'key [secret] in use'],
  ['sk-proj-abcDEF123456 was sent', '[secret] was sent'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  ['POST /v1/responses 200', 'POST /v1/responses 200'],
])('%s is logged as %s', (line, expected) => {
  const lines: string[] = []
  redacting((one) => lines.push(one), ['top-secret-1', ''])(line)
  expect(lines).toEqual([expected])
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
