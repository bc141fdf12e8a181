import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback } from 'react'
import { rowAfter } from '../keys/key-press.ts'
import { besideLook, showBeside } from './beside.ts'

export interface MenuItem {
  readonly name: string
  /** More words by which the command palette finds it. */
  readonly detail?: string | undefined
  readonly icon?: ReactNode
  readonly keys?: string | undefined
  /** Called after the menu has closed and its button has the focus again. */
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Makes it an item that is switched on and off. */
  readonly checked?: boolean
}

/** Items between hairlines. Without items nothing is shown. */
export interface MenuGroup {
  readonly name?: string
  readonly items: readonly MenuItem[]
}

export type MenuEnd = 'first' | 'last'

interface MenuListProps {
  readonly name: string
  readonly items: readonly (MenuItem | MenuGroup)[]
  readonly align: 'start' | 'end'
  readonly id: string
  readonly button: { readonly current: HTMLElement | null }
  readonly end: MenuEnd
  readonly close: (focus: boolean) => void
}

export function MenuList({ id, name, items, align, button, end, close }: MenuListProps) {
  const show = useCallback(
    (list: HTMLDivElement | null) => {
      if (!list || !button.current) return undefined
      const hide = showBeside(list, button.current, { align, height: 480 })
      itemsOf(list)
        .at(end === 'first' ? 0 : -1)
        ?.focus()
      return hide
    },
    [button, align, end],
  )
  const groups = groupsOf(items)
  return (
    <div
      ref={show}
      id={id}
      popover="auto"
      role="menu"
      aria-label={name}
      tabIndex={-1}
      onToggle={({ newState }) => newState === 'closed' && close(false)}
      onKeyDown={(event) => onMenuKey(event, close)}
      className={`${besideLook} flex min-w-44 overflow-y-auto overscroll-contain`}
    >
      {groups.map((group, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; here are the items of a menu.
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a menu stay in their order.
          key={at}
          role="group"
          aria-label={group.name}
          className="not-first:mt-1 not-first:border-line not-first:border-t not-first:pt-1"
        >
          {group.name && (
            <p aria-hidden="true" className="px-2 py-1 text-faint text-xs">
              {group.name}
            </p>
          )}
          {group.items.map((item) => (
            <Item key={item.name} item={item} close={close} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Neighbouring single items become one group. */
function groupsOf(items: MenuListProps['items']): readonly MenuGroup[] {
  const groups: MenuGroup[] = []
  let loose: MenuItem[] | undefined
  for (const one of items) {
    if ('items' in one) {
      loose = undefined
      if (one.items.length > 0) groups.push(one)
    } else if (loose) loose.push(one)
    else {
      loose = [one]
      groups.push({ items: loose })
    }
  }
  return groups
}

interface ItemProps {
  readonly item: MenuItem
  readonly close: (focus: boolean) => void
}

function Item({ item: { name, icon, keys, onSelect, danger, disabled, checked }, close }: ItemProps) {
  return (
    <button
      type="button"
      {...(checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      // Not `disabled`: the arrows reach it too, so that it is read.
      aria-disabled={disabled}
      aria-keyshortcuts={keys}
      tabIndex={-1}
      onClick={() => {
        if (disabled) return
        close(true)
        onSelect()
      }}
      className={`flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm outline-offset-[-2px] hover:bg-surface focus-visible:bg-surface aria-disabled:opacity-45 coarse:min-h-11 ${danger ? 'text-danger' : ''}`}
    >
      <span aria-hidden="true" className="grid size-4 shrink-0 place-items-center text-soft">
        {checked ? <Check size={16} /> : icon}
      </span>
      <span className="min-w-0 flex-1">{name}</span>
      {keys && (
        <span aria-hidden="true" className="pl-4 font-mono text-2xs text-faint coarse:hidden">
          {keys}
        </span>
      )}
    </button>
  )
}

const hasCommandKey = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^=menuitem]')]

/** Keys of an open menu. None reaches the panel behind it, where single letters and Esc have meanings of their own. */
function onMenuKey(event: KeyboardEvent<HTMLElement>, close: (focus: boolean) => void) {
  if (hasCommandKey(event)) return
  event.stopPropagation()
  const { key } = event
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item.matches(':focus'))
  if (key === 'Escape' || key === 'Tab') {
    // Tab then moves on from the button.
    if (key === 'Escape') event.preventDefault()
    return close(true)
  }
  // The key that opened the menu and is still held does not choose its first item.
  if (key === 'Enter' || key === ' ') return event.repeat ? event.preventDefault() : undefined
  const next =
    items[rowAfter(key, at, items.length, { wraps: true }) ?? -1] ??
    (key.length === 1 ? startingWith(key, items, at) : undefined)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The next item after `at`, round and round, that begins with a letter. */
const startingWith = (letter: string, items: readonly HTMLElement[], at: number) =>
  [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )
