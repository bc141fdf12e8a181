import { createContext, type ReactNode, use } from 'react'
import { phoneQuery, useMedia } from './hooks/use-media.ts'
import { PageState, readKept, writeKept } from './page-state.ts'

/** What the stage, which presents a panel to people, gives to that panel. */
export interface OnStage {
  /** In place of the panel's own head. */
  readonly head: ReactNode
  readonly hasPrices: boolean
  /** A tool without a request of its own is presented: its examples are shown. */
  readonly hasExamples: boolean
}

/** Whether a recording is presented: until it is left, the page asks no router about jobs. */
export const isReplaying = new PageState(() => false)

const placeKey = 'patchbay.before-stage'

/** The address to which leaving the stage leads. It is kept in the tab once the stage is entered, for a reload there. */
export const beforeStage = new PageState<string | null>(() => readKept(placeKey, 'sessionStorage'))

export function keepBeforeStage(): void {
  const place = beforeStage.get()
  if (place !== null) writeKept(placeKey, place, 'sessionStorage')
}

/** Undefined in the app itself. */
export const StageContext = createContext<OnStage | undefined>(undefined)

export const useOnStage = (): OnStage | undefined => use(StageContext)

/** Whether prices are shown. */
export const useHasPrices = (): boolean => useOnStage()?.hasPrices ?? true

/** Whether a tool that has no results yet invites to a try. */
export const useHasExamples = (): boolean => useOnStage()?.hasExamples ?? true

/** Whether the form of a tool is a sheet: on phones, and on the stage, whose room belongs to the result. */
export function useIsFormAway(): boolean {
  const isPhone = useMedia(phoneQuery)
  return useOnStage() !== undefined || isPhone
}
