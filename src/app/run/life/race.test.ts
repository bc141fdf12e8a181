import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { seed } from '../../../testing/seed.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { createFakeLocks } from '../testing/fake-locks.ts'
import { createFakeRouter, opened } from '../testing/fake-router.ts'
import { openPage, sampleDraft } from '../testing/open-page.ts'
import { createRandom } from '../testing/random.ts'

const races = process.env.SOAK === undefined ? 60 : 1_000

/** A ledger that answers after a random while, so that two tabs meet in every order. */
function slow(ledger: Ledger, random: () => number): Ledger {
  async function pause(): Promise<void> {
    for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await new Promise((done) => setImmediate(done))
  }
  return {
    ...ledger,
    async prepare(...args) {
      await pause()
      return await ledger.prepare(...args)
    },
    async update(...args) {
      await pause()
      return await ledger.update(...args)
    },
  }
}

describe.each([
  ['with locks', true],
  ['by the ledger alone', false],
])('two tabs that press at the same moment, %s', (_, withLocks) => {
  it(`send once in ${races} of ${races} races (SEED=${seed})`, async () => {
    for (let race = 0; race < races; race += 1) {
      const random = createRandom(seed + race)
      const name = crypto.randomUUID()
      const locks = createFakeLocks()
      const router = createFakeRouter([...opened('Hi'), { kind: 'wait' }])
      const tab = () =>
        openPage({
          name,
          router,
          ...(withLocks && { locks: locks.page() }),
          around: (ledger) => slow(ledger, random),
        })
      const tabs = [await tab(), await tab()]
      const presses = tabs.flatMap((one) => [one, one]).map((one) => one.runs.start(sampleDraft()))
      const outcomes = (await Promise.all(presses)).map(({ status }) => status).toSorted()
      expect(outcomes, `race ${race}`).toEqual(['already-open', 'already-open', 'already-open', 'started'])
      expect(router.sent.length, `race ${race}`).toBe(1)
      for (const one of tabs) one.runs.close()
    }
  }, 300_000)
})
