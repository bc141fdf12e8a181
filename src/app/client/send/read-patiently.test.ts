import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import { ClientError, type ErrorFacts } from '../client-error.ts'
import { createPatience, waitBefore } from './retry-table.ts'

const nobody: ErrorFacts = { kind: 'network', message: 'Failed to fetch' }
const failing = async () => {
  throw new ClientError(nobody)
}

/** Patience on a clock of its own, and what was waited. */
function patience(random = () => 1) {
  const waits: number[] = []
  const patiently = createPatience({ random, wait: async (ms) => void waits.push(ms) })
  return { patiently, waits }
}

describe('waiting', () => {
  test('grows from half a second to eight', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map((repeats) => waitBefore(nobody, repeats, () => 1))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000,
    ])
  })

  test(`takes any time up to that (SEED=${seed})`, async () => {
    const below1 = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
    const property = fc.property(below1, fc.nat({ max: 1_000 }), (chance, repeats) => {
      const ms = waitBefore(nobody, repeats, () => chance)
      expect(ms).toBeGreaterThanOrEqual(0)
      expect(ms).toBeLessThanOrEqual(Math.min(8_000, 500 * 2 ** repeats))
    })
    await fc.assert(property, { seed, numRuns: 2_000 })
  })

  test(`is the router’s own wherever that is no more than a minute (SEED=${seed})`, async () => {
    const property = fc.property(fc.nat({ max: 86_400 }), fc.nat({ max: 1_000 }), (retryAfter, repeats) => {
      const ms = waitBefore({ ...nobody, retryAfter }, repeats, Math.random)
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
      if (left >= 0) throw new ClientError(nobody)
      return 'here'
    }
    expect(await patiently(read)).toBe('here')
    expect(waits).toEqual([500, 1_000])
  })

  test('that keeps failing is shown with its failure', async () => {
    const { patiently, waits } = patience()
    await expect(patiently(failing)).rejects.toMatchObject({ facts: nobody })
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
    const patiently = createPatience({
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
      if (!works(requests)) throw new ClientError(nobody)
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
