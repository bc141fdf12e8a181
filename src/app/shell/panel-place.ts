import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type PanelPlace, panelPlaces } from '../tool/panels.ts'
import { readKept, writeKept } from '../ui/page-state.ts'

type Place = Pick<PanelPlace, 'id' | 'path'>

const keyOf = ({ id }: Place) => `patchbay.tool.${id}`

/** The address that leads to a panel: that of the tool which was open in it last. */
export const lastPlace = (panel: Place): string => panel.path + (readKept(keyOf(panel), 'sessionStorage') ?? '')

/** Gives the addresses of all panels, and keeps which tool is open in the panel that is shown: in this tab's session storage, so over reloads. */
export function usePanelPlaces(): (panel: Place) => string {
  const [location] = useLocation()
  const tool = /\btab=\w+/.exec(useSearch())
  const search = tool ? `?${tool[0]}` : ''
  useEffect(() => {
    const panel = panelPlaces.find(({ path }) => path === location)
    if (panel && lastPlace(panel) !== panel.path + search) writeKept(keyOf(panel), search, 'sessionStorage')
  }, [location, search])
  return (panel) => (panel.path === location ? location + search : lastPlace(panel))
}
