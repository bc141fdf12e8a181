import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConnectionBadge } from '../connection/connection-badge.tsx'
import { HeadButton } from '../ui/button/button.tsx'
import { modifierName } from '../ui/keys/keyboard.ts'
import { openOverlay } from '../ui/page-overlay.ts'

/** The right end of every panel's header: the connection, the panel's own tools, and the search, each in the same place on all panels. */
export function PanelTools({ children }: { readonly children?: ReactNode }) {
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
      <ConnectionBadge />
      {children}
      <HeadButton
        name="Search"
        keys={`${modifierName} K`}
        icon={<Search size={18} />}
        onClick={() => openOverlay('palette')}
      />
    </div>
  )
}
