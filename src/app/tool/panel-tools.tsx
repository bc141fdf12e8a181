import { Presentation, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toolStagePath } from '#contract/routes.ts'
import { ConnectionBadge } from '../connection/connection-badge.tsx'
import { useActions } from '../ui/actions.ts'
import { HeadButton } from '../ui/button/button.tsx'
import { modifierName } from '../ui/keys/keyboard.ts'
import { openOverlay } from '../ui/page-overlay.ts'
import { panelPlace } from './panels.ts'
import { useTools } from './tools.ts'

/** The right end of every panel's header: the connection, the panel's own tools, and the search, each in the same place on all panels. */
export function PanelTools({ children }: { readonly children?: ReactNode }) {
  const [location, go] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab') ?? undefined
  const tool = useTools().find((one) => panelPlace(one.panel).path === location && one.tab === tab)
  const present = () => tool && go(toolStagePath + tool.id)
  useActions(tool ? [{ name: 'Present', detail: tool.title, run: present }] : [])
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1 md:gap-2">
      <ConnectionBadge />
      {children}
      {tool && (
        <HeadButton
          name="Present"
          icon={<Presentation size={18} />}
          onClick={present}
          // A phone's head has no room for it beside the tools of the chat; the search finds it.
          className={tool.threads ? 'max-md:hidden' : 'max-[24rem]:hidden'}
        />
      )}
      <HeadButton
        name="Search"
        keys={`${modifierName} K`}
        icon={<Search size={18} />}
        onClick={() => openOverlay('palette')}
      />
    </div>
  )
}
