import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

export const inspectorTabs = ['request', 'response', 'events', 'timing', 'router', 'cost'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** The button that opens the drawer: the focus goes back to it. */
export const toggleId = 'inspector-toggle'

/** In pixels. */
export const narrowest = 320

/** How the drawer was left. */
const Place = z.object({
  open: z.boolean(),
  /** In pixels. */
  width: z.number(),
  tab: z.enum(inspectorTabs),
})
type Place = z.infer<typeof Place>

const atFirst: Place = { open: false, width: 380, tab: 'request' }

const shelf = 'patchbay.inspector'
const listeners = new Set<() => void>()
let place: Place | undefined
/** The run that was picked; not kept beyond the page. */
let picked: string | undefined

/** Where the drawer is a sheet: it would cover the panel. */
export const narrow = '(width < 64rem)'

function read(): Place {
  try {
    const kept = Place.parse(JSON.parse(localStorage.getItem(shelf) ?? 'null'))
    // A sheet is opened by a press alone.
    return { ...kept, open: kept.open && !matchMedia(narrow).matches }
  } catch {
    return atFirst
  }
}

const get = (): Place => {
  place ??= read()
  return place
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes how the drawer stands, and keeps it for the next visit where the browser allows it. */
export function setInspector(change: Partial<Place>): void {
  place = { ...get(), ...change }
  try {
    localStorage.setItem(shelf, JSON.stringify(place))
  } catch {
    // It stands as it is for as long as the page does.
  }
  tell()
}

/** Makes a run the one that is looked into; without one it is the newest. */
export function pickRun(id: string | undefined): void {
  picked = id
  tell()
}

export const useInspector = (): Place => useSyncExternalStore(subscribe, get)

export const usePickedRun = (): string | undefined => useSyncExternalStore(subscribe, () => picked)
