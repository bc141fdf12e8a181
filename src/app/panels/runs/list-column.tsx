import { BookMarked, FlaskConical, GitCompareArrows, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useKnownKeys } from '../../connection/connection-provider.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { ExportButton } from '../../export/dialog/export-button.tsx'
import type { FoundRuns, useRunChoices } from '../../history/found-runs.ts'
import { type ListFilter, ListFilters } from '../../history/list-filters.tsx'
import { SelectableList } from '../../history/selectable-list.tsx'
import { UndoLine } from '../../history/undo-line.tsx'
import { statusNames } from '../../inspect/line/run-state.tsx'
import { runOrders, totalsOf } from '../../run/history/matches.ts'
import { needsRuling } from '../../run/life/states.ts'
import { isStageThread } from '../../run/stored-draft.ts'
import { addToCollection } from '../../tool/collections/add-to-collection.tsx'
import { isComparable } from '../../tool/results/compared-runs.tsx'
import { useAddToTestSet } from '../../tool/test-set-runs.ts'
import { Button } from '../../ui/button/button.tsx'
import { grouped, shortly } from '../../ui/format.ts'
import { letterOf, useLetterHint } from '../../ui/keys/letter-keys.tsx'
import { endpointTitle, totalLine } from './overview.tsx'
import { Rulings } from './rulings.tsx'
import { RunRowView, rowHeight } from './run-row-view.tsx'
import { filterNames, useRunsPlace } from './runs-place.ts'
import type { RunEdits } from './use-run-edits.ts'
import type { RunsList } from './use-runs-list.ts'

interface ListColumnProps {
  readonly found: FoundRuns
  readonly choices: ReturnType<typeof useRunChoices>
  readonly list: RunsList
  readonly edits: RunEdits
  readonly onCompare: () => void
}

const none = Object.fromEntries(filterNames.map((name) => [name, undefined]))

/** The filters, the runs with an unknown result, the list, and what can be done with the selected runs. */
export function ListColumn({ found, choices, list, edits, onCompare }: ListColumnProps) {
  const { listed, rows, loading, unreadable } = found
  const [place, go] = useRunsPlace()
  const connection = useConnection()
  const filters = useMemo(() => filtersOf(choices), [choices])
  const lost = useMemo(() => rows.filter((row) => needsRuling(row) && row.status === 'unknown'), [rows])
  const hidden = useMemo(
    () => (place.stage === undefined ? rows.filter(({ thread }) => isStageThread(thread)).length : 0),
    [rows, place.stage],
  )
  return (
    <>
      <ListFilters
        search="Search runs"
        text={place.text ?? ''}
        onText={(text) => go({ text: text || undefined }, 'replace')}
        onSearch={found.prepareSearch}
        filters={filters}
        values={place}
        onChange={(key, value) => go({ [key]: value })}
        onClear={() => go(none)}
      />
      <p role="status" className="shrink-0 px-4 py-2 text-faint text-xs tabular-nums">
        {grouped(listed.length)} of {grouped(rows.length - hidden)} runs
        {(loading || found.isReadingTexts) && ', reading…'}
        {hidden > 0 && ` · ${grouped(hidden)} made on stage not listed`}
        {unreadable > 0 && <span className="text-warning"> · {grouped(unreadable)} damaged and not shown</span>}
      </p>
      <Rulings rows={lost} connection={connection} onOpen={list.open} onAll={() => go({ state: 'ruling' })} />
      {listed.length === 0 ? (
        <p className="min-h-0 flex-1 px-4 py-6 text-soft">
          {!loading && (rows.length === 0 ? 'No runs' : 'No matches')}
        </p>
      ) : (
        <SelectableList
          name="Runs"
          rows={listed}
          rowHeight={rowHeight}
          row={(row, at) => <RunRowView row={row} {...at} />}
          open={place.run}
          selection={list.selection}
          box={list.box}
          onSelection={list.select}
          onMove={list.moveTo}
          onOpen={list.open}
          onKey={(event) => {
            const letter = letterOf(event)
            if (event.key === 'Delete' || event.key === 'Backspace') edits.removeTargets()
            else return letter !== undefined && edits.pressInList(letter)
            return true
          }}
        />
      )}
      <Foot {...{ list, edits, onCompare }} />
    </>
  )
}

