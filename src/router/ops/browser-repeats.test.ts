import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonReply } from '../http/http-replies.ts'
import { rawRequest, requestText } from '../testing/raw-request.ts'
import { testProvider } from '../testing/test-provider.ts'
import { startTestRouter, testKey } from '../testing/test-router.ts'

/** Prompts that the provider got, and who waits to hear of the next one. */
const got: string[] = []
let heard = () => {}
let answer = () => {}

const provider = testProvider(async ({ body }) => {
  got.push(String(body.input))
  const told = new Promise<void>((resolve) => {
    answer = resolve
  })
  heard()
  await told
  return jsonReply({ paid: got.length })
})

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter({ providers: [provider] })
})
afterAll(() => router.close())

function paidRequest(prompt: string): string {
  const headers = {
    Host: `127.0.0.1:${router.port}`,
    Authorization: `Bearer ${testKey}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': `run-${prompt}`,
  }
  return requestText('POST', '/v1/responses', headers, JSON.stringify({ model: 'test-model', input: prompt }))
}

const nextCall = () =>
  new Promise<void>((resolve) => {
    heard = resolve
  })

test('two sockets that bring the same paid request at once are one request to the provider', async () => {
  const call = nextCall()
  const replies = [rawRequest(router.port, paidRequest('twice')), rawRequest(router.port, paidRequest('twice'))]
  await call
  answer()
  const bodies = (await Promise.all(replies)).map(({ status, body }) => [status, JSON.parse(body)])
  expect(bodies).toEqual([
    [200, { paid: 1 }],
    [200, { paid: 1 }],
  ])
  expect(got).toEqual(['twice'])
})

test('a browser that repeats a request whose socket closed without an answer gets the answer to the first', async () => {
  const call = nextCall()
  const first = connect(router.port, '127.0.0.1').on('error', () => {})
  first.write(paidRequest('again'))
  await call
  first.destroy()
  const second = rawRequest(router.port, paidRequest('again'))
  answer()
  expect((await second).status).toBe(200)
  expect(got.filter((prompt) => prompt === 'again')).toHaveLength(1)
})
