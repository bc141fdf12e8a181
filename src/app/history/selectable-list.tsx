import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { isCommand } from '../ui/keys/key-press.ts'
import { HistoryList, type RowPlace } from './history-list.tsx'
import { extend, type Selection, shownIds, toggle } from './row-selection.ts'

interface SelectableListProps<Item> {
  readonly name: string
  readonly rows: readonly Item[]
  readonly rowHeight: number
  /** Draws a row; a click on a part with `data-check` selects it. */
  readonly row: (row: Item, place: RowPlace & { readonly selected: boolean; readonly open: boolean }) => ReactNode
  /** The id of the row that is open beside the list. */
  readonly open: string | undefined
  readonly selection: Selection
  readonly box: RefObject<HTMLDivElement | null>
  readonly onSelection: (selection: Selection) => void
  readonly onMove: (id: string) => void
  readonly onOpen: (id: string) => void
  /** Called with the keys that neither move, open nor select; returns whether the key did something. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

/** Rows of which several are selected, with the keys of a multi-select list box. */
export function SelectableList<Item extends { readonly id: string }>(props: SelectableListProps<Item>) {
  const { rows, row, open, selection, box, onSelection, onOpen } = props
  const selected = shownIds(selection, open)

  // The focused element was removed with the page of the run: the focus returns to the list.
  const wasOpen = useRef(open !== undefined)
  useLayoutEffect(() => {
    if (wasOpen.current && open === undefined && document.activeElement === document.body) box.current?.focus()
    wasOpen.current = open !== undefined
  }, [open, box])

  return (
    <HistoryList
      kind="options"
      name={props.name}
      box={box}
      items={rows}
      rowHeight={props.rowHeight}
      active={selection.active}
      open={open}
      row={(one, place) => row(one, { ...place, selected: selected.has(one.id), open: one.id === open })}
      onMove={({ id }, { shiftKey }) => (shiftKey ? onSelection(extend(selection, rows, id)) : props.onMove(id))}
      onPress={({ id }, event) => {
        const isCheck = event.target instanceof Element && event.target.closest('[data-check]')
        if (event.shiftKey) onSelection(extend(selection, rows, id))
        else if (event.ctrlKey || event.metaKey || isCheck) onSelection(toggle(selection, id, open))
        else onOpen(id)
      }}
      onKey={({ id }, event) => {
        if (event.key === 'Enter') onOpen(id)
        else if (event.key === ' ') onSelection(toggle(selection, id))
        else if (isCommand(event, 'a')) onSelection({ ...selection, ids: new Set(rows.map((one) => one.id)) })
        else if (event.key === 'Escape' && selection.ids.size > 0) onSelection({ ...selection, ids: new Set() })
        else return props.onKey(event)
        return true
      }}
      className="min-h-0 flex-1 overflow-y-auto border-line border-t overscroll-contain outline-none focus-visible:[&_[data-active=true]]:shadow-[inset_0_0_0_2px_var(--cable)]"
    />
  )
}
