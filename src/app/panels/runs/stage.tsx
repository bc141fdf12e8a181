import { Suspense } from 'react'
import { OpenBundleButton } from '../../export/open/open-bundle-button.tsx'
import { Button } from '../../ui/button.tsx'
import { letterOf } from '../../ui/letter-keys.tsx'
import { LazyCompare } from './compare/lazy-compare.tsx'
import { Storage } from './overview/storage.tsx'
import { Totals } from './overview/totals.tsx'
import { RunPage } from './run/run-page.tsx'
import type { RunsState } from './use-runs-panel.ts'

/** What stands beside the list. */
export function Stage({ state }: { state: RunsState }) {
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
      <p className="text-soft">This run is not here: it was deleted, or belongs to another browser.</p>
      <Button onClick={() => go({ run: undefined }, 'replace')}>Show all runs</Button>
    </section>
  )
}

function Overview({ state }: { state: RunsState }) {
  const { listed, rows, endpoints } = state
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-3xl gap-10 px-6 py-8">
        <Totals rows={listed} title={listed.length === rows.length ? 'All runs' : 'The runs in the list'} />
        <section aria-label="Bundles" className="grid justify-items-start gap-3">
          <h2 className="font-semibold">Bundles</h2>
          <p className="text-soft text-xs">
            Runs that were exported as a bundle come back whole. Nothing of them is sent again.
          </p>
          <OpenBundleButton bundle={state.bundle} />
        </section>
        <Storage rows={rows} endpoints={endpoints} onDelete={state.remove} />
      </div>
    </div>
  )
}
