import { CircleCheck, CircleX, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Mark, useRunActions } from '../../run/history/run-actions.ts'
import type { Run } from '../../run/run.ts'
import { Button } from '../../ui/button/button.tsx'
import { shortly } from '../../ui/format.ts'
import { useLetterHint } from '../../ui/keys/letter-keys.tsx'
import { useLateText } from '../list-fields.tsx'
import { tagOn, verdictOn } from './verdict.tsx'

interface RunMarksProps {
  run: Pick<Run, 'id' | 'verdict' | 'tags' | 'note'>
  /** Tags in use; the first nine have a number key. */
  tags: readonly string[]
  note: RefObject<HTMLTextAreaElement | null>
  onMark: (mark: Mark) => void
  /** Left out: the note of the run itself is changed. */
  onNote?: (note: string) => Promise<void>
  onNoteLeft: () => void
}

/** Verdict, tags and note of a run. */
export function RunMarks({ run, tags, note, onMark, onNote, onNoteLeft }: RunMarksProps) {
  const { setNote } = useRunActions()
  const hint = useLetterHint()
  const judge = (verdict: 'pass' | 'fail') => onMark(verdictOn([run], verdict))
  return (
    <section aria-label="Verdict" className="grid gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          aria-pressed={run.verdict === 'pass'}
          aria-keyshortcuts="p"
          icon={<CircleCheck size={16} />}
          {...hint('P')}
          className="aria-pressed:border-success/60 aria-pressed:text-success"
          onClick={() => judge('pass')}
        >
          Pass
        </Button>
        <Button
          aria-pressed={run.verdict === 'fail'}
          aria-keyshortcuts="f"
          icon={<CircleX size={16} />}
          {...hint('F')}
          className="aria-pressed:border-danger/60 aria-pressed:text-danger"
          onClick={() => judge('fail')}
        >
          Fail
        </Button>
        <Tags run={run} known={tags} onMark={onMark} />
      </div>
      <Note
        key={run.id}
        stored={run.note ?? ''}
        box={note}
        onNote={onNote ?? ((text) => setNote(run.id, text))}
        onLeft={onNoteLeft}
      />
    </section>
  )
}

function Tags({ run, known, onMark }: { known: readonly string[] } & Pick<RunMarksProps, 'run' | 'onMark'>) {
  const hint = useLetterHint()
  const [fresh, setFresh] = useState('')
  const own = run.tags ?? []
  const offered = [...new Set([...known.slice(0, 9), ...own])]
  const add = () => {
    const tag = fresh.trim()
    if (tag !== '') onMark({ kind: 'tag', tag, isSet: true })
    setFresh('')
  }
  return (
    <fieldset aria-label="Tags" className="contents">
      {offered.map((tag, at) => (
        <Button
          key={tag}
          look="quiet"
          aria-pressed={own.includes(tag)}
          {...(at < 9 && known[at] === tag && hint(String(at + 1)))}
          className="border border-line text-xs aria-pressed:border-cable/60 aria-pressed:text-cable"
          icon={own.includes(tag) ? <X size={14} /> : undefined}
          onClick={() => onMark(tagOn([run], tag))}
        >
          <span className="max-w-32 truncate">{shortly(tag, 60)}</span>
        </Button>
      ))}
      <input
        aria-label="New tag"
        placeholder="New tag"
        value={fresh}
        maxLength={60}
        onChange={(event) => setFresh(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
        className="h-9 w-28 min-w-0 rounded-md border border-line bg-ground px-2 text-xs coarse:h-11"
      />
    </fieldset>
  )
}

interface NoteProps {
  stored: string
  box: RunMarksProps['note']
  onNote: (note: string) => Promise<void>
  onLeft: () => void
}

function Note({ stored, box, onNote, onLeft }: NoteProps) {
  const { text, type, leave } = useLateText(stored, onNote)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onLeft()
  }
  return (
    <label className="grid gap-1 text-soft text-xs">
      Note
      <textarea
        ref={box}
        aria-keyshortcuts="n"
        rows={1}
        placeholder="Add a note (N)"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => void leave()}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-48 w-full rounded-md border border-line bg-ground px-3 py-2 text-ink text-sm"
      />
    </label>
  )
}

export function useNoteFocus(isAskedFor: boolean, onShown: () => void): RefObject<HTMLTextAreaElement | null> {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isAskedFor) return
    box.current?.focus()
    onShown()
  }, [isAskedFor, onShown])
  return box
}
