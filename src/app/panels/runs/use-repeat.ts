import { useState } from 'react'
import type { RunConnection } from '../../run/draft.ts'
import { repeatOf } from '../../run/history/repeat-of.ts'
import type { Run } from '../../run/run.ts'
import { useStart } from '../../run/use-start.ts'

/** Sends a run's request once more. `said` is why the last press did not. */
export function useRepeat(connection: RunConnection, onStarted: (id: string) => void) {
  const start = useStart()
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function press(run: Run): Promise<void> {
    const draft = repeatOf(run, connection)
    if (draft === undefined) return setSaid('The request of this run is lost, so it cannot be sent again.')
    setBusy(true)
    const outcome = await start(draft)
    setBusy(false)
    if (outcome.status === 'started') {
      setSaid(undefined)
      return onStarted(outcome.id)
    }
    if (outcome.status === 'ask')
      return setSaid('An equal request is still open, or nobody knows how it ended. Rule on that one first.')
    if (outcome.status === 'not-saved') return setSaid(outcome.why)
  }
  return { said, busy, repeat: (run: Run) => void press(run) }
}
