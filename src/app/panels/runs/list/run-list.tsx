import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { moveKey, moveTo } from '../../../tool/lists/list-keys.ts'
import { firstField } from '../../../ui/keys/first-field.ts'
import { isCommand } from '../../../ui/keys/key-press.ts'
import { letterOf } from '../../../ui/keys/letter-keys.tsx'
import { useRowWindow } from '../../../ui/use-row-window.ts'
import { type Row, RunRowView, rowHeight } from './run-row-view.tsx'
import { extend, type Selection, shownIds, toggle } from './selection.ts'

interface RunListProps {
  rows: readonly Row[]
  /** The run that is open beside the list. */
  open: string | undefined
  selection: Selection
  /** The element that handles the keys. */
  box: RefObject<HTMLDivElement | null>
  onSelection: (selection: Selection) => void
  /** Called when the keys move to another run. */
  onMove: (id: string) => void
  onOpen: (id: string) => void
  onDelete: () => void
  /** Called with single letters that the list does not handle; returns whether it did something. */
  onLetter: (letter: string) => boolean
}

/** The listed runs, virtualized, with the keys of a multi-select list box. */
export function RunList({ rows, open, selection, box, onSelection, onMove, onOpen, onDelete, onLetter }: RunListProps) {
  const listId = useId()
  const view = useRowWindow(box, rows.length, rowHeight)
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  const active = Math.max(0, ids.indexOf(selection.active ?? open ?? ''))
  const { reveal } = view
  const selected = shownIds(selection, open)

  useLayoutEffect(() => {
    if (selection.active !== undefined) reveal(active)
  }, [selection.active, active, reveal])

  // The focused element was removed with the page of the run: the focus returns to the list.
  const wasOpen = useRef(open !== undefined)
  useLayoutEffect(() => {
    if (wasOpen.current && open === undefined && document.activeElement === document.body) box.current?.focus()
    wasOpen.current = open !== undefined
  }, [open, box])

  function onKeyDown(event: KeyboardEvent): void {
    const here = ids[active]
    const letter = letterOf(event)
    const to = ids[moveTo(moveKey(event), active, ids.length, view.page) ?? -1]
    if (to !== undefined && event.shiftKey) onSelection(extend(selection, ids, to))
    else if (to !== undefined) onMove(to)
    else if (event.key === 'Enter' && here !== undefined) onOpen(here)
    else if (event.key === ' ' && here !== undefined) onSelection(toggle(selection, here))
    else if (isCommand(event, 'a')) onSelection({ ...selection, ids: new Set(ids) })
    else if (event.key === 'Escape' && selection.ids.size > 0) onSelection({ ...selection, ids: new Set() })
    else if (event.key === 'Delete' || event.key === 'Backspace') onDelete()
    else if (letter === undefined || !onLetter(letter)) return
    event.preventDefault()
  }

  function onClick(event: MouseEvent): void {
    const { target } = event
    const row = target instanceof Element ? target.closest('[data-at]') : null
    const id = ids[Number(row?.getAttribute('data-at') ?? -1)]
    if (id === undefined || !(target instanceof Element)) return
    if (event.shiftKey) onSelection(extend(selection, ids, id))
    else if (event.ctrlKey || event.metaKey || target.closest('[data-check]')) onSelection(toggle(selection, id, open))
    else onOpen(id)
  }

  return (
    <div
      {...firstField}
      ref={box}
      role="listbox"
      aria-label="Runs"
      aria-multiselectable="true"
      aria-activedescendant={rows.length > 0 ? `${listId}${ids[active]}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="min-h-0 flex-1 overflow-y-auto border-line border-t overscroll-contain outline-none focus-visible:[&_[data-active=true]]:shadow-[inset_0_0_0_2px_var(--cable)]"
    >
      <div role="presentation" className="contain-strict" style={{ height: view.height }}>
        <div role="presentation" style={{ transform: `translateY(${view.offset}px)` }}>
          {rows.slice(view.first, view.last).map((row, place) => (
            <RunRowView
              key={row.id}
              id={`${listId}${row.id}`}
              row={row}
              at={view.first + place}
              of={rows.length}
              active={view.first + place === active}
              selected={selected.has(row.id)}
              open={row.id === open}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
