import { TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { type EventRow, previewOf, saidOf } from './event-list.ts'
import { shortly } from './shortly.ts'

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

/** One event on one line: when it came, its name, what it brought, what was odd. */
export const EventRowView = memo(function EventRowView(props: EventRowViewProps) {
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
