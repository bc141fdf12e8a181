import type { RunRow } from '../../ledger/run-row.ts'
import type { RunTools } from '../run-tools.ts'
import { lockOf, underLock } from './locks.ts'
import { isOpen } from './states.ts'

/**
 * Settles runs whose page is gone. Never sends: a prepared run becomes a draft; a sent one ends as `unknown` without any event, else as its stored events say, most
 * often `interrupted`. A free lock means that the page that streams it is gone; without a lock manager every open run found at the start counts
 * as abandoned.
 */
export function createRecovery(tools: RunTools) {
  const { ledger, locks } = tools
  const watched = new Set<string>()

  /** What reads a run's stored events is loaded with the first abandoned run, since most pages have none. */
  async function endOne(id: string): Promise<void> {
    const { endAbandoned } = await import('./end-abandoned.ts')
    await endAbandoned(tools, id)
  }

  /** Queues for the run's lock and settles the run if its page closes without an end. */
  function watch(row: RunRow): void {
    if (locks === undefined || watched.has(row.id)) return
    watched.add(row.id)
    const waited = locks.request(lockOf(row), {}, () => endOne(row.id))
    // If the ledger or the loading fails, the row stays open and the next start settles it.
    void waited.catch(() => {}).finally(() => watched.delete(row.id))
  }

  return {
    watch,
    /** Settles every abandoned run and watches the other open ones; resolves once the abandoned ones are settled. */
    async begin(): Promise<void> {
      const open = (await ledger.openRuns()).filter((row) => isOpen(row.status))
      await Promise.allSettled(
        open.map((row) =>
          underLock(
            locks,
            lockOf(row),
            () => endOne(row.id),
            async () => watch(row),
          ),
        ),
      )
    },
  }
}
