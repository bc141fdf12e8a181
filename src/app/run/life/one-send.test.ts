import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { createClient } from '../../client/client.ts'
import { createFakeRouter } from '../testing/fake-router.ts'
import { openPage, sampleDraft } from '../testing/open-page.ts'
import { isEnded } from './states.ts'

const status = fc.oneof(fc.integer({ min: 200, max: 599 }), fc.constantFrom(200, 402, 408, 409, 429, 500, 502, 503))
const headers = fc.record(
  {
    'retry-after': fc.constantFrom('0', '1', '90', 'soon'),
    'content-type': fc.constantFrom('application/json', 'text/html'),
  },
  { requiredKeys: [] },
)
const body = fc.constantFrom(
  '',
  '<html>',
  '{}',
  '{"error":{"message":"No."}}',
  '{"error":{"message":"No.","stage":"sent"}}',
)

/** A reply to a paid request; nothing: nobody answers. */
const anyReply = fc.option(fc.record({ status, headers, body }), { nil: undefined })

test(`whatever a router says to a paid request, nothing but a press sends it again (SEED=${seed})`, async () => {
  const property = fc.asyncProperty(anyReply, fc.nat({ max: 3 }), async (reply, reloads) => {
    const name = crypto.randomUUID()
    let sends = 0
    const send: typeof fetch = async () => {
      sends += 1
      if (reply === undefined) throw new TypeError('Failed to fetch')
      return new Response([204, 205, 304].includes(reply.status) ? null : reply.body, reply)
    }
    const open = () =>
      openPage({ name, router: createFakeRouter([]), tools: { connect: (to) => createClient(to, { fetch: send }) } })
    const first = await open()
    const started = await first.runs.start(sampleDraft())
    if (started.status !== 'started') throw new Error(`It was ${started.status}.`)
    const run = await first.until(started.id, (one) => isEnded(one.status))
    first.clock.pass(3_600_000)
    first.runs.close()
    for (let reload = 0; reload < reloads; reload += 1) {
      const next = await open()
      next.clock.pass(3_600_000)
      if (run.status === 'unknown')
        expect(await next.runs.start(sampleDraft())).toHaveProperty('status', expect.stringMatching(/ask|already-open/))
      next.runs.close()
    }
    expect(sends).toBe(1)
  })
  await fc.assert(property, { seed, numRuns: process.env.SOAK ? 2_000 : 60 })
}, 300_000)
