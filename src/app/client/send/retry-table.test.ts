import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EndpointId, routes } from '#contract/routes.ts'
import { seed } from '../../../testing/seed.ts'
import { createClient } from '../client.ts'
import { ClientError, type ErrorFacts } from '../client-error.ts'
import type { RunEvent } from '../read/run-event.ts'
import { foreign } from '../testing/replies.ts'
import { createReadRetry, type NextStep, nextStep, waitBefore } from './retry-table.ts'

/** What comes instead of an answer. */
type Setback = () => Response

const json =
  (status: number, headers: Record<string, string> = {}, error: object = {}): Setback =>
  () =>
    Response.json({ error: { message: 'No.', ...error } }, { status, headers })
const page =
  (status: number): Setback =>
  () =>
    new Response('<!doctype html><title>Proxy</title>', { status, headers: { 'content-type': 'text/html' } })
const nobody: Setback = () => {
  throw new TypeError('Failed to fetch')
}
const after = (seconds: number) => ({ 'retry-after': String(seconds) })
const notSent = { stage: 'not_sent' }

const own = { ...foreign, own: true }

/** Sends one request to a router that fails, and tells what the client makes of it, and how often it was sent. */
async function asked(endpoint: EndpointId, setback: Setback, connection = foreign) {
  let sends = 0
  const waits: number[] = []
  const send: typeof fetch = async () => {
    sends += 1
    return setback()
  }
  const client = createClient(connection, { fetch: send, now: () => 0 })
  if (!routes[endpoint].paid) {
    const patiently = createReadRetry({ random: () => 0.5, wait: async (ms) => void waits.push(ms) })
    await expect(patiently(() => client.call('models'))).rejects.toThrow()
    return { sends, waits, end: undefined, facts: undefined }
  }
  const events: RunEvent[] = []
  for await (const chunk of client.stream(endpoint, { stream: true }))
    if (chunk.kind === 'events') events.push(...chunk.events)
  const error = events.find((event) => event.kind === 'error')
  return { sends, waits, end: events.at(-1), facts: error?.error }
}

const rows: readonly (readonly [what: string, Setback, read: NextStep, text: NextStep, media: NextStep])[] = [
  ['nobody', nobody, 'repeat', 'ask', 'ask'],
  ['400 in words', json(400), 'show', 'show', 'show'],
  ['401 in words', json(401), 'show', 'show', 'show'],
  ['402 in words', json(402), 'show', 'show', 'show'],
  ['402 with Retry-After', json(402, after(5)), 'show', 'show', 'show'],
  ['403 in words', json(403), 'show', 'show', 'show'],
  ['404 in words', json(404), 'show', 'show', 'show'],
  ['404 as a page', page(404), 'repeat', 'ask', 'ask'],
  ['408 in words', json(408), 'repeat', 'ask', 'ask'],
  ['409 in words', json(409), 'repeat', 'ask', 'ask'],
  ['413 in words', json(413), 'show', 'show', 'show'],
  ['418 in words', json(418), 'show', 'ask', 'ask'],
  ['429 in words', json(429), 'repeat', 'countdown', 'countdown'],
  ['429 with Retry-After', json(429, after(7)), 'repeat', 'countdown', 'countdown'],
  ['429 as a page', page(429), 'repeat', 'ask', 'ask'],
  ['500 in words', json(500), 'repeat', 'ask', 'ask'],
  ['502 as a page', page(502), 'repeat', 'ask', 'ask'],
  ['503 with Retry-After', json(503, after(3)), 'repeat', 'ask', 'ask'],
  ['503 without a word', () => new Response(null, { status: 503 }), 'repeat', 'ask', 'ask'],
  ['503 of a foreign router that claims not to have sent it', json(503, {}, notSent), 'repeat', 'ask', 'ask'],
]

describe.each(rows)('%s', (_, setback, read, text, media) => {
  test(`to a read: ${read}`, async () => {
    expect((await asked('models', setback)).sends).toBe(read === 'repeat' ? 4 : 1)
  })
  test.each([
    ['text', 'responses', text],
    ['media', 'images.generations', media],
  ] as const)('to %s (%s): %s', async (_, endpoint, step) => {
    const { sends, end, facts } = await asked(endpoint, setback)
    expect(sends).toBe(1)
    expect(end).toMatchObject({ kind: 'end', status: step === 'ask' ? 'unknown' : 'refused' })
    expect(facts && nextStep(endpoint, facts)).toBe(step)
  })
})

test('our own router is believed that it sent nothing on', async () => {
  expect((await asked('responses', json(503, {}, notSent), own)).end).toMatchObject({ status: 'refused' })
  expect((await asked('models', json(503, {}, notSent), own)).sends).toBe(4)
})

test.each<[number, readonly number[]]>([
  [7, [7_000, 7_000, 7_000]],
  [60, [60_000, 60_000, 60_000]],
  [61, []],
])(
  'a read waits the %s seconds that a router asks for, where that is no more than a minute',
  async (seconds, waits) => {
    expect((await asked('models', json(429, after(seconds)))).waits).toEqual(waits)
  },
)

