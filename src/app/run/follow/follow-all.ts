import type { RunRow } from '../../ledger/run-row.ts'
import { createJobKind } from '../jobs/ask-job.ts'
import { createContentFetcher } from '../jobs/download-content.ts'
import { withJobPress, withoutWatch } from '../jobs/job-steps.ts'
import { createLostKind } from '../life/ask-lost.ts'
import { stampOf } from '../life/run-clock.ts'
import type { Runner } from '../life/runner.ts'
import type { Run } from '../run.ts'
import type { RunTools } from '../run-tools.ts'
import { createFollower } from './follow-runs.ts'

/** What `Follow` loads with the first job or lost run. */
export type Following = ReturnType<typeof followAll>

/** Jobs and lost runs, followed by one engine. `changed` is called when a transfer changes. */
export function followAll(
  tools: RunTools,
  checkAgain: Runner['checkAgain'],
  changed: () => void,
  publish: (run: Run) => void,
) {
  const { ledger, clock } = tools
  const content = createContentFetcher(tools, changed, publish)
  const lost = createLostKind(tools, checkAgain)
  const follower = createFollower(tools, [createJobKind(tools, content.begin), lost])
  async function change(id: string, edit: (row: RunRow) => RunRow): Promise<void> {
    await ledger.update(id, edit).catch(() => {})
  }
  return {
    ...follower,
    hurryLost: () => follower.hurry(lost),
    checkNow: (id: string) => change(id, (row) => withJobPress(row, stampOf(clock))),
    stopWatching: (id: string) => change(id, withoutWatch),
    transferOf: content.transferOf,
    cancelTransfer: content.cancel,
    close() {
      follower.close()
      content.close()
    },
  }
}