const { running: _, unknown: __, ...others } = statusNames
/** `open` includes the jobs that run. */
const stateNames = { ruling: 'Unknown result', open: 'Running', ...others, unknown: 'Unknown or dismissed' }

const stageOptions = [
  ['all', 'Listed'],
  ['only', 'Only these'],
] as const

const same = (words: readonly string[]) => words.map((word) => [word, shortly(word, 60)] as const)

function filtersOf({ endpoints, models, tags }: ListColumnProps['choices']) {
  const verdicts = [
    ['pass', 'Pass'],
    ['fail', 'Fail'],
    ['none', 'None'],
  ] as const
  const orders = runOrders.slice(1).map((order) => [order, order.charAt(0).toUpperCase() + order.slice(1)] as const)
  return [
    { key: 'state', name: 'State', options: Object.entries(stateNames) },
    { key: 'endpoint', name: 'Endpoint', options: endpoints.map((id) => [id, endpointTitle(id)] as const) },
    { key: 'model', name: 'Model', options: same(models) },
    { key: 'verdict', name: 'Verdict', options: verdicts },
    { key: 'tag', name: 'Tag', options: same(tags) },
    { key: 'stage', name: 'Made on stage', all: 'Not listed', options: stageOptions },
    { key: 'order', name: 'Order', all: 'Newest', options: orders, isNeutral: true },
    { key: 'from', name: 'From' },
    { key: 'to', name: 'To' },
  ] as const satisfies readonly ListFilter<string>[]
}

function Foot({
  list,
  edits: { undo, removeTargets },
  onCompare,
}: Pick<ListColumnProps, 'list' | 'edits' | 'onCompare'>) {
  const { selection, select, selected, box } = list
  const keys = useKnownKeys()
  const addToTestSet = useAddToTestSet()
  const hint = useLetterHint()
  /** For a press on a button that goes with what it did. */
  const thenFocusList = (work: () => void) => () => {
    work()
    box.current?.focus()
  }
  if (selected.length === 0 && undo.last === undefined) return null
  return (
    <div className="grid shrink-0 gap-2 border-line border-t bg-surface px-4 py-2.5">
      {selected.length > 0 && (
        <section aria-label="Selected runs" className="grid gap-1.5">
          <p className="text-soft text-xs tabular-nums">
            {grouped(selected.length)} selected · {totalLine(totalsOf(selected))}
          </p>
          <div className="flex flex-wrap gap-2">
            {isComparable(selected) && (
              <Button icon={<GitCompareArrows size={16} />} onClick={onCompare}>
                Compare
              </Button>
            )}
            <Button icon={<FlaskConical size={16} />} onClick={() => addToTestSet(selected.map(({ id }) => id))}>
              Add to a test set
            </Button>
            <Button icon={<BookMarked size={16} />} onClick={() => addToCollection(selected.map(({ id }) => id))}>
              Add to collection
            </Button>
            <ExportButton ids={selected.map(({ id }) => id)} keys={keys} />
            <Button look="danger" icon={<Trash2 size={16} />} onClick={removeTargets}>
              Delete
            </Button>
            <Button look="quiet" onClick={thenFocusList(() => select({ ...selection, ids: new Set() }))}>
              Clear selection
            </Button>
          </div>
        </section>
      )}
      <UndoLine
        of={{ last: undo.last, undo: thenFocusList(undo.undo), dismiss: thenFocusList(undo.dismiss) }}
        hint={hint('Z')}
      />
    </div>
  )
}
