import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { toolsOf } from '../tools-of.ts'
import { textSearchOf } from './use-history.ts'

/** Milliseconds in which a deleted run can be brought back. */
const undoTime = 10 * 60_000

/** Prepares the search in texts, and purges what was deleted, now and from then on. Returns the function that ends it. */
export function keepUp(runs: Runs): () => void {
  void textSearchOf(runs).prepare()
  return keepTidy(toolsOf(runs))
}

/** Purges, every ten minutes, what was deleted long enough ago. Returns the function that ends it. */
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
