import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { withPings } from './send.ts'

/** A source that is fed by hand, and what has come out behind the pings so far. */
function fed() {
  const { clock, pass } = testClock()
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined
  let cancelled = false
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => {
      feed = controller
    },
    cancel: () => {
      cancelled = true
    },
  })
  const reader = withPings(source, 15_000, clock).getReader()
  const out = { text: '', ended: false }
  async function drain() {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      out.text += new TextDecoder().decode(read.value)
    out.ended = true
  }
  void drain()
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    out,
    pass,
    reader,
    isCancelled: () => cancelled,
    async say(text: string) {
      feed?.enqueue(new TextEncoder().encode(text))
      await settle()
    },
    async close() {
      feed?.close()
      await settle()
    },
  }
}

test('a ping comes after every 15 s of silence, also before the first event', async () => {
  const { out, pass, say, close } = fed()
  await pass(0)
  await pass(14_999)
  expect(out.text).toBe('')
  await pass(1)
  expect(out.text).toBe(': ping\n\n')
  await say('data: a\n\n')
  await pass(14_000)
  expect(out.text).toBe(': ping\n\ndata: a\n\n')
  await pass(1_000)
  await pass(15_000)
  expect(out.text).toBe(': ping\n\ndata: a\n\n: ping\n\n: ping\n\n')
  await close()
  expect(out.ended).toBe(true)
})

test.each(['\n', '\r\n', '\r'])('no ping falls inside an event, whose lines end in %j', async (end) => {
  const { out, pass, say } = fed()
  const halves = [`data: first${end}data: sec`, `ond${end}`]
  for (const half of halves) {
    await say(half)
    await pass(60_000)
  }
  expect(out.text).toBe(halves.join(''))
  await say(end)
  await pass(15_000)
  expect(out.text).toBe(`${halves.join('')}${end}: ping\n\n`)
})

test('leaving the stream leaves its source', async () => {
  const { reader, isCancelled } = fed()
  await reader.cancel()
  expect(isCancelled()).toBe(true)
})
