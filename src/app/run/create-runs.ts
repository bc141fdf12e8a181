import { isJob } from '#contract/core/statuses.ts'
import { createFollow } from './follow/create-follow.ts'
import { createRecovery } from './life/recover.ts'
import { createRunner } from './life/runner.ts'
import { isOpen } from './life/states.ts'
import { createLoadRun } from './load-run.ts'
import type { Run } from './run.ts'
import { createRunStore } from './run-store.ts'
import type { RunTools } from './run-tools.ts'
import type { Runs } from './runs.ts'
import { openDraft } from './stored-draft.ts'
import { keepTools } from './tools-of.ts'

/** Ms before deleted runs are purged and the search is prepared, so that it does not slow down the page's load. */
const upkeepDelay = 30_000

/** Settles the runs that earlier pages left open, and from then on follows the changes of this tab and of others. */
export function createRuns(tools: RunTools): Runs {
  const { ledger, createReader, clock, onHide, tab } = tools
  const store = createRunStore(createLoadRun(ledger, createReader))
  const askToPersist = once(() => void tools.storage?.persist().catch(() => {}))
  function publish(run: Run): void {
    store.publish(run)
    if (run.live !== undefined) return
    if (run.saved) askToPersist()
    // A run that got lost under its own page is asked about by a press.
    if (isJob(run.status)) void follow.written(run.id)
  }
  const runner = createRunner(tools, { publish, isSeen: store.isSeen })
  const follow = createFollow(tools, runner.checkAgain, store.publish)
  const recovery = createRecovery(tools)

  async function watchOther(id: string): Promise<void> {
    if (runner.isLive(id)) return
    const row = await ledger.get(id)
    if (row !== undefined && isOpen(row.status)) recovery.watch(row)
  }
  ledger.subscribe((change, from, row) => {
    // Runs that this page streams are published directly, and get lost only by their own end.
    if (!runner.isLive(change.id)) {
      // Before `store.changed`, so that the row is not shown as lost without its state.
      if (change.kind === 'run') void follow.written(change.id, row)
      store.changed(change)
    }
    if (from === 'elsewhere' && change.kind === 'run') void watchOther(change.id).catch(() => {})
  })

  let endUpkeep = clock.after(upkeepDelay, () => {
    void import('./history/upkeep.ts').then(
      ({ keepUp }) => {
        endUpkeep = keepUp(runs)
      },
      () => {},
    )
  })

  const { start, stop, giveUp, checkAgain } = runner
  const { run, thread, watchRun, watchThread } = store
  const { persistent, trouble } = ledger
  const runs: Runs = {
    ...{ start, stop, giveUp, checkAgain, run, thread, watchRun, watchThread },
    persistent,
    ...(trouble !== undefined && { trouble }),
    openDraft: (key) => openDraft(tools, key),
    page: { clock, onHide, ...(tab !== undefined && { tab }) },
    recovered: recovery
      .begin()
      .catch(() => {})
      .then(follow.look),
    follow,
    close() {
      endUpkeep()
      follow.close()
      ledger.close()
    },
  }
  keepTools(runs, tools)
  return runs
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}
