import { useSyncExternalStore } from 'react'
import type { MaskDesk } from './mask-desk.ts'

/** Draws the component again whenever something of the desk changed. */
export function useDesk(desk: MaskDesk): void {
  useSyncExternalStore(desk.subscribe, desk.version)
}
