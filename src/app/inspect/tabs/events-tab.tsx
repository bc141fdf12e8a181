import { TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, memo, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { JsonTree } from '../../json/view/json-tree.tsx'
import { useEventMarks, useEvents } from '../../run/use-events.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { shortly } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { useRowHeight } from '../../ui/use-media.ts'
import { useFollowEnd, useRowWindow } from '../../ui/use-row-window.ts'
import { type EventFilter, type EventRow, filterEvents, jsonLines, namesOf, previewOf, saidOf } from './event-list.ts'
import { Nothing } from './facts.tsx'

/** All events of a run as received, filtered by name and text; one is open at a time. */
export const EventsTab = memo(function EventsTab({ id }: { id: string }) {
  const { events, loading } = useEvents(id)
  const marks = useEventMarks(id, events)
  const [filter, setFilter] = useState<EventFilter>({ name: '', words: '', odd: false })
  const wanted = useDeferredValue(filter)
  const rows = useMemo(() => filterEvents(events, marks, wanted), [events, marks, wanted])
  const names = useMemo(() => namesOf(marks), [marks])
  const [open, setOpen] = useState<number>()
  const chosen = rows.findIndex((row) => row.nth === open)
  const opened = rows[chosen]
  if (events.length === 0)
    return <div className="py-3">{<Nothing>{loading ? 'Reading…' : 'No events received.'}</Nothing>}</div>
  return (
    <div className="flex h-full min-h-64 flex-col">
      <EventsFilter filter={filter} names={names} onChange={setFilter} />
      <div className="flex items-center gap-2 border-line border-b px-5 pb-1 text-2xs text-faint">
        <span role="status" className="tabular-nums">
          {rows.length.toLocaleString('en')} of {events.length.toLocaleString('en')} events
          {marks.length < events.length && ', still reading'}
        </span>
        <span className="ml-auto">JSON Lines</span>
        <CopyButton name="Copy as JSON Lines" text={() => jsonLines(rows)} />
      </div>
      <EventList rows={rows} chosen={chosen} onChoose={setOpen} />
      {opened && <OpenEvent row={opened} onClose={() => setOpen(undefined)} />}
    </div>
  )
})

interface EventListProps {
  rows: readonly EventRow[]
  /** Among the rows; -1 where none is. */
  chosen: number
  onChoose: (nth: number | undefined) => void
}

function EventList({ rows, chosen, onChoose }: EventListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const drawn = useRowWindow(scroller, rows.length, height)
  useFollowEnd(scroller, rows.length, 'once there')
  const { reveal, page } = drawn
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened below takes room from the list.
  useLayoutEffect(() => {
    if (chosen >= 0) reveal(chosen)
  }, [reveal, chosen, page])
  const choose = (place: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, place))]
    if (row) onChoose(row.nth)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const places: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
      Home: 0,
      End: rows.length - 1,
    }
    const place = places[event.key]
    if (place === undefined) return
    event.preventDefault()
    choose(place)
  }
  const seen = rows.slice(drawn.first, drawn.last)
  const isDrawn = chosen >= drawn.first && chosen < drawn.last
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      aria-activedescendant={isDrawn ? `${id}${chosen}` : undefined}
      onKeyDown={onKeyDown}
      dir="ltr"
      className="min-h-24 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain font-mono text-xs outline-offset-[-2px]"
    >
      <div role="none" style={{ height: drawn.height }} className="overflow-hidden">
        <div role="none" style={{ transform: `translateY(${drawn.offset}px)` }}>
          {seen.map((row, at) => (
            <EventRowView
              key={row.nth}
              id={`${id}${drawn.first + at}`}
              row={row}
              place={drawn.first + at}
              of={rows.length}
              chosen={drawn.first + at === chosen}
              height={height}
              onChoose={choose}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function OpenEvent({ row: { nth, raw, mark }, onClose }: { row: EventRow; onClose: () => void }) {
  return (
    <section aria-label={`Event ${nth + 1}`} className="min-h-0 shrink-0 border-line border-t pt-1">
      <header className="flex items-center gap-2 pr-3 pb-1 pl-5 text-xs">
        <h3 className="min-w-0 flex-1 truncate font-mono">
          <span className="text-faint">{(nth + 1).toLocaleString('en')} · </span>
          {shortly(mark.name)}
        </h3>
        {mark.notices.length > 0 && <span className="text-warning">{mark.notices.map(saidOf).join(', ')}</span>}
        <IconButton
          name="Close event"
          className="size-6! coarse:size-11!"
          icon={<X size={14} strokeWidth={1.5} />}
          onClick={onClose}
        />
      </header>
      <JsonTree name="Event data" text={raw.data} className="max-h-[30dvh]" />
    </section>
  )
}

interface EventsFilterProps {
  filter: EventFilter
  names: ReadonlyMap<string, number>
  onChange: (filter: EventFilter) => void
}

/** More names than any router has: a hostile one gives every event its own. */
const mostNames = 200

const box = 'h-8 min-w-0 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11'

function EventsFilter({ filter, names, onChange }: EventsFilterProps) {
  return (
    <div className="grid grid-cols-2 gap-2 px-5 pt-3 pb-2">
      <Select
        look="small"
        aria-label="Event name"
        value={filter.name}
        onChange={(event) => onChange({ ...filter, name: event.target.value })}
      >
        <option value="">All names</option>
        {[...names].slice(0, mostNames).map(([name, count]) => (
          <option key={name} value={name}>
            {name.slice(0, 80)} ({count.toLocaleString('en')})
          </option>
        ))}
      </Select>
      <input
        type="search"
        aria-label="Search in data"
        placeholder="Search in data"
        className={box}
        value={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
      />
      <label className="col-span-2 flex w-fit items-center gap-2 text-soft text-xs coarse:min-h-11">
        <input
          type="checkbox"
          className="accent-cable"
          checked={filter.odd}
          onChange={(event) => onChange({ ...filter, odd: event.target.checked })}
        />
        Problems only
      </label>
    </div>
  )
}

interface EventRowViewProps {
  id: string
  row: EventRow
  /** Among the rows of the list, from 0. */
  place: number
  of: number
  chosen: boolean
  height: number
  onChoose: (place: number) => void
}

/** One event on one line: time, name, notices and a preview of the data. */
const EventRowView = memo(function EventRowView(props: EventRowViewProps) {
  const { id, row, place, of, chosen, height, onChoose } = props
  const { raw, mark } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and its keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the chosen row.
    <div
      id={id}
      role="option"
      aria-setsize={of}
      aria-posinset={place + 1}
      aria-selected={chosen}
      style={{ height }}
      className="group flex cursor-default items-center gap-2 whitespace-pre pr-5 pl-3 hover:bg-raised aria-selected:bg-cable/15"
      onClick={() => onChoose(place)}
    >
      <span className="w-[4.5rem] shrink-0 text-right text-faint tabular-nums group-aria-selected:text-soft">
        {raw.at.toLocaleString('en')} ms
      </span>
      <span className="max-w-[60%] shrink-0 truncate">{shortly(shortName(mark.name), 80)}</span>
      {mark.notices.length > 0 && (
        <span className="flex max-w-1/2 shrink-0 items-center gap-1 text-warning">
          <TriangleAlert aria-hidden="true" size={12} strokeWidth={1.5} className="shrink-0" />
          <span className="truncate">{mark.notices.map(saidOf).join(', ')}</span>
        </span>
      )}
      <span className="min-w-0 truncate text-soft" dir="auto">
        {previewOf(raw)}
      </span>
    </div>
  )
})

/** Every name of the Responses convention begins with the same word. */
const shortName = (name: string) => name.replace(/^response\./, '')
