import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { isComposing } from '../../ui/is-composing.ts'
import type { Entry } from './entry.ts'
import { findEntries } from './find-entries.ts'
import { useEntries } from './use-entries.ts'

interface PaletteProps {
  readonly onClose: () => void
  readonly onShortcuts: () => void
}

/** Finds panels, models, runs, connections and actions by a few letters. */
export function Palette({ onClose, onShortcuts }: PaletteProps) {
  const id = useId()
  const entries = useEntries(onShortcuts)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const sought = useDeferredValue(typed)
  const found = useMemo(() => findEntries(entries, sought), [entries, sought])
  const active = Math.min(at, found.length - 1)
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.choose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const next = stepOf(event.key, active, found.length)
    if (event.key === 'Enter') choose(found[active])
    else if (next === undefined) return
    else setAt(next)
    event.preventDefault()
  }
  return (
    <Dialog title="Go to" open onClose={onClose}>
      <input
        ref={focusFirst}
        role="combobox"
        aria-label="Panel, model, run or action"
        aria-expanded
        aria-controls={`${id}list`}
        aria-activedescendant={found[active] ? `${id}${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Panel, model, run or action"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-md border border-line bg-surface px-3 text-base"
      />
      <div
        id={`${id}list`}
        role="listbox"
        aria-label="What was found"
        className="mt-3 max-h-[50dvh] overflow-y-auto overscroll-contain"
      >
        {found.map((entry, index) => (
          <EntryRow
            key={entry.id}
            id={`${id}${index}`}
            entry={entry}
            isActive={index === active}
            onChoose={() => choose(entry)}
          />
        ))}
      </div>
      <p role="status" className="pt-2 text-faint text-xs">
        {found.length === 0 ? 'Nothing fits.' : `${found.length} found`}
      </p>
    </Dialog>
  )
}

/** Where the browser puts the focus when it opens the dialog around it. */
function focusFirst(input: HTMLInputElement | null) {
  input?.setAttribute('autofocus', '')
}

function stepOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return Math.min(at + 8, count - 1)
    case 'PageUp':
      return Math.max(at - 8, 0)
    default:
      return undefined
  }
}

interface EntryRowProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onChoose: () => void
}

function EntryRow({ id, entry, isActive, onChoose }: EntryRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      ref={isActive ? reveal : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={`flex min-h-9 cursor-pointer items-baseline gap-3 rounded-md px-3 py-2 hover:bg-surface coarse:min-h-11 ${
        isActive ? 'bg-surface outline-1 outline-cable -outline-offset-1' : ''
      }`}
    >
      <span className="min-w-0 truncate" dir="auto">
        {entry.title}
      </span>
      {entry.detail && (
        <span className="min-w-0 truncate text-faint text-xs" dir="auto">
          {entry.detail}
        </span>
      )}
      <span className="ml-auto shrink-0 text-faint text-xs">{entry.group}</span>
    </div>
  )
}

function reveal(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
