import { recordOf } from '#contract/core/loose-json.ts'
import type { RunRow } from '../../ledger/run-row.ts'
import { remainsOf } from '../../ledger/whole-run.ts'
import type { RunTools } from '../run-tools.ts'
import type { Runs } from '../runs.ts'
import { isLabThread, planKey } from '../stored-draft.ts'
import { toolsOf } from '../tools-of.ts'
import { textSearchOf } from './text-search.ts'

/** Ms in which a deleted run can be restored. */
const undoTime = 10 * 60_000

/** Extracts missing search words, and purges deleted runs now and periodically. Returns the function that ends it. */
export function keepUp(runs: Runs): () => void {
  void textSearchOf(runs).prepare()
  return keepTidy(toolsOf(runs))
}

/**
 * Purges, every ten minutes, runs that were deleted at least ten minutes ago. While a plan is stored, the runs of its cells stay: without
 * them a cell would count as not sent. Of a run of the Lab its place remains for good, for the same reason. Returns the function that ends it.
 */
export function keepTidy({ ledger, clock }: Pick<RunTools, 'ledger' | 'clock'>): () => void {
  const remainsOfLab = (row: RunRow) => (isLabThread(row.thread) && row.batch ? remainsOf(row) : undefined)
  let callOff = () => {}
  const isOfPlan = async ({ batch, thread }: RunRow) =>
    batch !== undefined && recordOf(await ledger.readDraft(planKey(thread))).id === batch.id
  function round(): void {
    callOff = clock.after(undoTime, round)
    void ledger
      .history()
      .then((history) => history.purge(clock.now() - undoTime, isOfPlan, remainsOfLab))
      .catch(() => {})
  }
  round()
  return () => callOff()
}
