import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { fakeUpstream } from '../../testing/fake-upstream.ts'
import { startTestRouter, testKey } from '../../testing/test-router.ts'
import { createOpenAi } from './openai.ts'

/** The second of R14 is measured on a quiet machine only. */
const { rounds, withinMs } = process.env.SOAK ? { rounds: 200, withinMs: 1_000 } : { rounds: 10, withinMs: 15_000 }

let state = seed
/** From 0 up to 1, told beforehand by the seed. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const pick = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]

const event = 'data: {"type":"response.output_text.delta","delta":"word "}\n\n'
const events = (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'text/event-stream' })

/** What the upstream does until its connection is closed. */
const deeds: readonly [(reply: ServerResponse) => unknown, ...((reply: ServerResponse) => unknown)[]] = [
  () => undefined,
  (reply) => events(reply).flushHeaders(),
  (reply) => events(reply).write(event),
  async (reply) => {
    events(reply)
    while (!reply.destroyed) {
      reply.write(event)
      await pause(1)
    }
  },
  (reply) => {
    const pour = () => {
      while (!reply.destroyed && reply.write(event.repeat(1_000)));
    }
    events(reply).on('drain', pour)
    pour()
  },
]

test(`a request that is stopped or left at any moment is closed at the upstream within ${withinMs} ms, ${rounds} times (seed ${seed})`, async () => {
  let deed = deeds[0]
  const open = new Set<Socket>()
  const { server, upstream, received } = await fakeUpstream((_, reply) => deed(reply))
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const models = { entries: [{ id: 'test-model', object: 'model' as const }], upstreamId: (model: string) => model }
  const router = await startTestRouter({ providers: [createOpenAi({ upstream, models })] })
  onTestFinished(router.close)
  const ask = async (key: Record<string, string>, signal: AbortSignal) => {
    const input = 'x'.repeat(pick([1, 2_000_000]))
    const reply = await router.post({ model: 'test-model', input, stream: random() < 0.8 }, key, { signal })
    for await (const _ of reply.body ?? []);
  }
  for (let round = 0; round < rounds; round += 1) {
    deed = pick(deeds)
    const before = received.length
    const isStopped = random() < 0.5
    const left = new AbortController()
    const asked = ask(isStopped ? { 'idempotency-key': `op-${round}` } : {}, left.signal).catch(() => undefined)
    if (random() < 0.7)
      await expect.poll(() => received.length, { timeout: withinMs, interval: 1 }).toBeGreaterThan(before)
    await pause(random() * 40)
    if (isStopped) {
      const headers = { authorization: `Bearer ${testKey}` }
      await fetch(`${router.url}/ops/op-${round}`, { method: 'DELETE', headers })
    } else left.abort()
    await expect.poll(() => open.size, { timeout: withinMs, interval: 5, message: `round ${round}` }).toBe(0)
    left.abort()
    await asked
  }
}, 60_000)
