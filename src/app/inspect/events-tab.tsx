import { X } from 'lucide-react'
import { type KeyboardEvent, memo, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { JsonTree } from '../json/view/json-tree.tsx'
import { useEventMarks, useEvents } from '../run/use-events.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useRowHeight } from '../ui/use-row-height.ts'
import { useRowWindow } from '../ui/use-row-window.ts'
import { type EventFilter, type EventRow, filterEvents, namesOf, saidOf } from './event-list.ts'
import { EventRowView } from './event-row.tsx'
import { EventsFilter } from './events-filter.tsx'
import { Nothing } from './facts.tsx'
import { jsonLines } from './json-lines.ts'
import { shortly } from './shortly.ts'

/** Every event of a run as it came, found by its name or its words, one opened at a time. */
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
    return <div className="py-3">{<Nothing>{loading ? 'Reading…' : 'No event came.'}</Nothing>}</div>
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
  useFollowedEnd(scroller, rows.length)
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

/** Whoever has scrolled to the end of a list that grows stays there. */
function useFollowedEnd(scroller: React.RefObject<HTMLElement | null>, count: number): void {
  const atEnd = useRef(false)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => {
      atEnd.current = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 4
    }
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the growing that is followed.
  useLayoutEffect(() => {
    if (atEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight
  }, [scroller, count])
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
