import { Keyboard, Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { PanelId } from '#contract/routes.ts'
import { type PanelPlace, panelPlaces } from '../tool/panels.ts'
import { IconButton } from '../ui/button/button.tsx'
import { openOverlay } from '../ui/page-overlay.ts'
import { PageState, readKept, usePageState, writeKept } from '../ui/page-state.ts'
import { setTheme, themes, useTheme } from '../ui/theme.ts'

export interface PanelBadge {
  readonly mark: ReactNode
  readonly words: string
}

/** By panel; written by `notices/`, whose code is loaded with the first job. */
export const panelBadges = new PageState<Readonly<Partial<Record<PanelId, PanelBadge>>>>(() => ({}))

type Place = Pick<PanelPlace, 'id' | 'path'>

const keyOf = ({ id }: Place) => `patchbay.tool.${id}`

/** The address that leads to a panel: that of the tool which was open in it last. */
export const lastPlace = (panel: Place): string => panel.path + (readKept(keyOf(panel), 'sessionStorage') ?? '')

/** Gives the addresses of all panels, and keeps which tool is open in the panel that is shown: in this tab's session storage, so over reloads. */
function usePanelPlaces(): (panel: Place) => string {
  const [location] = useLocation()
  const tool = /\btab=\w+/.exec(useSearch())
  const search = tool ? `?${tool[0]}` : ''
  useEffect(() => {
    const panel = panelPlaces.find(({ path }) => path === location)
    if (panel && lastPlace(panel) !== panel.path + search) writeKept(keyOf(panel), search, 'sessionStorage')
  }, [location, search])
  return (panel) => (panel.path === location ? location + search : lastPlace(panel))
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

function ThemeButton() {
  const theme = useTheme()
  const Icon = themeIcons[theme]
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <IconButton name={`Theme: ${theme}. Switch to ${next}`} icon={<Icon size={18} />} onClick={() => setTheme(next)} />
  )
}

function PanelLink({ panel, href }: { panel: PanelPlace; href: string }) {
  const [location] = useLocation()
  const here = location === panel.path
  const badge = usePageState(panelBadges)[panel.id]
  return (
    <li className={panel.id === 'settings' ? 'md:mt-auto' : ''}>
      <Link
        href={href}
        data-cable={panel.cable}
        aria-current={here ? 'page' : undefined}
        className="flex h-14 min-w-0 flex-col items-center justify-center gap-1 rounded-md text-2xs text-soft max-[23rem]:tracking-tighter transition duration-150 ease-out hover:bg-raised hover:text-ink aria-[current]:bg-cable/12 aria-[current]:text-ink md:h-[3.25rem] md:w-16"
      >
        <span className="relative">
          <panel.icon size={20} className={here ? 'text-cable' : ''} />
          {badge?.mark}
        </span>
        <span className="max-w-full truncate">{panel.title}</span>
        {badge && <span className="sr-only">{badge.words}</span>}
      </Link>
    </li>
  )
}

export function Navigation() {
  const placeOf = usePanelPlaces()
  return (
    <div className="order-last flex shrink-0 flex-col border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] md:order-first md:border-t-0 md:border-r md:px-1 md:py-3">
      <span className="mb-3 hidden place-items-center md:grid" title="Patchbay">
        <img src={`${import.meta.env.BASE_URL}patchbay.svg`} alt="" width={32} height={32} />
      </span>
      <nav aria-label="Panels" className="md:flex-1">
        <ul className="grid auto-cols-fr grid-flow-col md:flex md:h-full md:flex-col md:gap-1">
          {panelPlaces.map((panel) => (
            <PanelLink key={panel.id} panel={panel} href={placeOf(panel)} />
          ))}
        </ul>
      </nav>
      <div className="mt-2 hidden justify-center gap-0.5 md:flex">
        <ThemeButton />
        <IconButton name="Keyboard shortcuts" icon={<Keyboard size={18} />} onClick={() => openOverlay('shortcuts')} />
      </div>
    </div>
  )
}
