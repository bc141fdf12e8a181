import { Suspense } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { letterOf } from '../../ui/keys/letter-keys.tsx'
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
      <Suspense fallback={<section className="flex-1" aria-busy="true" />}>
        <LazyCompare first={place.run} second={place.with} onClose={() => go({ with: undefined })} />
      </Suspense>
    )
  }
  const isComing = loading || rows.some((row) => row.id === place.run)
  if (run === undefined) return isComing ? <section className="flex-1" aria-busy="true" /> : <Gone go={go} />
  return (
    <RunPage
      key={run.id}
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
