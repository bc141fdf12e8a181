import { Suspense } from 'react'
import { BrokenResult, DeleteRun } from '../../inspect/reply/result-boundary.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { letterOf } from '../../ui/keys/letter-keys.tsx'
import { MissingCode } from '../../ui/late-code.ts'
import { MissingNote } from '../../ui/missing-note.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { Overview } from './overview/overview.tsx'
import { RunPage } from './run/run-page.tsx'
import type { RunsState } from './use-runs-panel.ts'

/** Loaded with the first comparison, since it includes a diff library. */
const LazyCompare = retriable(async () => (await import('./compare/compare.tsx')).Compare)

/** The area beside the list. */
export function RunsStage({ state }: { state: RunsState }) {
  const { place, go, run, loading, rows } = state
  if (place.run === undefined) return <Overview state={state} />
  if (place.with !== undefined && place.with !== place.run) {
    return (
      <Boundary
        key={`${place.run} ${place.with}`}
        fallback={({ error, again }) => (
          <section aria-label="Comparison" className="grid flex-1 content-start justify-items-start gap-3 p-6">
            {error instanceof MissingCode ? (
              <MissingNote error={error} again={again} />
            ) : (
              <Callout tone="danger" title="This comparison cannot be shown">
                <Button onClick={again}>Try again</Button>
              </Callout>
            )}
            <Button onClick={() => go({ with: undefined })}>Show the run</Button>
          </section>
        )}
      >
        <Suspense fallback={<section className="flex-1" aria-busy="true" />}>
          <LazyCompare first={place.run} second={place.with} onClose={() => go({ with: undefined })} />
        </Suspense>
      </Boundary>
    )
  }
  const isComing = loading || rows.some((row) => row.id === place.run)
  if (run === undefined) return isComing ? <section className="flex-1" aria-busy="true" /> : <Gone go={go} />
  return (
    <DeleteRun value={({ id }) => state.remove([id])}>
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
        <RunPage
          run={run}
          rows={rows}
          tags={state.tags}
          connection={state.connection}
          takesFocus={state.pressed}
          asksForNote={state.noteWish === run.id}
          onNoteShown={state.noteShown}
          onNoteLeft={state.focusList}
          onMark={(mark) => state.marking.mark([run], mark)}
          onOpen={state.open}
          onCompare={(id) => go({ with: id })}
          onClose={() => go({ run: undefined, with: undefined })}
          onDelete={() => state.remove([run.id])}
          onKeyDown={(event) => {
            const letter = event.defaultPrevented ? undefined : letterOf(event)
            if (event.key === 'Delete' && event.target === event.currentTarget) state.remove([run.id])
            else if (letter === undefined || !state.pressOnPage(letter)) return
            event.preventDefault()
          }}
        />
      </Boundary>
    </DeleteRun>
  )
}

function Gone({ go }: Pick<RunsState, 'go'>) {
  return (
    <section aria-label="Run" className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
      <p className="text-soft">Run not found. It was deleted, or it is stored in another browser.</p>
      <Button onClick={() => go({ run: undefined }, 'replace')}>Show all runs</Button>
    </section>
  )
}
