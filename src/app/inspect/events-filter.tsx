import type { EventFilter } from './event-list.ts'

interface EventsFilterProps {
  filter: EventFilter
  names: ReadonlyMap<string, number>
  onChange: (filter: EventFilter) => void
}

/** More names than any router has: a hostile one gives every event its own. */
const mostNames = 200

const box = 'h-7 min-w-0 rounded-md border border-line bg-surface px-2 text-xs coarse:h-11'

export function EventsFilter({ filter, names, onChange }: EventsFilterProps) {
  return (
    <div className="grid grid-cols-2 gap-2 px-5 pt-3 pb-2">
      <select
        aria-label="Event name"
        className={box}
        value={filter.name}
        onChange={(event) => onChange({ ...filter, name: event.target.value })}
      >
        <option value="">All names</option>
        {[...names].slice(0, mostNames).map(([name, count]) => (
          <option key={name} value={name}>
            {name.slice(0, 80)} ({count.toLocaleString('en')})
          </option>
        ))}
      </select>
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
        Only what was odd
      </label>
    </div>
  )
}
