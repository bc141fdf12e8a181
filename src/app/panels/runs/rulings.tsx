import { RotateCcw } from 'lucide-react'
import type { Row } from '../../history/found-runs.ts'
import { SettleActions } from '../../inspect/line/failure-card.tsx'
import { nameOf, startedAt } from '../../run/history/matches.ts'
import type { RunConnection } from '../../run/run-draft.ts'
import { useRun } from '../../run/use-runs.tsx'
import { useRepeat } from '../../tool/again/use-repeat.ts'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { counted, grouped, shortly } from '../../ui/format.ts'
import { onFirstPress } from '../../ui/keys/first-press.ts'
import { shortTime } from '../../ui/short-time.ts'

const most = 2

interface RulingsProps {
  /** Runs with the status `unknown` and without a resolution. */
  rows: readonly Row[]
  connection: RunConnection
  onOpen: (id: string) => void
  onAll: () => void
}

/** Runs with an unknown result, above the list until the person has resolved each. */
export function Rulings({ rows, connection, onOpen, onAll }: RulingsProps) {
  if (rows.length === 0) return null
  return (
    <section aria-label="Unknown results" className="shrink-0 border-line border-b p-3">
      <Callout
        tone="warning"
        title={`${counted(rows.length, 'run')} ${rows.length === 1 ? 'has' : 'have'} an unknown result`}
      >
        <p className="text-soft text-xs">{rows.length === 1 ? 'It' : 'They'} may have been billed.</p>
        <ul>
          {rows.slice(0, most).map((row) => (
            <Ruling key={row.id} row={row} connection={connection} onOpen={onOpen} />
          ))}
        </ul>
        {rows.length > most && (
          <Button look="quiet" className="-ml-3" onClick={onAll}>
            Show all {grouped(rows.length)}
          </Button>
        )}
      </Callout>
    </section>
  )
}

interface RulingProps extends Pick<RulingsProps, 'connection' | 'onOpen'> {
  row: Row
}

function Ruling({ row, connection, onOpen }: RulingProps) {
  const run = useRun(row.id)
  const { said, busy, repeat } = useRepeat(connection, onOpen)
  return (
    <li className="grid gap-1.5 border-line border-b py-2 last:border-b-0">
      <button
        type="button"
        className="flex min-w-0 items-baseline justify-between gap-3 text-left hover:underline coarse:min-h-11"
        onClick={() => onOpen(row.id)}
      >
        <span className="min-w-0 truncate" dir="auto">
          {shortly(nameOf(row), 120)}
        </span>
        <span className="shrink-0 font-mono text-2xs text-faint tabular-nums">{shortTime(startedAt(row))}</span>
      </button>
      {run && (
        <div className="flex flex-wrap gap-2">
          <SettleActions run={run} connection={connection} />
          <Button look="quiet" icon={<RotateCcw size={16} />} disabled={busy} {...onFirstPress(() => repeat(run))}>
            Run again, may be billed twice
          </Button>
        </div>
      )}
      {said && (
        <p role="status" className="text-warning text-xs">
          {said}
        </p>
      )}
    </li>
  )
}
