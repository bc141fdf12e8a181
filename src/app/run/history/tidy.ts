import type { RunTools } from '../run-tools.ts'

/** So long, in ms, a deleted run can be brought back. */
const undoTime = 10 * 60_000

/** Removes for good, now and from time to time, what was deleted long enough ago. Gives the function that ends it. */
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
