import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import type { Playback } from '../../../view/media/player/playback.ts'
import { rowOf, useFollowPlayback } from './follow-playback.ts'
import { type SegmentActions, SegmentRow } from './segment-row.tsx'
import { colourOf } from './speakers.tsx'
import type { ShownTranscript } from './text/edited.ts'
import { speakersOf } from './text/transcript.ts'

interface TranscriptListProps {
  readonly transcript: ShownTranscript
  readonly box: RefObject<HTMLDivElement | null>
  /** Undefined where the recording is not at hand. */
  readonly playback: Playback | undefined
  /** Keeps the text of a segment; undefined restores the router's. Left out where texts must not be changed. Must keep its identity. */
  readonly write?: SegmentActions['write'] | undefined
}

const nothing = () => {}

/** The segments in a scroll box. A click on a word seeks; ↑ and ↓ (K, J) move, Enter plays, E edits. */
export function TranscriptList({ transcript, box, playback, write = nothing }: TranscriptListProps) {
  const { segments } = transcript
  const { isFollowing, follow, stay } = useFollowPlayback(box, playback, segments)
  const [editing, setEditing] = useState<number>()
  const left = useRef<number>(undefined)
  const speakers = useMemo(() => speakersOf(transcript), [transcript])
  const canEdit = write !== nothing
  const actions: SegmentActions = useMemo(
    () => ({
      write,
      play: (seconds) => {
        playback?.seek(seconds)
        playback?.play()
      },
      edit: (place) =>
        setEditing((before) => {
          left.current = place === undefined ? before : undefined
          return place
        }),
    }),
    [write, playback],
  )
  // The box with the text is gone: its row gets the focus that it had.
  useEffect(() => {
    if (editing === undefined && left.current !== undefined) focusRow(box.current, left.current)
    left.current = undefined
  }, [editing, box])
  const onClick = ({ target }: MouseEvent) => {
    const word = target instanceof Element && target.closest<HTMLElement>('[data-at]')
    if (!word || !playback || getSelection()?.isCollapsed === false) return
    playback.seek(Number(word.dataset.at))
    follow()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const place = placeOf(event.target) ?? placeOf(box.current?.querySelector('[aria-current]'))
    const letter = letterOf(event)
    const by = event.key === 'ArrowDown' || letter === 'j' ? 1 : event.key === 'ArrowUp' || letter === 'k' ? -1 : 0
    if (by !== 0) {
      stay()
      focusRow(box.current, Math.max(0, Math.min(segments.length - 1, place === undefined ? 0 : place + by)))
    } else if (letter === 'e' && canEdit && place !== undefined) actions.edit(place)
    else if (event.key === 'Enter' && event.target === box.current && playback) playback.play()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="grid grid-cols-1 gap-1">
      {/* biome-ignore lint/a11y/useSemanticElements: a part that scrolls, with a name; no landmark, since a page has one for each run. */}
      <div
        ref={box}
        role="group"
        aria-label="Transcript"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
        tabIndex={0}
        className="transcript-box rounded-md"
        onWheel={stay}
        onTouchMove={stay}
        onPointerDown={(event) => event.target === event.currentTarget && stay()}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <ol aria-label="Segments">
          {segments.map((segment, place) => (
            <SegmentRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a segment is known by its place, as in its edits.
              key={place}
              {...{ segment, place, canEdit, actions }}
              speaker={segment.speaker === segments[place - 1]?.speaker ? undefined : segment.speaker}
              colour={colourOf(speakers, segment.speaker)}
              isEditing={editing === place}
              isPlayable={playback !== undefined}
            />
          ))}
        </ol>
      </div>
      {!isFollowing && playback && (
        <Button look="quiet" className="w-fit" onClick={follow}>
          Follow playback
        </Button>
      )}
    </div>
  )
}

function placeOf(target: EventTarget | null | undefined): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : undefined
  return row ? Number(row.dataset.row) : undefined
}

function focusRow(box: HTMLElement | null, place: number): void {
  rowOf(box, place)?.querySelector<HTMLElement>('[data-first], [data-edit]')?.focus()
}
