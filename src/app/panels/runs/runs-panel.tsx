import { BookMarked, ChartNoAxesColumn } from 'lucide-react'
import { Suspense, useState } from 'react'
import { BundleNews, useOpenBundle } from '../../export/open/open-bundle.tsx'
import { type Row, useFoundRuns, useRunChoices } from '../../history/found-runs.ts'
import { MarkQuestion } from '../../history/marks/use-marking.tsx'
import { InspectorSlot, InspectorToggle } from '../../inspect/drawer/inspector-slot.tsx'
import type { Run } from '../../run/run.ts'
import { useRun } from '../../run/use-runs.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { isComparable } from '../../tool/results/compared-runs.tsx'
import { StorageNotice } from '../../tool/storage-notice.tsx'
import { type Action, useActions } from '../../ui/actions.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { HeadButton } from '../../ui/button/button.tsx'
import { counted } from '../../ui/format.ts'
import { BrokenNote } from '../../ui/missing-note.tsx'
import { PanelHead } from '../../ui/panel-layout.tsx'
import { retriable } from '../../ui/retriable.tsx'
import { Empty } from './empty.tsx'
import { ListColumn } from './list-column.tsx'
import { useRunsPlace, useRunsQuery } from './runs-place.ts'
import { RunsStage } from './runs-stage.tsx'
import { type RunEdits, useRunEdits } from './use-run-edits.ts'
import { type RunsList, useRunsList } from './use-runs-list.ts'

const CollectionsView = retriable(async () => (await import('./collections/collections-view.tsx')).CollectionsView)

/** The list of all runs, and beside it the open run, a comparison, or the overview; or the collections. */
export function RunsPanel() {
  const [place, go] = useRunsPlace()
  const found = useFoundRuns(useRunsQuery(place), place.order)
  const { rows, listed } = found
  const choices = useRunChoices(rows)
  const list = useRunsList(listed)
  const [noteWish, setNoteWish] = useState<string>()
  const edits = useRunEdits({
    ...{ listed, tags: choices.tags, list },
    onNote(id) {
      list.open(id)
      setNoteWish(id)
    },
  })
  const run = useShownRun(place.run, rows)
  const isCollections = place.view === 'collections'
  // A bundle that is opened beside the collections may have brought one.
  const bundle = useOpenBundle((id) => isCollections || list.open(id))
  // While a deletion of every run can be undone, the list stays with its foot.
  const isEmpty = rows.length === 0 && !found.loading && edits.undo.last === undefined
  const isOpen = place.run !== undefined || place.view !== undefined
  const turn = (view: 'overview' | 'collections') =>
    go({ run: undefined, with: undefined, collection: undefined, view: place.view === view ? undefined : view })
  const showTotals = () => turn('overview')
  const compare = () => {
    const [first, ...others] = list.selected.map(({ id }) => id)
    go({ run: first, with: others.join() })
  }
  useActions([
    { name: place.view === 'overview' ? 'Close totals and storage' : 'Totals and storage', run: showTotals },
    { name: isCollections ? 'Close collections' : 'Collections', run: () => turn('collections') },
    ...actionsOn(listed, list, edits, compare),
  ])
  return (
    <div data-cable="chat" className="flex min-h-0 min-w-0 flex-1">
      <main className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PanelHead>
          <h1 className="font-semibold text-base max-[22rem]:sr-only">Runs</h1>
          <PanelTools>
            <HeadButton
              name="Collections"
              aria-pressed={isCollections}
              icon={<BookMarked size={18} />}
              onClick={() => turn('collections')}
            />
            <HeadButton
              name="Totals"
              title="Totals and storage"
              aria-label="Totals and storage"
              aria-pressed={place.view === 'overview'}
              icon={<ChartNoAxesColumn size={18} />}
              onClick={showTotals}
            />
            <InspectorToggle />
          </PanelTools>
        </PanelHead>
        <BundleNews bundle={bundle} />
        <div className="shrink-0 p-3 empty:hidden md:px-6">
          <StorageNotice look="card" />
        </div>
        {isCollections ? (
          <Boundary fallback={(broken) => <BrokenNote title="The collections cannot be shown" {...broken} />}>
            <Suspense fallback={<div className="flex-1" aria-busy="true" />}>
              <CollectionsView bundle={bundle} />
            </Suspense>
          </Boundary>
        ) : isEmpty ? (
          <Empty unreadable={found.unreadable} bundle={bundle} />
        ) : (
          // A container query, since the panel's width depends on the inspector beside it.
          <div className="@container flex min-h-0 flex-1">
            <section
              aria-label="List"
              {...bundle.dropTarget}
              className={`@container/list min-h-0 w-full shrink-0 flex-col border-line @4xl:w-[22rem] @4xl:border-r @5xl:w-[24rem] @6xl:w-[27rem] ${isOpen ? 'hidden @4xl:flex' : 'flex'}`}
            >
              <ListColumn {...{ found, choices, list, edits }} onCompare={compare} />
            </section>
            <div
              ref={list.stageBox}
              className={`min-h-0 min-w-0 flex-1 flex-col ${isOpen ? 'flex' : 'hidden @4xl:flex'}`}
            >
              <RunsStage
                {...{ found, choices, list, edits, run, bundle }}
                asksForNote={run !== undefined && noteWish === run.id}
                onNoteShown={() => setNoteWish(undefined)}
              />
            </div>
          </div>
        )}
      </main>
      <InspectorSlot runs={run ? [run] : []} />
      {edits.marking.question && <MarkQuestion question={edits.marking.question} onAnswer={edits.marking.answer} />}
    </div>
  )
}

/** The run of the URL; the previous one while it is read from the ledger, which avoids flicker while the keys move. */
function useShownRun(id: string | undefined, rows: readonly Row[]): Run | undefined {
  const stored = useRun(id ?? '')
  const [before, keep] = useState<Run>()
  if (stored !== undefined && stored !== before) keep(stored)
  const isThere = (one: string | undefined) => rows.some((row) => row.id === one)
  if (!isThere(id)) return undefined
  return stored ?? (isThere(before?.id) ? before : undefined)
}

/** What the single letters of the list and the buttons of its foot do, for the palette. */
function actionsOn(
  listed: readonly Row[],
  { selected }: RunsList,
  { undo, pressInList, removeTargets }: RunEdits,
  compare: () => void,
): readonly Action[] {
  const undoing = undo.last?.undo ? [{ name: 'Undo', keys: 'Z', run: () => undo.undo() }] : []
  if (listed.length === 0) return undoing
  const letters = [
    ['Mark as pass', 'P'],
    ['Mark as fail', 'F'],
    ['Write a note', 'N'],
  ] as const
  return [
    ...letters.map(([name, keys]) => ({ name, keys, run: () => void pressInList(keys.toLowerCase()) })),
    ...undoing,
    ...(isComparable(selected) ? [{ name: 'Compare the selected runs', run: compare }] : []),
    {
      name: selected.length > 0 ? `Delete ${counted(selected.length, 'selected run')}` : 'Delete the run',
      keys: 'Del',
      run: removeTargets,
    },
  ]
}
