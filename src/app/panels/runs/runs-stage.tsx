import type { OpenBundle } from '../../export/open/open-bundle.tsx'
import type { FoundRuns, useRunChoices } from '../../history/found-runs.ts'
import { BrokenResult, DeleteRun } from '../../inspect/reply/result-boundary.tsx'
import type { Run } from '../../run/run.ts'
import { ComparedRuns, mostCompared } from '../../tool/results/compared-runs.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Overview } from './overview.tsx'
import { RunPage, type RunPageProps } from './run-page.tsx'
import { useRunsPlace } from './runs-place.ts'

interface RunsStageProps extends Omit<RunPageProps, 'run' | 'rows' | 'tags'> {
  readonly found: FoundRuns
  readonly choices: ReturnType<typeof useRunChoices>
  readonly run: Run | undefined
  readonly bundle: OpenBundle
}

export function RunsStage({ found, choices, run, bundle, ...page }: RunsStageProps) {
  const [place, go] = useRunsPlace()
  const { rows, loading } = found
  const { remove } = page.edits
  if (place.run === undefined)
    return <Overview {...{ found, bundle }} endpoints={choices.endpoints} onDelete={remove} />
  if (place.with !== undefined && place.with !== place.run) {
    const compared = new Set([place.run, ...place.with.split(',')])
    const oldestFirst = rows.filter(({ id }) => compared.has(id)).toSorted((one, other) => one.seq - other.seq)
    const ids = oldestFirst.slice(0, mostCompared).map(({ id }) => id)
    return <ComparedRuns ids={ids} onClose={() => go({ with: undefined })} />
  }
  const isComing = loading || rows.some((row) => row.id === place.run)
  if (run === undefined && isComing) return <section className="flex-1" aria-busy="true" />
  if (run === undefined)
    return (
      <section aria-label="Run" className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
        <p className="text-soft">Run not found. It was deleted, or it is stored in another browser.</p>
        <Button onClick={() => go({ run: undefined }, 'replace')}>Show all runs</Button>
      </section>
    )
  return (
    <DeleteRun value={({ id }) => remove([id])}>
      <Boundary
        key={run.id}
        of={run}
        fallback={(broken) => (
          <section aria-label="Run" className="grid flex-1 content-start justify-items-start gap-3 p-6">
            <BrokenResult run={run} what="This run" {...broken} />
            <Button onClick={() => go({ run: undefined, with: undefined })}>Show all runs</Button>
          </section>
        )}
      >
        <RunPage run={run} rows={rows} tags={choices.tags} {...page} />
      </Boundary>
    </DeleteRun>
  )
}
