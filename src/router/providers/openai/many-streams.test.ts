import { createServer, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../http/http-server.ts'
import { type ForwardingRouter, startForwarding } from '../../testing/start-forwarding.ts'
import { testKey } from '../../testing/test-router.ts'

/** The load of R13, or a sample of it. */
const { streams, seconds, perSecond, asleep } = process.env.SOAK
  ? { streams: 500, seconds: 60, perSecond: 20, asleep: 50 }
  : { streams: 60, seconds: 2, perSecond: 20, asleep: 6 }
const events = seconds * perSecond
const MB = 1024 * 1024

/** Sends numbered events, each with the time at which it is sent, all streams in step. */
const upstream = createServer(async (incoming, reply) => {
  incoming.resume()
  reply.writeHead(200, { 'content-type': 'text/event-stream' })
  const begun = performance.now()
  for (let at = 0; at < events && !reply.destroyed; at += 1) {
    await pause(Math.max(0, begun + (at * 1000) / perSecond - performance.now()))
    const event = { type: 'response.output_text.delta', at, sent: performance.now(), delta: 'some words of text ' }
    reply.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  reply.end()
})

let router: ForwardingRouter
beforeAll(async () => {
  router = await startForwarding(`http://127.0.0.1:${await listen(upstream, 0, '127.0.0.1')}`)
}, 60_000)

afterAll(() => {
  router.end()
  upstream.closeAllConnections()
  upstream.close()
})

function open(): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: router.port, path: '/v1/responses', method: 'POST', headers, agent: false })
      .on('response', resolve)
      .on('error', reject)
      .end(JSON.stringify({ model: 'test-model', input: 'x', stream: true }))
  })
}

/** The events' numbers in their order, and how long each was on its way in ms. */
async function read(reply: IncomingMessage) {
  const numbers: number[] = []
  const delays: number[] = []
  const parser = createParser({
    onEvent({ data }) {
      const { at, sent } = JSON.parse(data)
      numbers.push(at)
      delays.push(performance.now() - sent)
    },
  })
  for await (const text of reply.setEncoding('utf8')) parser.feed(text)
  return { numbers, delays }
}

test(`${streams} streams of ${perSecond} events a second lose, double and reorder none, also while some readers sleep`, async () => {
  const before = router.memory()
  const sleeping = await Promise.all(Array.from({ length: asleep }, open))
  const reading = Promise.all(Array.from({ length: streams }, async () => read(await open())))
  await pause(seconds * 900)
  const during = router.memory()
  const all = await reading
  for (const reply of sleeping) reply.destroy()
  const inOrder = Array.from({ length: events }, (_, at) => at)
  for (const { numbers } of all) expect(numbers).toEqual(inOrder)
  if (!process.env.SOAK) return
  const delays = all.flatMap((one) => one.delays).sort((a, b) => a - b)
  const p99 = delays[Math.floor(delays.length * 0.99)] ?? 0
  await pause(30_000)
  const grown = [during, router.memory()].map((bytes) => Math.round((bytes - before) / MB))
  process.stdout.write(
    `p99 ${p99.toFixed(1)} ms; ${Math.round(during / MB)} MB held, grown by ${grown.join(' MB, 30 s later by ')} MB\n`,
  )
}, 180_000)
