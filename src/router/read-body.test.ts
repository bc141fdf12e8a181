import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

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
  expect(await readBody(chunked(4).request, 4000)).toHaveLength(4000)
})

test('an announced length over the limit is refused before a byte is read', async () => {
  const request = new Request('http://x/', { method: 'POST', body: 'abc', headers: { 'content-length': '4001' } })
  await expect(readBody(request, 4000)).rejects.toMatchObject({ status: 413 })
  expect(request.bodyUsed).toBe(false)
})

test('a body without a length is refused at the piece that crosses the limit', async () => {
  const { request, asked } = chunked(1_000_000)
  await expect(readBody(request, 4000)).rejects.toMatchObject({ status: 413 })
  expect(asked()).toBe(5)
  expect(request.body?.locked).toBe(false)
})

test('a body that breaks off is a 400', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const request = new Request('http://x/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  await expect(readBody(request, 4000)).rejects.toMatchObject({ status: 400 })
})

test('no body is an empty one', async () => {
  expect(await readBody(new Request('http://x/', { method: 'POST' }), 10)).toHaveLength(0)
})
