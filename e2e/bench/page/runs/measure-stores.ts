import { openLedger } from '../../../../src/app/ledger/open-ledger.ts'
import { makeHeads, rareWord } from '../../runs/heads.ts'
import { plant } from '../../runs/plant.ts'
import { openStore, type StoreName } from './stores.ts'

/** Milliseconds of each try. */
export interface StoreTimes {
  readonly firstPage: readonly number[]
  readonly write: readonly number[]
  readonly scan: readonly number[]
}

/** Fills the app's database of this page and asks every store of it in turn. */
export async function measureStores(options: { count: number; seed: number; reps: number }) {
  const { count, seed, reps } = options
  const name = 'bench-runs'
  const heads = makeHeads(seed, count)
  const ledger = await openLedger({ name })
  ledger.close()
  await plant({ name, heads })
  const times: Record<StoreName, StoreTimes[]> = { floor: [], ours: [], dexie: [] }
  for (let rep = 0; rep < reps; rep += 1) {
    for (const store of ['floor', 'ours', 'dexie'] as const) {
      const { firstPage, write, scan } = await openStore(store, name)
      const word = rareWord(heads)
      times[store].push({
        firstPage: await timed(9, firstPage),
        write: await timed(15, (nth) => write(`run-${count - nth}`, `note ${nth}`)),
        scan: await timed(3, async () => {
          const found = await scan(word)
          if (found !== 1) throw new Error(`${store} found ${found} runs`)
        }),
      })
    }
  }
  return times
}

async function timed(tries: number, what: (nth: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  await what(0)
  for (let nth = 1; nth <= tries; nth += 1) {
    const before = performance.now()
    await what(nth)
    times.push(performance.now() - before)
  }
  return times
}
