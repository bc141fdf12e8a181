import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'
import { textSearchOf } from './use-history.ts'

/** Ms in which a deleted run can be restored. */
const undoTime = 10 * 60_000

/** Extracts missing search words, and purges deleted runs now and periodically. Returns the function that ends it. */
export function keepUp(runs: Runs): () => void {
  void textSearchOf(runs).prepare()
  return keepTidy(toolsOf(runs))
}

/** Purges, every ten minutes, runs that were deleted at least ten minutes ago. Returns the function that ends it. */
export function keepTidy({ ledger, clock }: Pick<RunTools, 'ledger' | 'clock'>): () => void {
  let callOff = () => {}
  function round(): void {
    callOff = clock.after(undoTime, round)
    void ledger
      .history()
      .then((history) => history.purge(clock.now() - undoTime))
      .catch(() => {})
  }
  round()
  return () => callOff()
}
