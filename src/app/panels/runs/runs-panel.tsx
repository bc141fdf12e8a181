import { ChartNoAxesColumn, GitCompareArrows, Trash2 } from 'lucide-react'
import { useKnownKeys } from '../../connection/connection-provider.tsx'
import { ExportButton } from '../../export/dialog/export-button.tsx'
import { BundleNews } from '../../export/open/open-bundle.tsx'
import { InspectorSlot, InspectorToggle } from '../../inspect/drawer/inspector-slot.tsx'
import { totalsOf } from '../../run/history/matches.ts'
import { UndoLine } from '../../tool/lists/undo-line.tsx'
import { PanelTools } from '../../tool/panel-tools.tsx'
import { StorageNotice } from '../../tool/storage-notice.tsx'
import { type Action, useActions } from '../../ui/actions.ts'
import { Button, HeadButton } from '../../ui/button/button.tsx'
import { counted, grouped } from '../../ui/format.ts'
import { useLetterHint } from '../../ui/keys/letter-keys.tsx'
import { PanelHead } from '../../ui/panel-layout.tsx'
import { Filters } from './list/filters.tsx'
import { Rulings } from './list/rulings.tsx'
import { RunList } from './list/run-list.tsx'
import { MarkQuestion } from './marks/use-marking.tsx'
import { Empty } from './overview/empty.tsx'
import { totalLine } from './overview/overview.tsx'
import { RunsStage } from './runs-stage.tsx'
import { type RunsState, useRunsPanel } from './use-runs-panel.ts'

/** The list of all runs, and beside it the open run, a comparison, or the overview. */
export function RunsPanel() {
  const state = useRunsPanel()
  const { place, run, rows, loading } = state
  // While a deletion of every run can be undone, the list stays with its foot.
  const isEmpty = rows.length === 0 && !loading && state.undo.last === undefined
  const isOpen = place.run !== undefined || place.view !== undefined
  const showTotals = () => state.go({ run: undefined, with: undefined, view: place.view ? undefined : 'overview' })
  useActions([
    { name: place.view ? 'Close totals and storage' : 'Totals and storage', run: showTotals },
    ...actionsOn(state),
  ])
  return (
    <div data-cable="chat" className="flex min-h-0 min-w-0 flex-1">
      <main className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PanelHead>
          <h1 className="font-semibold text-base">Runs</h1>
          <PanelTools>
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
        <BundleNews bundle={state.bundle} />
        <div className="shrink-0 p-3 empty:hidden md:px-6">
          <StorageNotice look="card" />
        </div>
        {isEmpty ? (
          <Empty unreadable={state.unreadable} bundle={state.bundle} />
        ) : (
          // A container query, since the panel's width depends on the inspector beside it.
          <div className="@container flex min-h-0 flex-1">
            <section
              aria-label="List"
              {...state.bundle.dropTarget}
              className={`@container/list min-h-0 w-full shrink-0 flex-col border-line @4xl:w-[22rem] @4xl:border-r @5xl:w-[24rem] @6xl:w-[27rem] ${isOpen ? 'hidden @4xl:flex' : 'flex'}`}
            >
              <ListColumn state={state} />
            </section>
            <div
              ref={state.stageBox}
              className={`min-h-0 min-w-0 flex-1 flex-col ${isOpen ? 'flex' : 'hidden @4xl:flex'}`}
            >
              <RunsStage state={state} />
            </div>
          </div>
        )}
      </main>
      <InspectorSlot runs={run ? [run] : []} />
      {state.marking.question && <MarkQuestion question={state.marking.question} onAnswer={state.marking.answer} />}
    </div>
  )
}

/** What the single letters of the list and the buttons of its foot do, for the palette. */
function actionsOn({ listed, selected, undo, ...state }: RunsState): readonly Action[] {
  const undoing = undo.last?.undo ? [{ name: 'Undo', keys: 'Z', run: () => undo.undo() }] : []
  if (listed.length === 0) return undoing
  const letters = [
    ['Mark as pass', 'P'],
    ['Mark as fail', 'F'],
    ['Write a note', 'N'],
  ] as const
  return [
    ...letters.map(([name, keys]) => ({ name, keys, run: () => void state.pressInList(keys.toLowerCase()) })),
    ...undoing,
    ...(selected.length === 2 ? [{ name: 'Compare the selected runs', run: state.compareSelected }] : []),
    {
      name: selected.length > 0 ? `Delete ${counted(selected.length, 'selected run')}` : 'Delete the run',
      keys: 'Del',
      run: state.removeTargets,
    },
  ]
}

function ListColumn({ state }: { state: RunsState }) {
  const { place, go, listed, rows, unreadable, loading, lost, selection, select, open } = state
  return (
    <>
      <Filters place={place} go={go} choices={state} onSearch={state.prepareSearch} />
      <p role="status" className="shrink-0 px-4 py-2 text-faint text-xs tabular-nums">
        {grouped(listed.length)} of {grouped(rows.length)} runs{(loading || state.isReadingTexts) && ', reading…'}
        {unreadable > 0 && <span className="text-warning"> · {grouped(unreadable)} damaged and not shown</span>}
      </p>
      <Rulings
        rows={lost.filter((row) => row.status === 'unknown')}
        connection={state.connection}
        onOpen={open}
        onAll={() => go({ state: 'ruling' })}
      />
      {listed.length === 0 ? (
        <p className="min-h-0 flex-1 px-4 py-6 text-soft">
          {!loading && (rows.length === 0 ? 'No runs' : 'No matches')}
        </p>
      ) : (
        <RunList
          rows={listed}
          open={place.run}
          selection={selection}
          box={state.listBox}
          onSelection={select}
          onMove={state.moveTo}
          onOpen={open}
          onDelete={state.removeTargets}
          onLetter={state.pressInList}
        />
      )}
      <Foot state={state} />
    </>
  )
}

function Foot({ state }: { state: RunsState }) {
  const { selection, select, selected, undo, focusList } = state
  const clear = () => {
    select({ ...selection, ids: new Set() })
    focusList()
  }
  const keys = useKnownKeys()
  const hint = useLetterHint()
  if (selected.length === 0 && undo.last === undefined) return null
  return (
    <div className="grid shrink-0 gap-2 border-line border-t bg-surface px-4 py-2.5">
      {selected.length > 0 && (
        <section aria-label="Selected runs" className="grid gap-1.5">
          <p className="text-soft text-xs tabular-nums">
            {grouped(selected.length)} selected · {totalLine(totalsOf(selected))}
          </p>
          <div className="flex flex-wrap gap-2">
            {selected.length === 2 && (
              <Button icon={<GitCompareArrows size={16} />} onClick={state.compareSelected}>
                Compare
              </Button>
            )}
            <ExportButton ids={selected.map(({ id }) => id)} keys={keys} />
            <Button look="danger" icon={<Trash2 size={16} />} onClick={state.removeTargets}>
              Delete
            </Button>
            <Button look="quiet" onClick={clear}>
              Clear selection
            </Button>
          </div>
        </section>
      )}
      {undo.last && (
        <UndoLine
          words={undo.last.words}
          what={undo.last}
          hint={hint('Z')}
          onUndo={
            undo.last.undo &&
            (() => {
              undo.undo()
              focusList()
            })
          }
          onDismiss={() => {
            undo.dismiss()
            focusList()
          }}
        />
      )}
    </div>
  )
}
