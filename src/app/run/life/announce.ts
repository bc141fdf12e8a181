import type { NewRun } from '../../ledger/run-row.ts'
import { toRun } from '../run.ts'
import type { RunDraft } from '../run-draft.ts'
import type { RunTools } from '../run-tools.ts'
import type { LiveRun, Publisher } from './stream-run.ts'

/** Publishes a run that is not stored yet, as `prepared`. Resolves when a frame was drawn with it, with what takes it back. */
export async function announce(
  { clock, frame }: Pick<RunTools, 'clock' | 'frame'>,
  { row, draft }: { readonly row: NewRun; readonly draft: RunDraft },
  liveRuns: Map<string, LiveRun>,
  publisher: Publisher,
): Promise<() => void> {
  const { id } = row
  const prepared = { ...row, status: 'prepared', seq: Number.MAX_SAFE_INTEGER } as const
  const run = toRun(prepared, { id, request: draft.request, turn: draft.turn })
  // Stop may be pressed from now on.
  liveRuns.set(id, { abort: new AbortController(), connection: draft.connection })
  publisher.publish({ ...run, live: { since: clock.mono(), stalled: false } })
  await new Promise<void>((done) => frame(() => void clock.after(0, done)))
  return () => {
    liveRuns.delete(id)
    publisher.publish({ ...run, status: 'draft', deleted: clock.now() })
  }
}
