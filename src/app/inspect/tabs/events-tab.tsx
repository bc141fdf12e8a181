import { ChevronDown, ChevronRight, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, memo, useDeferredValue, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { JsonTree } from '../../json/view/json-tree.tsx'
import { isPoll } from '../../run/jobs/polls.ts'
import { useEventMarks, useEvents } from '../../run/use-events.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { shortly } from '../../ui/format.ts'
import { useFollowEnd } from '../../ui/hooks/use-follow-end.ts'
import { useRowHeight } from '../../ui/hooks/use-media.ts'
import { useRowWindow } from '../../ui/hooks/use-row-window.ts'
import { rowAfter } from '../../ui/keys/key-press.ts'
import { Select } from '../../ui/native-select.tsx'
import {
  type EventFilter,
  type EventRow,
  filterEvents,
  foldPolls,
  isFold,
  jsonLines,
  keyOf,
  type ListRow,
  namesOf,
  type PollFold,
  pollWords,
  previewOf,
  saidOf,
  sinceSend,
  wordsOf,
} from './event-list.ts'
import { Nothing } from './facts.tsx'

/** More names than any router has: a hostile one gives every event its own. */
const mostNames = 200

const box = 'h-8 min-w-0 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11'

/** All events of a run as received, filtered by name and text, polls of one state folded; one is open at a time. */
export const EventsTab = memo(function EventsTab({ id }: { id: string }) {
  const { events, loading } = useEvents(id)
  const marks = useEventMarks(id, events)
  const [filter, setFilter] = useState<EventFilter>({ name: '', words: '', odd: false })
  const wanted = useDeferredValue(filter)
  const rows = useMemo(() => filterEvents(events, marks, wanted), [events, marks, wanted])
  const names = useMemo(() => namesOf(marks), [marks])
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const list = useMemo(() => foldPolls(rows, unfolded), [rows, unfolded])
  const [open, setOpen] = useState<string>()
  const chosen = useMemo(() => (open === undefined ? -1 : list.findIndex((row) => keyOf(row) === open)), [list, open])
  // An event stays open where it has become a part of a fold.
  const opened = useMemo(() => (open === undefined ? undefined : rows.find((row) => keyOf(row) === open)), [rows, open])
  const toggle = (fold: PollFold) => setUnfolded((keys) => toggled(keys, keyOf(fold)))
  if (events.length === 0)
    return <div className="py-3">{<Nothing>{loading ? 'Reading…' : 'No events received.'}</Nothing>}</div>
  return (
    <div className="flex h-full min-h-64 flex-col">
      <div className="grid grid-cols-2 gap-2 px-5 pt-3 pb-2">
        <Select
          look="small"
          aria-label="Event name"
          value={filter.name}
          onChange={(event) => setFilter({ ...filter, name: event.target.value })}
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
          onChange={(event) => setFilter({ ...filter, words: event.target.value })}
        />
        <label className="col-span-2 flex w-fit items-center gap-2 text-soft text-xs coarse:min-h-11">
          <input
            type="checkbox"
            className="accent-cable"
            checked={filter.odd}
            onChange={(event) => setFilter({ ...filter, odd: event.target.checked })}
          />
          Problems only
        </label>
      </div>
      <div className="flex items-center gap-2 border-line border-b px-5 pb-1 text-2xs text-faint">
        <span role="status" className="tabular-nums">
          {rows.length.toLocaleString('en')} of {events.length.toLocaleString('en')} events
          {marks.length < events.length && ', still reading'}
        </span>
        <span className="ml-auto">JSON Lines</span>
        <CopyButton name="Copy as JSON Lines" text={() => jsonLines(rows)} />
      </div>
      <EventList rows={list} chosen={chosen} onChoose={setOpen} onToggle={toggle} />
      {opened && <OpenEvent row={opened} onClose={() => setOpen(undefined)} />}
    </div>
  )
})

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

const isToggle = (key: string, { open }: PollFold) =>
  key === 'Enter' || key === ' ' || key === (open ? 'ArrowLeft' : 'ArrowRight')

interface EventListProps {
  rows: readonly ListRow[]
  /** Among the rows; -1 where none is. */
  chosen: number
  onChoose: (key: string) => void
  onToggle: (fold: PollFold) => void
}

function EventList({ rows, chosen, onChoose, onToggle }: EventListProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const height = useRowHeight()
  const drawn = useRowWindow(scroller, rows.length, height)
  useFollowEnd(scroller, 'once there')
  const { reveal, page } = drawn
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened below takes room from the list.
  useLayoutEffect(() => {
    if (chosen >= 0) reveal(chosen)
  }, [reveal, chosen, page])
  const press = (place: number) => {
    const row = rows[place]
    if (row) onChoose(keyOf(row))
    if (row && isFold(row)) onToggle(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[chosen]
    if (row && isFold(row) && isToggle(event.key, row)) {
      event.preventDefault()
      onToggle(row)
    }
    const next = rows[rowAfter(event.key, chosen, rows.length, { page }) ?? -1]
    if (!next) return
    event.preventDefault()
    onChoose(keyOf(next))
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
              key={keyOf(row)}
              id={`${id}${drawn.first + at}`}
              row={row}
              place={drawn.first + at}
              of={rows.length}
              chosen={drawn.first + at === chosen}
              height={height}
              onPress={press}
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
        <IconButton name="Close event" className="size-6! coarse:size-11!" icon={<X size={14} />} onClick={onClose} />
      </header>
      <JsonTree name="Event data" text={raw.data} className="max-h-[30dvh]" />
    </section>
  )
}

interface EventRowViewProps {
  id: string
  row: ListRow
  /** Among the rows of the list, from 0. */
  place: number
  of: number
  chosen: boolean
  height: number
  onPress: (place: number) => void
}

/** One row of the list: an event, or polls that are folded. */
const EventRowView = memo(function EventRowView({ id, row, place, of, chosen, height, onPress }: EventRowViewProps) {
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
      onClick={() => onPress(place)}
    >
      {isFold(row) ? <FoldCells fold={row} /> : <EventCells row={row} />}
    </div>
  )
})

function Since({ at }: { at: number }) {
  return (
    <span className="w-[4.5rem] shrink-0 text-right text-faint tabular-nums group-aria-selected:text-soft">
      {sinceSend(at)}
    </span>
  )
}

function EventCells({ row }: { row: EventRow }) {
  const { raw, mark } = row
  return (
    <>
      <Since at={raw.at} />
      <span className="max-w-[60%] shrink-0 truncate">{shortly(mark.name.replace(/^response\./, ''), 80)}</span>
      {mark.notices.length > 0 && (
        <span className="flex max-w-1/2 shrink-0 items-center gap-1 text-warning">
          <TriangleAlert size={12} className="shrink-0" />
          <span className="truncate">{mark.notices.map(saidOf).join(', ')}</span>
        </span>
      )}
      <span className="min-w-0 truncate text-soft" dir="auto">
        {isPoll(raw) ? pollWords(row) : previewOf(raw)}
      </span>
    </>
  )
}

function FoldCells({ fold }: { fold: PollFold }) {
  const Chevron = fold.open ? ChevronDown : ChevronRight
  return (
    <>
      <Since at={fold.polls[0].raw.at} />
      <Chevron size={14} className="-mx-1 shrink-0 text-soft" />
      <span className="min-w-0 truncate" dir="auto">
        {wordsOf(fold)}
      </span>
      <span className="sr-only">{fold.open ? ', expanded' : ', collapsed'}</span>
    </>
  )
}
