import { CircleSlash, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import type { CheckOutcome } from '../../run/life/check-again.ts'
import { needsRuling } from '../../run/life/states.ts'
import type { Run } from '../../run/run.ts'
import type { RunConnection } from '../../run/run-draft.ts'
import { useRuns } from '../../run/use-runs.tsx'
import { Button } from '../../ui/button/button.tsx'

const words: Record<CheckOutcome | 'asking', string> = {
  asking: 'Contacting the router…',
  recovered: 'The stored answer has been fetched.',
  running: 'Another tab is already fetching it.',
  'not-billed': 'Never sent; not billed.',
  unknown: 'The router has no further information.',
  failed: 'The router did not answer.',
}

interface SettleActionsProps {
  run: Run
  /** Where the page would send now: only the router that the run went to can be asked about it. */
  connection: RunConnection
}

/** Whether the router can be asked about it: it is one of ours, and the one that the run went to. */
export function canAsk(run: Run, connection: RunConnection | undefined): boolean {
  return (
    needsRuling(run) && connection?.own === true && connection.baseUrl === run.connection.baseUrl && !connection.missing
  )
}

/** The actions for a run with an unknown outcome. Asking the router about it is free and sends no request again. */
export function SettleActions({ run, connection }: SettleActionsProps) {
  const { checkAgain, giveUp } = useRuns()
  const [said, setSaid] = useState<CheckOutcome | 'asking'>()
  if (!needsRuling(run)) return null
  const ask = async () => {
    setSaid('asking')
    setSaid(await checkAgain(run.id, connection))
  }
  return (
    <>
      {canAsk(run, connection) && (
        <Button icon={<SearchCheck size={16} />} disabled={said === 'asking'} onClick={() => void ask()}>
          Check again
        </Button>
      )}
      {run.status === 'unknown' && (
        <Button look="quiet" icon={<CircleSlash size={16} />} onClick={() => void giveUp(run.id)}>
          Dismiss
        </Button>
      )}
      <span role="status" className="self-center text-soft text-xs empty:hidden">
        {said && words[said]}
      </span>
    </>
  )
}
