import * as z from 'zod/mini'
import { keptJson, PageState, usePageState } from '../../ui/page-state.ts'

export const inspectorTabs = ['request', 'response', 'events', 'timing', 'router', 'cost'] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** Id of the button that opens the drawer, which receives the focus when the drawer closes. */
export const toggleId = 'inspector-toggle'

/** Smallest width of the drawer in pixels. */
export const narrowest = 320

/** The drawer's state, kept in `localStorage`. Width in pixels. */
const Place = z.object({ open: z.boolean(), width: z.number(), tab: z.enum(inspectorTabs) })
type Place = z.infer<typeof Place>

const place = keptJson('patchbay.inspector', read)
const picked = new PageState<string | undefined>(() => undefined)

export const narrow = '(width < 64rem)'

function read(kept: unknown): Place {
  const last: Place = Place.safeParse(kept).data ?? { open: false, width: 380, tab: 'request' }
  // A sheet opens only on a press.
  return { ...last, open: last.open && !matchMedia(narrow).matches }
}

export const setInspector = (change: Partial<Place>): void => place.set({ ...place.get(), ...change })

/** Chooses the run to inspect; undefined: the newest. */
export const pickRun = (id: string | undefined): void => picked.set(id)

export function inspectRun(id: string): void {
  pickRun(id)
  setInspector({ open: true })
}

export const useInspector = (): Place => usePageState(place)

export const usePickedRun = (): string | undefined => usePageState(picked)