const anyFailure: fc.Arbitrary<ErrorFacts> = fc.record(
  {
    kind: fc.constantFrom('api', 'network', 'interrupted', 'contract'),
    message: fc.constant('x'),
    status: fc.integer({ min: 100, max: 599 }),
    retryAfter: fc.nat({ max: 86_400 }),
    stage: fc.constantFrom('not_sent', 'sent', 'accepted'),
  },
  { requiredKeys: ['kind', 'message'] },
)

test(`no failure whatsoever lets a paid request repeat by itself, and a read never asks (SEED=${seed})`, async () => {
  const property = fc.property(fc.constantFrom(...Object.values(routes)), anyFailure, ({ id, paid }, error) => {
    expect(paid ? ['countdown', 'ask', 'show'] : ['repeat', 'show']).toContain(nextStep(id, error))
  })
  await fc.assert(property, { seed, numRuns: 5_000 })
})

test('what no version knows is paid', () => {
  expect(nextStep('holograms', { kind: 'network', message: 'x' })).toBe('ask')
})

const noReply: ErrorFacts = { kind: 'network', message: 'Failed to fetch' }
const failing = async () => {
  throw new ClientError(noReply)
}

/** Patience on a clock of its own, and what was waited. */
function patience(random = () => 1) {
  const waits: number[] = []
  const patiently = createReadRetry({ random, wait: async (ms) => void waits.push(ms) })
  return { patiently, waits }
}

describe('waiting', () => {
  test('grows from half a second to eight', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((repeats) => waitBefore(noReply, repeats, () => 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ])
  })

  test(`takes any time up to that (SEED=${seed})`, async () => {
    const below1 = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    const property = fc.property(below1, fc.nat({ max: 1_000 }), (chance, repeats) => {
      const ms = waitBefore(noReply, repeats, () => chance)
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeLessThanOrEqual(Math.min(8_000, 500 * 2 ** repeats))
    })
    await fc.assert(property, { seed, numRuns: 2_000 })
  })

  test(`is the router’s own wherever that is no more than a minute (SEED=${seed})`, async () => {
    const property = fc.property(fc.nat({ max: 86_400 }), fc.nat({ max: 1_000 }), (retryAfter, repeats) => {
      const ms = waitBefore({ ...noReply, retryAfter }, repeats, Math.random)
      expect(ms).toBe(retryAfter <= 60 ? retryAfter * 1000 : undefined)
    })
    await fc.assert(property, { seed, numRuns: 2_000 })
  })
})

describe('a read', () => {
  test('that is answered at last is told as if nothing had been', async () => {
    const { patiently, waits } = patience()
    let left = 2
    const read = async () => {
      left -= 1
      if (left >= 0) throw new ClientError(noReply)
      return 'here'
    }
    expect(await patiently(read)).toBe('here')
    expect(waits).toEqual([500, 1_000])
  })

  test('that keeps failing is shown with its failure', async () => {
    const { patiently, waits } = patience()
    await expect(patiently(failing)).rejects.toMatchObject({ facts: noReply })
    expect(waits).toEqual([500, 1_000, 2_000])
  })

  test('that fails by a fault of ours is not sent again', async () => {
    const { patiently, waits } = patience()
    const broken = async () => {
      throw new TypeError('A bug.')
    }
    await expect(patiently(broken)).rejects.toThrow('A bug.')
    expect(waits).toEqual([])
  })

  test('that is called off while it waits ends with the reason', async () => {
    const leaving = new AbortController()
    const patiently = createReadRetry({
      random: () => 1,
      wait: (_, signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    })
    const answer = patiently(failing, leaving.signal)
    await Promise.resolve()
    leaving.abort('gone')
    await expect(answer).rejects.toBe('gone')
  })
})

describe('a total outage', () => {
  /** So many reads one after the other; `works` says which of the requests are answered. */
  async function requestsOf(polls: number, works: (request: number) => boolean) {
    const { patiently } = patience()
    let requests = 0
    const read = async () => {
      requests += 1
      if (!works(requests)) throw new ClientError(noReply)
    }
    for (let poll = 0; poll < polls; poll += 1) await patiently(read).catch(() => {})
    return requests
  }

  test('of 1,000 polls costs at most 1,020 requests', async () => {
    expect(await requestsOf(1_000, () => false)).toBe(1_020)
  })

  test(`that comes and goes costs no more than the bucket and what good answers put back (SEED=${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }), async (pattern) => {
        let good = 0
        const requests = await requestsOf(300, (request) => {
          const works = pattern[request % pattern.length] ?? false
          if (works) good += 1
          return works
        })
        expect(requests - 300).toBeLessThanOrEqual(20 + good / 5)
      }),
      { seed, numRuns: 50 },
    )
  })
})
