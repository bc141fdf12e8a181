import { expect, test } from 'vitest'
import { rangedReply } from './ranged-file.ts'
import { RouterError } from './router-error.ts'

const file = { content: new Blob(['0123456789']), type: 'video/mp4', etag: '"tag"', name: 'video.mp4' }
const ask = (headers: Record<string, string>) => rangedReply(file, new Headers(headers))

test.each([
  [{}, 200, '0123456789', null],
  [{ range: 'bytes=0-3' }, 206, '0123', 'bytes 0-3/10'],
  [{ range: 'bytes=4-' }, 206, '456789', 'bytes 4-9/10'],
  [{ range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
  [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
  [{ range: 'bytes=-99' }, 206, '0123456789', 'bytes 0-9/10'],
  [{ range: 'bytes=4-', 'if-range': '"tag"' }, 206, '456789', 'bytes 4-9/10'],
  [{ range: 'bytes=4-', 'if-range': '"old"' }, 200, '0123456789', null],
  [{ range: 'bytes=4-', 'if-range': 'W/"tag"' }, 200, '0123456789', null],
  [{ range: 'bytes=0-1,4-5' }, 200, '0123456789', null],
  [{ range: 'bytes=5-4' }, 200, '0123456789', null],
  [{ range: 'lines=1-2' }, 200, '0123456789', null],
  [{ 'if-none-match': '"old"' }, 200, '0123456789', null],
  [{ 'if-none-match': '"old", W/"tag"' }, 304, '', null],
])('%j gives %i', async (headers, status, body, range) => {
  const reply = ask(headers as Record<string, string>)
  expect(reply.status).toBe(status)
  expect(await reply.text()).toBe(body)
  expect(reply.headers.get('content-range')).toBe(range)
  expect(reply.headers.get('content-length')).toBe(status === 304 ? null : String(body.length))
  expect(reply.headers.get('etag')).toBe('"tag"')
  expect(reply.headers.get('accept-ranges')).toBe('bytes')
})

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is behind the end: a 416 with the length', (range) => {
  expect(() => ask({ range })).toThrow(RouterError)
  try {
    ask({ range })
  } catch (thrown) {
    expect(thrown).toMatchObject({ status: 416, facts: { headers: { 'content-range': 'bytes */10' } } })
  }
})
