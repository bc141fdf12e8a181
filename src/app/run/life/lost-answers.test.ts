import { openPage, sampleDraft, textShown } from '../testing/open-page.ts'
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testProvider } from '../../../router/testing/test-provider.ts'
import { startTestRouter, testKey } from '../../../router/testing/test-router.ts'
import { seed } from '../../../testing/seed.ts'
import { createClient } from '../../client/client.ts'
import { readOperation, stopRemoteOperation } from '../../client/send/operation.ts'
import { frame } from '../../client/testing/event-streams.ts'
import { replyOf } from '../../client/testing/replies.ts'
import { message, messageText, messageWhole } from '../../client/testing/sample-streams.ts'
import { createFakeRouter } from '../testing/fake-router.ts'
import { createRandom } from '../testing/random.ts'
import { isEnded } from './states.ts'

const cuts = process.env.SOAK ? 200 : 30

/** How often the provider was asked for each request. */
const asked = new Map<unknown, number>()
const provider = testProvider(async ({ body }) => {
  asked.set(body.input, (asked.get(body.input) ?? 0) + 1)
  if (body.stream !== true) return new Response(messageWhole, { headers: { 'content-type': 'application/json' } })
  return replyOf(message.map((one) => frame([one])))
})

let router: Awaited<ReturnType<typeof startTestRouter>>
beforeAll(async () => {
  router = await startTestRouter({ providers: [provider] })
})
afterAll(() => router.close())

/** A wire that takes a paid request to the router, lets the work be done there, and breaks somewhere before the end of the answer. */
function breaking(random: () => number): typeof fetch {
  let sends = 0
  return async (input, init) => {
    sends += 1
    const reply = await fetch(input, init)
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const { status, headers } = reply
    if (sends % 5 === 0) throw new TypeError('Failed to fetch')
    const left = Math.floor(random() * bytes.length)
    const middle = Math.floor(random() * left)
    return replyOf([bytes.slice(0, middle), bytes.slice(middle, left)], { status, headers, broken: true })
  }
}

test(`an answer that was lost on the wire comes back, and is not bought again, ${cuts} times (SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const wire = breaking(random)
  const connection = { name: 'Local', baseUrl: `${router.url}/v1`, key: testKey, own: true }
  const page = await openPage({
    name: crypto.randomUUID(),
    router: createFakeRouter([]),
    tools: {
      connect: (to) => createClient(to, { fetch: wire }),
      readRemote: (to, id) => readOperation(to, id, fetch),
      stopRemote: (to, id) => stopRemoteOperation(to, id, fetch),
    },
  })
  const before = new Set<string>()
  for (let cut = 0; cut < cuts; cut += 1) {
    const input = `What was lost, ${cut}?`
    const request = { model: 'test-model', input, ...(random() < 0.8 && { stream: true }) }
    const started = await page.runs.start(sampleDraft({ model: 'test-model', request, connection }))
    if (started.status !== 'started') throw new Error(`It was ${started.status}.`)
    const lost = await page.until(started.id, ({ status }) => isEnded(status))
    before.add(lost.status)
    expect(lost.status, input).toMatch(/unknown|interrupted/)
    expect(await page.runs.checkAgain(started.id, connection), input).toBe('recovered')
    const found = await page.until(started.id, ({ resolution }) => resolution !== undefined)
    expect(found, input).toMatchObject({ status: 'completed', resolution: 'recovered' })
    expect(textShown(found.result)).toBe(messageText)
  }
  expect([...before].toSorted()).toEqual(['interrupted', 'unknown'])
  expect([...asked.values()]).toEqual(Array.from({ length: cuts }, () => 1))
  page.runs.close()
}, 300_000)
