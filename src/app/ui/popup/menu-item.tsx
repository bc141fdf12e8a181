import type { LucideIcon } from 'lucide-react'

/** An item of a menu, with its icon in the size of menus and buttons. */
export const menuItem = (name: string, Icon: LucideIcon, onSelect: () => void) => ({
  name,
  icon: <Icon size={16} />,
  onSelect,
})
