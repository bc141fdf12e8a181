import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { ownOf } from '#contract/core/loose-json.ts'
import { useRowWindow } from '../ui/hooks/use-row-window.ts'
import { firstField } from '../ui/keys/first-field.ts'
import { rowAfter } from '../ui/keys/key-press.ts'
import { letterOf } from '../ui/keys/letter-keys.tsx'

/** What a row knows of its place in the list. */
export interface RowPlace {
  /** The id of its element, by which a list of options names the active one. */
  readonly id: string
  readonly at: number
  readonly of: number
  /** Pixels from the top of a windowed list. */
  readonly top: number
  readonly active: boolean
}

interface ListProps<Item> {
  readonly name: string
  readonly items: readonly Item[]
  /** The id of the row that the keys act on; where it is not listed, the open one's, else the first one's. */
  readonly active?: string | undefined
  /** The id of the one that is shown beside the list. */
  readonly open: string | undefined
  /** Draws an item in one element with `data-at`. */
  readonly row: (item: Item, place: RowPlace) => ReactNode
  readonly onMove?: (item: Item, event: KeyboardEvent) => void
  readonly onPress: (item: Item, event: MouseEvent) => void
  /** Called with the keys that do not move; returns whether the key did something. */
  readonly onKey: (item: Item, event: KeyboardEvent) => boolean
  readonly className: string
}

interface OptionsProps {
  readonly kind: 'options'
  /** The element that has the focus and scrolls. */
  readonly box: RefObject<HTMLDivElement | null>
  /** Of every row, in pixels. */
  readonly rowHeight: number
}

interface RowsProps<Item> {
  readonly kind: 'rows'
  readonly rowHeight: number
  /** Gets the focus of a row, by its id, as soon as there is one. */
  readonly focusWish: RefObject<string | undefined>
  readonly onFocus: (item: Item) => void
}

interface TableProps {
  readonly kind: 'table'
  readonly head: ReactNode
}

type HistoryListProps<Item> = ListProps<Item> & (OptionsProps | RowsProps<Item> | TableProps)

/**
 * A list of runs, or of what runs make up. Of `options` (a list box) the list itself has the focus and names the active one; of `rows` and of a
 * `table` the active row's `[data-open]` button is the tab stop. Arrows, J, K, Home, End and, but in a table, Page keys move. Options and rows
 * are windowed; a row that is the tab stop is rendered wherever it is.
 */
export function HistoryList<Item extends { readonly id: string }>(props: HistoryListProps<Item>) {
  const { kind, name, items, row, onMove, onPress, onKey, className } = props
  const listId = useId()
  const own = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const ownWish = useRef<string>(undefined)
  const wish = kind === 'rows' ? props.focusWish : ownWish
  const box = kind === 'options' ? props.box : own
  const rowHeight = kind === 'table' ? 1 : props.rowHeight
  const { reveal, ...view } = useRowWindow(box, items.length, rowHeight)
  const active = Math.max(0, placeIn(items, placeIn(items, props.active) < 0 ? props.open : props.active))
  const follows = kind === 'options' && props.active !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row may be at the same place.
  useLayoutEffect(() => {
    if (follows) reveal(active)
  }, [follows, props.active, active, reveal])

  useLayoutEffect(takeFocus)
  function takeFocus(): void {
    if (wish.current === undefined) return
    const at = placeIn(items, wish.current)
    const button = (table.current ?? own.current)?.querySelector<HTMLElement>(`[data-at="${at}"] [data-open]`)
    if (!button) return
    wish.current = undefined
    button.focus({ preventScroll: kind === 'rows' })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const hasFocus = kind === 'options'
    const at = hasFocus ? active : placeOf(event.target, '[data-open]')
    const item = items[at]
    if (!item || (!hasFocus && (event.ctrlKey || event.metaKey || event.altKey))) return
    const key = ownOf({ j: 'ArrowDown', k: 'ArrowUp' }, letterOf(event)) ?? event.key
    const to = rowAfter(key, at, items.length, { page: kind === 'table' ? undefined : view.page })
    const next = to === undefined ? undefined : items[to]
    if (next && to !== undefined) {
      if (!hasFocus) {
        wish.current = next.id
        reveal(to)
        takeFocus()
      }
      onMove?.(next, event)
    } else if (!onKey(item, event)) return
    event.preventDefault()
  }

  const handlers = {
    onKeyDown,
    onClick(event: MouseEvent): void {
      const isControl = event.target instanceof Element && event.target.closest(controls)
      const item = isControl ? undefined : items[placeOf(event.target, '[data-at]')]
      if (item) onPress(item, event)
    },
  }
  const [first, last] = kind === 'table' ? [0, items.length] : [view.first, view.last]
  const places = Array.from({ length: last - first }, (_, at) => first + at)
  if (kind === 'rows' && active < first) places.unshift(active)
  if (kind === 'rows' && active >= last) places.push(active)
  const rows = places.map((at) => {
    const item = items[at]
    const top = view.offset + (at - first) * rowHeight
    return (
      item && (
        <Fragment key={item.id}>
          {row(item, { id: `${listId}${item.id}`, at, of: items.length, top, active: at === active })}
        </Fragment>
      )
    )
  })

  switch (kind) {
    case 'options':
      return (
        <div
          {...{ ...firstField, ...handlers, ref: props.box, className }}
          role="listbox"
          aria-label={name}
          aria-multiselectable="true"
          aria-activedescendant={items.length > 0 ? `${listId}${items[active]?.id}` : undefined}
          tabIndex={0}
        >
          <div role="presentation" className="relative contain-strict" style={{ height: view.height }}>
            {rows}
          </div>
        </div>
      )
    case 'rows':
      return (
        <div ref={own} className={className}>
          <ul
            {...handlers}
            aria-label={name}
            className="relative"
            style={{ height: view.height }}
            onFocus={({ target }) => {
              const item = items[placeOf(target, '[data-open]')]
              if (item) props.onFocus(item)
            }}
          >
            {rows}
          </ul>
        </div>
      )
    case 'table':
      return (
        // Roles are written out: as cards the parts have another display, which takes their roles away.
        // biome-ignore lint/a11y/noRedundantRoles: see above.
        <table {...{ ...handlers, ref: table, className }} role="table" aria-label={name}>
          {props.head}
          {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
          <tbody role="rowgroup" className="cards:grid cards:gap-2">
            {rows}
          </tbody>
        </table>
      )
  }
}

const placeIn = (items: readonly { readonly id: string }[], id: string | undefined): number =>
  id === undefined ? -1 : items.findIndex((item) => item.id === id)

/** A press on one of these does not count as one on its row. */
const controls = 'button:not([data-open]), input, label, [popover]'

/** The index of the row around a part of it that `within` selects. */
function placeOf(target: EventTarget, within: string): number {
  const row = target instanceof Element ? target.closest(within)?.closest('[data-at]') : undefined
  return row ? Number(row.getAttribute('data-at')) : -1
}
