import { Pencil, Undo2 } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { useLateText } from '../../../history/list-fields.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { clockTime } from '../../../ui/format.ts'
import { piecesOf } from './text/cut-segments.ts'
import type { ShownSegment } from './text/edited.ts'
import { lowConfidence } from './text/transcript.ts'

/** What a row does; must keep its identity. */
export interface SegmentActions {
  readonly play: (seconds: number) => void
  /** Keeps a text; undefined restores the router's. */
  readonly write: (place: number, text: string | undefined) => void
  readonly edit: (place: number | undefined) => void
}

interface SegmentRowProps {
  readonly segment: ShownSegment
  readonly place: number
  /** The name of the speaker where another one spoke before. */
  readonly speaker: string | undefined
  readonly colour: string | undefined
  readonly isEditing: boolean
  readonly isPlayable: boolean
  readonly canEdit: boolean
  readonly actions: SegmentActions
}

/** A segment with its time, its speaker and its words. Its buttons are reached by the arrow keys of the list. */
export const SegmentRow = memo(function SegmentRow(props: SegmentRowProps) {
  const { segment, place, speaker, colour, isEditing, isPlayable, canEdit, actions } = props
  const { start, text, original } = segment
  const time = start === undefined ? undefined : clockTime(start)
  return (
    <li data-row={place} className="transcript-row">
      {time === undefined ? (
        <span />
      ) : isPlayable ? (
        <button
          type="button"
          tabIndex={-1}
          data-first=""
          aria-label={`Play from ${time}: ${text.slice(0, 60)}`}
          className="min-h-8 min-w-12 rounded-md px-1 text-right font-mono text-2xs text-faint tabular-nums hover:text-ink coarse:min-h-11"
          onClick={() => actions.play(start ?? 0)}
        >
          {time}
        </button>
      ) : (
        <span className="min-w-12 px-1 py-2 text-right font-mono text-2xs text-faint tabular-nums">{time}</span>
      )}
      <div className="min-w-0">
        {speaker !== undefined && <Speaker name={speaker} colour={colour} />}
        {isEditing ? (
          <TextEditor {...{ place, text, actions }} />
        ) : (
          <p dir="auto">
            <Words segment={segment} />
          </p>
        )}
        {original !== undefined && <span className="text-2xs text-faint">Edited</span>}
      </div>
      {canEdit && (
        <span className="transcript-tools">
          {original !== undefined && (
            <IconButton
              name={`Revert segment ${place + 1}`}
              tabIndex={-1}
              icon={<Undo2 size={14} />}
              onClick={() => actions.write(place, undefined)}
            />
          )}
          <IconButton
            name={`Edit segment ${place + 1}`}
            tabIndex={-1}
            data-edit=""
            aria-pressed={isEditing}
            icon={<Pencil size={14} />}
            onClick={() => actions.edit(isEditing ? undefined : place)}
          />
        </span>
      )}
    </li>
  )
})

export function Speaker({ name, colour }: { readonly name: string; readonly colour: string | undefined }) {
  return (
    <span dir="auto" className="flex items-center gap-1.5 text-soft text-xs font-medium">
      <span aria-hidden="true" style={{ background: colour }} className="size-2 shrink-0 rounded-full" />
      {name}
    </span>
  )
}

/** The text, its words with their times for the player. */
function Words({ segment }: { readonly segment: ShownSegment }) {
  let from = 0
  return piecesOf(segment).map(({ text, word }) => {
    from += text.length
    if (!word) return text
    const { start, confidence = 1, isEvent } = word
    const low = confidence < lowConfidence && `Low confidence: ${Math.round(confidence * 100)} %`
    return (
      <span key={from} {...(start !== undefined && { 'data-at': start })}>
        {low ? (
          <mark title={low} data-low="">
            {text}
          </mark>
        ) : isEvent ? (
          <em>{text}</em>
        ) : (
          text
        )}
      </span>
    )
  })
}

interface TextEditorProps extends Pick<SegmentRowProps, 'place' | 'actions'> {
  readonly text: string
}

function TextEditor({ place, text, actions }: TextEditorProps) {
  const late = useLateText(text, (typed) => actions.write(place, typed))
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <textarea
      ref={box}
      dir="auto"
      rows={Math.max(1, Math.ceil(late.text.length / 60))}
      aria-label={`Text of segment ${place + 1}`}
      value={late.text}
      onChange={({ target }) => late.type(target.value)}
      onKeyDown={(event) => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
        // The list's keys, and those that send or stop a run, are not meant here.
        event.stopPropagation()
        if (!isDone || event.nativeEvent.isComposing) return
        event.preventDefault()
        actions.edit(undefined)
      }}
    />
  )
}
