import { GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import { changesBetween, DifferenceTable } from '../../history/compare/difference-table.tsx'
import type { Row } from '../../history/found-runs.ts'
import { nameOf, sameOutput } from '../../run/history/matches.ts'
import { useRelatedRuns } from '../../run/history/related-runs.ts'
import type { Run } from '../../run/run.ts'
import { useRun } from '../../run/use-runs.tsx'
import { kindOf, useTools } from '../../tool/tools.ts'
import { Button } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import { useLoaded } from '../../ui/hooks/use-loaded.ts'
import { useRunsPlace } from './runs-place.ts'

const outputWords = {
  equal: 'Output is identical, byte for byte.',
  different: 'Output differs.',
  unknown: 'Could not check whether the output is identical.',
}

interface LineageProps {
  run: Run
  rows: readonly Row[]
  onOpen: (id: string) => void
}

/** The run that this one repeats with the differences, and the runs that repeat it. */
export function Lineage({ run, rows, onOpen }: LineageProps) {
  const repeats = rows.filter((row) => row.repeats === run.id)
  const before = rows.find((row) => row.id === run.repeats)
  if (run.repeats === undefined && repeats.length === 0) return null
  return (
    <section aria-label="Changes" className="grid gap-3">
      <h3 className="font-semibold">Changes</h3>
      {run.repeats !== undefined &&
        (before ? (
          <Changes run={run} before={before} onOpen={onOpen} />
        ) : (
          <p className="text-soft text-xs">Repeat of a deleted run.</p>
        ))}
      {repeats.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
          Repeated by
          {repeats.slice(0, 8).map((row) => (
            <RunLink key={row.id} row={row} onOpen={onOpen} />
          ))}
          {repeats.length > 8 && `and ${repeats.length - 8} more`}
        </p>
      )}
    </section>
  )
}

const listed = 8

/** The runs whose results this one was given, and those that were given its results. */
export function FileLineage({ run, rows, onOpen }: LineageProps) {
  const find = useRelatedRuns()
  const tools = useTools()
  const related = useLoaded(() => find(run, rows), [find, run.id, run.status, rows.length])
  const linesOf = { 'Made from': related?.madeFrom ?? [], 'Used in': related?.usedIn ?? [] }
  const lines = Object.entries(linesOf).filter(([, ids]) => ids.length > 0)
  if (lines.length === 0) return null
  return (
    <section aria-label="Lineage" className="grid gap-1.5">
      <h3 className="font-semibold">Lineage</h3>
      {lines.map(([words, ids]) => (
        <p key={words} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
          {words}
          {rows
            .filter(({ id }) => ids.includes(id))
            .slice(0, listed)
            .map((row) => (
              <RunLink key={row.id} row={row} what={kindOf(tools, row)} onOpen={onOpen} />
            ))}
          {ids.length > listed && `and ${ids.length - listed} more`}
        </p>
      ))}
    </section>
  )
}

interface RunLinkProps {
  row: Row
  what?: string
  onOpen: (id: string) => void
}

function RunLink({ row, what, onOpen }: RunLinkProps) {
  return (
    <button
      type="button"
      className="max-w-60 truncate text-cable underline underline-offset-2 coarse:min-h-11"
      onClick={() => onOpen(row.id)}
    >
      {what && `${what}: `}
      {shortly(nameOf(row), 80)} <span className="font-mono">#{row.seq}</span>
    </button>
  )
}

function Changes({ run, before, onOpen }: Omit<LineageProps, 'rows'> & { before: Row }) {
  const [, go] = useRunsPlace()
  const old = useRun(before.id)
  const differences = useMemo(() => (old ? changesBetween(old.request, run.request) : undefined), [old, run.request])
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
        It repeats
        <RunLink row={before} onOpen={onOpen} />
        <span>{outputWords[sameOutput(before, run)]}</span>
        <Button look="quiet" icon={<GitCompareArrows size={16} />} onClick={() => go({ with: before.id })}>
          Compare
        </Button>
      </p>
      {differences && <DifferenceTable changes={[differences]} names={['Before', 'This run']} />}
    </>
  )
}
