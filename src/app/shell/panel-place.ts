import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { panels } from '../panels/index.ts'
import type { Panel } from '../panels/panel.ts'

type Place = Pick<Panel, 'id' | 'path'>

const keyOf = ({ id }: Place) => `patchbay.tool.${id}`

/** Where a panel is gone to: to the tool that was open in it last. */
export function panelPlace(panel: Place): string {
  try {
    return panel.path + (sessionStorage.getItem(keyOf(panel)) ?? '')
  } catch {
    return panel.path
  }
}

/** Gives the places of all panels, and keeps which tool is open in the one that is shown: for this browser tab, over reloads. */
export function usePanelPlaces(): (panel: Place) => string {
  const [location] = useLocation()
  const tool = /\btab=\w+/.exec(useSearch())
  const search = tool ? `?${tool[0]}` : ''
  useEffect(() => {
    const panel = panels.find(({ path }) => path === location)
    try {
      if (panel && search) sessionStorage.setItem(keyOf(panel), search)
      else if (panel) sessionStorage.removeItem(keyOf(panel))
    } catch {
      // Forbidden: each panel opens with its first tool.
    }
  }, [location, search])
  return (panel) => (panel.path === location ? location + search : panelPlace(panel))
}
