import { CircleSlash, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import type { CheckOutcome } from '../run/check-again.ts'
import type { RunConnection } from '../run/draft.ts'
import type { Run } from '../run/run.ts'
import { isLost } from '../run/settle.ts'
import { useCheckAgain } from '../run/use-check-again.ts'
import { useGiveUp } from '../run/use-give-up.ts'
import { Button } from '../ui/button.tsx'

const words: Record<CheckOutcome | 'asking', string> = {
  asking: 'Asking the router…',
  recovered: 'The answer was kept, and is here now.',
  running: 'The router is still at work on it. Ask again later.',
  'not-billed': 'It never reached the router.',
  unknown: 'The router cannot tell either.',
  failed: 'The router could not be asked.',
}

interface SettleActionsProps {
  run: Run
  /** Where the page would send now: only the router that the run went to can be asked about it. */
  connection: RunConnection
}

/** What a person can say of a run of which nobody knows how it ended. Asking sends nothing and costs nothing. */
export function SettleActions({ run, connection }: SettleActionsProps) {
  const checkAgain = useCheckAgain()
  const giveUp = useGiveUp()
  const [said, setSaid] = useState<CheckOutcome | 'asking'>()
  if (!isLost(run)) return null
  const ask = async () => {
    setSaid('asking')
    setSaid(await checkAgain(run.id, connection))
  }
  return (
    <>
      {connection.own && connection.baseUrl === run.connection.baseUrl && (
        <Button
          icon={<SearchCheck size={16} strokeWidth={1.5} />}
          disabled={said === 'asking'}
          onClick={() => void ask()}
        >
          Check again
        </Button>
      )}
      {run.status === 'unknown' && (
        <Button look="quiet" icon={<CircleSlash size={16} strokeWidth={1.5} />} onClick={() => void giveUp(run.id)}>
          Give up
        </Button>
      )}
      <span role="status" className="self-center text-soft text-xs empty:hidden">
        {said && words[said]}
      </span>
    </>
  )
}
