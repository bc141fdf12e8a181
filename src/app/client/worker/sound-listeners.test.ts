import { afterEach, expect, test, vi } from 'vitest'
import { foreign, replyOf, tellOf } from '../testing/replies.ts'
import { workerOf } from '../testing/worker-of.ts'
import { listenTo } from './sound-listeners.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

const mp3 = Uint8Array.from([0x49, 0x44, 0x33, 4, ...Array(5000).keys()])
const bytes = { 'content-type': 'audio/mpeg' }
const delta = (part: Uint8Array) =>
  new TextEncoder().encode(
    `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: Buffer.from(part).toString('base64') })}\n\n`,
  )
const done = new TextEncoder().encode('data: {"type":"speech.audio.done"}\n\n')

/** A body whose pieces are given by hand. */
function byHand(headers: HeadersInit) {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller
    },
  })
  return {
    reply: new Response(body, { headers }),
    give: (part: Uint8Array) => control?.enqueue(part),
    end: () => control?.close(),
  }
}

function listening(key: string) {
  const heard: number[] = []
  const types = new Set<string>()
  let ended = false
  listenTo(key, {
    onSound: ({ bytes, type }) => {
      types.add(type)
      heard.push(...bytes)
    },
    onEnd: () => {
      ended = true
    },
  })
  return { heard, types, hasEnded: () => ended }
}

const soon = async (ready: () => boolean) => {
  for (let tries = 0; tries < 200 && !ready(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(ready()).toBe(true)
}

/** Read by a worker, or by the page itself. */
function tell(reply: Response, place: 'worker' | 'page', key: string) {
  const { worker } = workerOf(async () => reply, ports)
  return tellOf(reply, {
    ...{ endpoint: 'audio.speech', request: {}, connection: foreign, idempotencyKey: key },
    ...(place === 'worker' && { netWorker: async () => worker, fetch: async () => expect.fail('asked by the page') }),
  })
}

test.each(['worker', 'page'] as const)(
  'bytes are heard before the reply has ended, in order, once (%s)',
  async (place) => {
    const { reply, give, end } = byHand(bytes)
    const { heard, types, hasEnded } = listening(`early ${place}`)
    const telling = tell(reply, place, `early ${place}`)
    give(mp3.slice(0, 1000))
    await soon(() => heard.length === 1000)
    give(mp3.slice(1000, 1010))
    await soon(() => heard.length === 1010)
    expect(hasEnded()).toBe(false)
    give(mp3.slice(1010))
    end()
    const told = await telling
    expect([heard, [...types], hasEnded()]).toEqual([[...mp3], ['audio/mpeg'], true])
    expect(told.chunks.every(({ kind }) => kind === 'head' || kind === 'events')).toBe(true)
    expect(told.chunks.filter((chunk) => 'firstSound' in chunk)).toHaveLength(1)
    expect([told.raw, told.files[0]?.blob.size]).toEqual([[], mp3.length])
  },
)

test('who begins late hears everything from the beginning, at once', async () => {
  const { reply, give, end } = byHand(bytes)
  const telling = tell(reply, 'worker', 'late')
  give(mp3.slice(0, 2000))
  await new Promise((resolve) => setTimeout(resolve, 10))
  const { heard } = listening('late')
  await soon(() => heard.length === 2000)
  give(mp3.slice(2000))
  end()
  await telling
  expect(heard).toEqual([...mp3])
})

test('pieces in events are heard as they come', async () => {
  const { reply, give, end } = byHand({ 'content-type': 'text/event-stream' })
  const { heard } = listening('pieces')
  const telling = tell(reply, 'worker', 'pieces')
  give(delta(mp3.slice(0, 300)))
  await soon(() => heard.length === 300)
  give(delta(mp3.slice(300)))
  give(done)
  end()
  const told = await telling
  expect(heard).toEqual([...mp3])
  expect(JSON.stringify(told.raw).length).toBeLessThan(400)
})

test('without a listener no bytes come to the page', async () => {
  const posted = vi.spyOn(MessagePort.prototype, 'postMessage')
  const pieces = () => posted.mock.calls.filter(([told]) => told?.item?.kind === 'sound').length
  await tell(replyOf([mp3], { headers: bytes }), 'worker', 'nobody')
  expect(pieces()).toBe(0)
  listening('there')
  await tell(replyOf([mp3], { headers: bytes }), 'worker', 'there')
  expect(pieces()).toBeGreaterThan(0)
  posted.mockRestore()
})

test('the sound of a cut reply ends for its listener, and what came is a file', async () => {
  const { heard, hasEnded } = listening('cut')
  const told = await tell(replyOf([mp3.slice(0, 900)], { broken: true, headers: bytes }), 'worker', 'cut')
  expect([heard.length, hasEnded(), told.files[0]?.blob.size]).toEqual([900, true, 900])
  expect(told.end).toMatchObject({ status: 'interrupted' })
})
