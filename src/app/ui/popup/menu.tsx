import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { OverPage } from '../missing-note.tsx'
import { retriable } from '../retriable.tsx'
import type { MenuEnd, MenuGroup, MenuItem } from './menu-list.tsx'

/** Most pages are left without opening a menu: the list comes with the first button that is approached. */
const loadList = async () => (await import('./menu-list.tsx')).MenuList
const MenuList = retriable(loadList)
const prepare = () => void loadList().catch(() => {})

const ends = new Map<string, MenuEnd>([
  ['ArrowDown', 'first'],
  ['ArrowUp', 'last'],
])

interface MenuProps {
  /** The accessible name of the button and of the menu. */
  readonly name: string
  readonly items: readonly (MenuItem | MenuGroup)[]
  readonly icon?: ReactNode
  /** Visible words of the button; without them it is an icon, with `name` as its tooltip. */
  readonly children?: ReactNode
  /** The edge of the button that the menu is aligned with. */
  readonly align?: 'start' | 'end'
  readonly className?: string
  readonly tabIndex?: number
  readonly disabled?: boolean
}

/** A menu button after the ARIA pattern, with a native popover. The focus returns to the button when an item is chosen, and on Esc and Tab. */
export function Menu({ name, items, icon, children, align = 'end', className, tabIndex, disabled }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<MenuEnd>()
  const close = (focus: boolean) => {
    setOpen(undefined)
    if (focus) button.current?.focus()
  }
  const look = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': open !== undefined,
    'aria-controls': open && id,
    // A press on the button then counts as one inside the popover: it closes here, not by light dismiss before the click.
    popoverTarget: open && id,
    disabled,
    className,
    tabIndex,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      setOpen(open ? undefined : 'first')
    },
    onKeyDown: (event: KeyboardEvent) => {
      const end = ends.get(event.key)
      if (!end || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      setOpen(end)
    },
  } as const
  return (
    <>
      {children === undefined ? (
        <IconButton name={name} icon={icon ?? <Ellipsis size={16} />} {...look} />
      ) : (
        <Button look="quiet" aria-label={name} icon={icon} {...look}>
          {children}
        </Button>
      )}
      {open && (
        <OverPage>
          <Suspense>
            <MenuList {...{ id, name, items, align, button, close }} end={open} />
          </Suspense>
        </OverPage>
      )}
    </>
  )
}

/** An item of a menu, with its icon in the size of menus and buttons. */
export const menuItem = (name: string, Icon: LucideIcon, onSelect: () => void) => ({
  name,
  icon: <Icon size={16} />,
  onSelect,
})
