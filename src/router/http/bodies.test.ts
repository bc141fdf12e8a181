import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { bodyKindOf, readBody } from './bodies.ts'
import { createIntake } from './request-intake.ts'

const { clock, pass } = testClock()

const read = ({ headers, body }: Request, limit: number) =>
  readBody({ headers, body, holding: createIntake().open(), clock }, limit)

/** A body of `pieces` times 1,000 bytes, without a length; counts how many pieces were asked for. */
function chunked(pieces: number) {
  let asked = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        asked += 1
        if (asked > pieces) controller.close()
        else controller.enqueue(new Uint8Array(1000))
      },
    },
    { highWaterMark: 0 },
  )
  return {
    request: new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit),
    asked: () => asked,
  }
}

test('a body up to the limit is read whole', async () => {
  expect(await read(chunked(4).request, 4000)).toHaveLength(4000)
})

test('an announced length over the limit is refused before a byte is read', async () => {
  const request = new Request('http://x/', { method: 'POST', body: 'abc', headers: { 'content-length': '4001' } })
  await expect(read(request, 4000)).rejects.toMatchObject({ status: 413 })
  expect(request.bodyUsed).toBe(false)
})

test('a body without a length is refused at the piece that crosses the limit', async () => {
  const { request, asked } = chunked(1_000_000)
  await expect(read(request, 4000)).rejects.toMatchObject({ status: 413 })
  expect(asked()).toBe(5)
  expect(request.body?.locked).toBe(false)
})

test('a body that breaks off is a 400', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const request = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await expect(read(request, 4000)).rejects.toMatchObject({ status: 400 })
})

test('no body is an empty one', async () => {
  expect(await read(new Request('http://x/', { method: 'POST' }), 10)).toHaveLength(0)
})

test('a body that stands still for two minutes is a 408', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(10)) })
  const reading = read(new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit), 100)
  let isOver = false
  const refused = expect(reading.finally(() => (isOver = true))).rejects.toMatchObject({
    status: 408,
    code: 'body_stalled',
  })
  await pass(0)
  await pass(119_999)
  expect(isOver).toBe(false)
  await pass(1)
  await refused
})

test('bodies that would be too large together are refused while they come in, and given back room is free again', async () => {
  const intake = createIntake({ limits: { memory: 5000, disk: 0 } })
  const [first, second] = [intake.open(), intake.open()]
  const send = (holding: typeof first) => {
    const { request, asked } = chunked(4)
    return { asked, read: readBody({ headers: request.headers, body: request.body, holding, clock }, 10_000) }
  }
  await send(first).read
  const refused = send(second)
  await expect(refused.read).rejects.toMatchObject({ status: 503, code: 'busy', facts: { retry: 'safe' } })
  expect(refused.asked()).toBe(2)
  await Promise.all([first.release(), first.release(), second.release()])
  expect(await send(intake.open()).read).toHaveLength(4000)
})

const kindOf = (type: string, accepted: readonly ('json' | 'multipart')[] = ['json']) =>
  bodyKindOf(new Headers(type === '' ? {} : { 'content-type': type }), accepted)

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('%s is JSON', (type) => expect(kindOf(type)).toBe('json'))

test.each([
  '',
  'text/plain',
  'text/plain; application/json',
  'application/json+evil',
  'application/jsonx',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
])('"%s" is a 415 on a JSON route', (type) => {
  expect(() => kindOf(type)).toThrow(expect.objectContaining({ status: 415 }))
})

test('multipart needs a route that takes it; that it needs a boundary is told by who reads it', () => {
  expect(kindOf('multipart/form-data; boundary=x', ['json', 'multipart'])).toBe('multipart')
  expect(kindOf('multipart/form-data', ['json', 'multipart'])).toBe('multipart')
  expect(() => kindOf('multipart/form-data-x', ['json', 'multipart'])).toThrow('multipart/form-data')
})

test('a compressed body is a 415', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'content-encoding': 'gzip' })
  expect(() => bodyKindOf(headers, ['json'])).toThrow(expect.objectContaining({ status: 415 }))
})
