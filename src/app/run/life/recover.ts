import type { RunRow } from '../../ledger/run-row.ts'
import { remains } from '../replay.ts'
import type { RunTools } from '../run-tools.ts'
import { stampOf } from './clock.ts'
import { outputOf } from './hashes.ts'
import { lockOf, underLock } from './locks.ts'
import { withEnd } from './progress.ts'
import { advance, isOpen } from './states.ts'

/** Looks after runs whose page may be gone. */
export interface Recovery {
  /** Settles every run that was left behind, and waits for the pages of the others; resolves when the first is done. */
  begin(): Promise<void>
  /** Waits for the page that carries the run: should it go without an end, the run is settled here. */
  watch(row: RunRow): void
}

/**
 * Nothing is ever sent again: a run that was only prepared becomes a draft; one that was sent ends as `unknown` where nothing
 * came, else as what its stored events say, most often `interrupted`. A page that lives holds the run's lock, so a free lock
 * tells that it is gone; without a lock manager every open run that is met at the start counts as left behind. `onLost` is called when
 * a run was settled whose page went later.
 */
export function createRecovery(tools: RunTools, onLost: () => void): Recovery {
  const { ledger, clock, locks } = tools
  const watched = new Set<string>()

  async function takeBack(id: string): Promise<void> {
    const row = await ledger.get(id)
    if (row === undefined || !isOpen(row.status)) return
    const stamp = stampOf(clock)
    if (row.status === 'prepared') {
      await ledger.update(id, (stored) => advance(stored, 'draft', stamp))
      return
    }
    const { result, times } = await remains(tools, row)
    const output = await outputOf(result)
    const ending = { result, ...(row.reply !== undefined && { reply: row.reply }) }
    await ledger.finish(id, (stored) => withEnd(stored, result, stamp, { times, output }), ending)
  }

  function watch(row: RunRow): void {
    if (locks === undefined || watched.has(row.id)) return
    watched.add(row.id)
    const waited = locks.request(lockOf(row), {}, () => takeBack(row.id)).then(onLost)
    // A ledger that fails leaves the row as it is: the next start finds it again.
    void waited.catch(() => {}).finally(() => watched.delete(row.id))
  }

  return {
    watch,
    async begin() {
      const open = (await ledger.openRuns()).filter((row) => isOpen(row.status))
      await Promise.allSettled(
        open.map((row) =>
          underLock(
            locks,
            lockOf(row),
            () => takeBack(row.id),
            async () => watch(row),
          ),
        ),
      )
    },
  }
}
