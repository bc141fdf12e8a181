import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey, testRouter } from '../testing/test-router.ts'

test('every answer under /v1 says who answered, refusals too', async () => {
  const { get, post } = testRouter({ randomId: () => '1', clock: testClock().clock })
  const headersOf = ({ headers }: Response) =>
    ['x-request-id', 'x-router-model', 'x-router-provider', 'x-router-attempts', 'cache-control'].map((name) =>
      headers.get(name),
    )
  const asked = { model: 'test-model', input: 'hi' }
  expect(headersOf(await post(asked))).toEqual(['req_1', 'test-model', 'test', 'test;status=200;ms=0', 'no-store'])
  for (const reply of [
    await get('/v1/models'),
    await get('/v1/nothing'),
    await get('/v1/responses'),
    await post({}),
    await post({ model: 'nobody', input: 'hi' }),
    await post(asked, { authorization: '' }),
  ]) {
    expect(headersOf(reply)).toEqual(['req_1', 'none', 'none', 'none', 'no-store'])
  }
})

test('only the model list says whose router this is', async () => {
  const { get } = testRouter()
  expect((await get('/v1/models')).headers.get('x-router')).toBe('patchbay')
  expect((await get('/v1/models', { headers: { authorization: '' } })).headers.get('x-router')).toBe('patchbay')
  expect((await get('/v1/nothing')).headers.get('x-router')).toBeNull()
})

test('the log names the route and counts the bytes, and holds nothing that the client wrote', async () => {
  const lines: string[] = []
  const { clock } = testClock()
  const { get, post } = testRouter({ clock, randomId: () => '1', log: (line) => lines.push(line) })
  await (await get('/v1/videos/PRIVATE?q=PRIVATE', { headers: { 'x-private': 'PRIVATE' } })).text()
  await (await post({ model: 'test-model', input: 'PRIVATE' }, { 'idempotency-key': 'op-1' })).text()
  await (await get('/PRIVATE')).text()
  expect(lines).toEqual([
    expect.stringMatching(/^GET \/v1\/videos\/\{id\} 501 0ms req_1 bytes=\d+ sent$/),
    'POST /v1/responses 200 0ms req_1 op=op-1 model=test-model attempts=test;status=200;ms=0 bytes=48 sent',
    expect.stringMatching(/^GET \(none\) 404 0ms req_1 bytes=\d+ sent$/),
  ])
  expect(lines.join('\n')).not.toMatch(new RegExp(`PRIVATE|${testKey}`))
})

test('the facts of a request are its numbers and who answered', async () => {
  const facts: unknown[] = []
  const router = await startTestRouter({ randomId: () => '1', log: (_, one) => facts.push(one) })
  await (await router.post({ model: 'test-model', input: 'hi' }, { 'idempotency-key': 'op-1' })).text()
  await router.close()
  const number = expect.any(Number)
  expect(facts).toEqual([
    {
      level: 'info',
      ...{ method: 'POST', route: '/v1/responses', status: 200, ms: number, first_byte_ms: number },
      ...{ request_id: 'req_1', op: 'op-1', model: 'test-model', provider: 'test' },
      attempts: [{ provider: 'test', status: 200, ms: number }],
      ...{ bytes_in: 35, bytes_out: 43, ended: 'sent' },
    },
  ])
})

test.each([
  ['end', 'sent'],
  ['break', 'cut'],
] as const)('a stream that comes to its %s is logged as %s, once', async (after, word) => {
  const lines: string[] = []
  const providers = [testProvider(async () => testEvents(['one', 'two'], after))]
  const { post } = testRouter({ providers, log: (line) => lines.push(line) })
  await (await post({ model: 'test-model', input: 'hi', stream: true })).text().catch(() => '')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`bytes=72 ${word}$`))
})

test('a stream that its client leaves is logged as gone', async () => {
  const lines: string[] = []
  const providers = [testProvider(async () => testEvents(['one', 'two'], 'hang'))]
  const { post } = testRouter({ providers, log: (line) => lines.push(line) })
  const reader = (await post({ model: 'test-model', input: 'hi', stream: true })).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(lines).toEqual([expect.stringMatching(/bytes=36 gone$/)])
})
