import { Gauge } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testRouter } from '../testing/test-router.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const asked = { model: 'test-model', input: 'hi' }

async function linesOf(get: (path: string) => Promise<Response>) {
  const text = await (await get('/metrics')).text()
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

test('requests, attempts, operations, streams and circuits are counted', async () => {
  const refusing = testProvider(() => Promise.reject(new RouterError(502, 'provider_unreachable', 'gone')), {
    id: 'one',
  })
  const streaming = testProvider(
    async ({ body }) => (body.stream ? testEvents(['a'], 'hang') : jsonReply({ ok: true })),
    { id: 'two' },
  )
  const { get, post } = testRouter({ providers: [{ ...refusing, limits: {} }, streaming] })
  const open = await post({ ...asked, stream: true })
  const opened = await linesOf(get)
  await open.body?.cancel()
  for (const _ of [1, 2]) await (await post(asked, { 'idempotency-key': 'op' })).text()
  await (await post({ ...asked, model: 'nobody' })).text()
  expect(opened).toContain('patchbay_open_streams 1')
  expect(await linesOf(get)).toEqual(
    expect.arrayContaining([
      'patchbay_requests_total{route="/v1/responses",method="POST",status="2xx"} 3',
      'patchbay_requests_total{route="/v1/responses",method="POST",status="4xx"} 1',
      'patchbay_replies_broken_total{route="/v1/responses",ended="gone"} 1',
      'patchbay_errors_total{code="model_not_found"} 1',
      'patchbay_request_seconds_count{route="/v1/responses"} 4',
      'patchbay_open_streams 0',
      'patchbay_operations_total{reply="made"} 1',
      'patchbay_operations_total{reply="repeated"} 1',
      'patchbay_held_operations{status="done"} 1',
      'patchbay_held_reply_bytes 11',
      'patchbay_paid_requests_total{model="test-model",provider="two",outcome="answered"} 2',
      'patchbay_attempts_total{provider="one",result="provider_unreachable"} 2',
      'patchbay_attempts_total{provider="two",result="200"} 2',
      'patchbay_circuit_open{provider="one"} 0',
    ]),
  )
})

test('hostile paths, methods, models and codes make no time series without end', async () => {
  let codes = 0
  const provider = testProvider(async () => {
    codes += 1
    throw new RouterError(400, `code-${codes}`, 'no')
  })
  const { get, post } = testRouter({ providers: [provider] })
  for (let round = 0; round < 150; round += 1) {
    await get(`/path-${round}`)
    await get(`/v1/videos/${round}`, { method: `M${round}` })
    await post({ ...asked, model: `model-${round}` })
    await post(asked)
  }
  const lines = await linesOf(get)
  expect(lines.join('\n')).not.toMatch(/path-|M1|model-\d/)
  expect(lines.filter((line) => line.startsWith('patchbay_errors_total')).length).toBeLessThanOrEqual(101)
  expect(lines.length).toBeLessThan(400)
})

test('metrics are for this machine, without a proxy, or for the key', async () => {
  const router = await startTestRouter()
  const statusOf = async (headers: Record<string, string>) => (await fetch(`${router.url}/metrics`, { headers })).status
  expect(await statusOf({})).toBe(200)
  expect(await statusOf({ 'x-forwarded-for': '10.0.0.1' })).toBe(401)
  expect(await statusOf({ 'x-forwarded-for': '10.0.0.1', authorization: 'Bearer LOCAL' })).toBe(200)
  expect(await statusOf({ origin: 'https://evil.test' })).toBe(403)
  await router.close()
})

test('a fault in the metrics is none of a request', async () => {
  vi.spyOn(Gauge.prototype, 'inc').mockImplementation(() => {
    throw new Error('inner trouble')
  })
  const lines: string[] = []
  const providers = [testProvider(async () => testEvents(['one']))]
  const { post } = testRouter({ providers, log: (line) => lines.push(line) })
  const reply = await post({ ...asked, stream: true })
  expect([reply.status, await reply.text()]).toEqual([200, await testEvents(['one']).text()])
  expect(lines).toContainEqual(expect.stringContaining('metrics failed: Error: inner trouble'))
})
