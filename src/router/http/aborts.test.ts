import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import type { ProviderRequest } from '../provider.ts'
import { requestText } from '../testing/raw-request.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const visits = new Map<string, { called: ReturnType<typeof deferred>; stopped: ReturnType<typeof deferred> }>()

/** What the provider sees of a request, by its prompt. */
function visitOf(prompt: string) {
  const visit = visits.get(prompt) ?? { called: deferred(), stopped: deferred() }
  visits.set(prompt, visit)
  return visit
}

/** Answers by the prompt's first word: never, with silence after two events, or endlessly. */
async function answer({ body, signal }: ProviderRequest): Promise<Response> {
  const prompt = String(body.input)
  visitOf(prompt).called.resolve()
  signal.addEventListener('abort', visitOf(prompt).stopped.resolve)
  if (prompt.startsWith('before')) return new Promise(() => {})
  if (prompt.startsWith('silent')) return testEvents(['one', 'two'], 'hang')
  return testEvents(
    Array.from({ length: 100_000 }, (_, index) => `event ${index}`),
    'end',
  )
}

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter({ providers: [testProvider(answer)] })
})
afterAll(() => router.close())

const rounds = process.env.SOAK ? 200 : 30

/** A small generator, so that a run can be repeated. */
function random(state: number) {
  let at = state >>> 0
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0
    return at / 2 ** 32
  }
}

/** Sends one request, leaves it when so many bytes have come, and resolves once the provider was told. */
async function leave(prompt: string, waitForBytes: number, stream: boolean): Promise<void> {
  const { called, stopped } = visitOf(prompt)
  const socket = connect(router.port, '127.0.0.1')
  socket.on('error', () => {})
  const headers = {
    Host: `127.0.0.1:${router.port}`,
    Authorization: `Bearer ${testKey}`,
    'Content-Type': 'application/json',
  }
  socket.write(
    requestText('POST', '/v1/responses', headers, JSON.stringify({ model: 'test-model', input: prompt, stream })),
  )
  await called.promise
  let bytes = 0
  while (bytes < waitForBytes) bytes += (await once(socket, 'data'))[0].length
  socket.destroy()
  await stopped.promise
}

test(`a client that leaves, at any moment, ends the provider's work (seed ${seed})`, { timeout: 300_000 }, async () => {
  const next = random(seed)
  for (let round = 0; round < rounds; round += 1) {
    const phase = ['before', 'silent', 'endless'][Math.floor(next() * 3)] ?? 'before'
    const waitForBytes = phase === 'before' ? 0 : phase === 'silent' ? 1 : Math.floor(next() * 50_000)
    await leave(`${phase} ${round}`, waitForBytes, next() < 0.5)
  }
  expect(visits.size).toBe(rounds)
})
