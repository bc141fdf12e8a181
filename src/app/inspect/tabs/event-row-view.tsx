import { ChevronDown, ChevronRight, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { isPoll } from '../../run/jobs/polls.ts'
import { shortly } from '../../ui/format.ts'
import { type EventRow, previewOf, saidOf, sinceSend } from './event-list.ts'
import { isFold, type ListRow, type PollFold, pollWords, wordsOf } from './poll-folds.ts'

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
export const EventRowView = memo(function EventRowView({
  id,
  row,
  place,
  of,
  chosen,
  height,
  onPress,
}: EventRowViewProps) {
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
      <span className="max-w-[60%] shrink-0 truncate">{shortly(shortName(mark.name), 80)}</span>
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

const shortName = (name: string) => name.replace(/^response\./, '')
