import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../testing/seed.ts'
import { jsonReply } from '../http/http-replies.ts'
import { RouterError } from '../http/router-error.ts'
import type { ProviderRequest } from '../provider.ts'
import { testEvents, testProvider } from '../testing/test-provider.ts'
import { testRouter } from '../testing/test-router.ts'

const numRuns = process.env.SOAK ? 3_000 : 300

const gone = (stage: 'not_sent' | 'sent' | 'accepted') => new RouterError(502, 'provider_gone', 'gone', { stage })

/** Provably takes nothing. */
const refusing: Record<string, () => Promise<Response>> = {
  'is not reached': () => Promise.reject(gone('not_sent')),
  'is resting': () => Promise.reject(new RouterError(503, 'provider_resting', 'resting')),
  ...Object.fromEntries([401, 403, 404, 429, 503].map((status) => [`${status}`, async () => jsonReply({}, status)])),
}

/** May have taken the request, whatever it says. */
const taking: Record<string, (request: ProviderRequest) => Promise<Response>> = {
  answers: async () => jsonReply({ ok: true }),
  streams: async () => testEvents(['one', 'two']),
  'breaks before the first event': async () => testEvents([], 'break'),
  'breaks after the first event': async () => testEvents(['one'], 'break'),
  'is silent': () => new Promise(() => {}),
  'ends at a stop': ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(gone('not_sent')))),
  'resets the connection': () => Promise.reject(gone('sent')),
  'breaks its answer': () => Promise.reject(gone('accepted')),
  'throws a bug': () => Promise.reject(new TypeError('bug')),
  'throws at once': () => {
    throw new TypeError('bug')
  },
  'sends HTML': async () => new Response('<html>', { status: 503 }),
  ...Object.fromEntries(
    [400, 402, 409, 500, 502, 504].map((status) => [`${status}`, async () => jsonReply({}, status)]),
  ),
}

const script = fc.array(fc.constantFrom(...Object.keys(refusing), ...Object.keys(taking)), {
  minLength: 1,
  maxLength: 5,
})

test(`whatever providers do, an operation is taken at most once (seed ${seed})`, async () => {
  let op = 0
  const run = fc.asyncProperty(
    script,
    fc.boolean(),
    fc.integer({ min: 0, max: 4 }),
    async (deeds, stream, stopAfter) => {
      let taken = 0
      const providers = deeds.map((deed, index) =>
        testProvider(
          async (request) => {
            // Refusals take their time too, so that a stop comes between two providers.
            await new Promise((resolve) => setImmediate(resolve))
            const refusal = refusing[deed]
            if (refusal) return refusal()
            taken += 1
            return taking[deed]?.(request) ?? jsonReply({})
          },
          { id: `p${index}` },
        ),
      )
      const { post, get } = testRouter({ providers })
      op += 1
      const headers = { 'idempotency-key': `op-${op}` }
      const send = async () =>
        (await post({ model: 'test-model', input: 'hi', stream }, headers)).text().catch(() => '')
      const sent = [send(), send()]
      for (let turns = 0; turns < stopAfter * 2; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      await get(`/ops/op-${op}`, { method: 'DELETE' })
      await Promise.all(sent)
      await send()
      expect(taken).toBeLessThanOrEqual(1)
    },
  )
  await fc.assert(run, { seed, numRuns })
}, 120_000)
