import { createContext, type ReactNode, use } from 'react'
import { phoneQuery, useMedia } from './hooks/use-media.ts'

/** What the stage, which presents a panel to people, gives to that panel. */
export interface OnStage {
  /** In place of the panel's own head. */
  readonly head: ReactNode
  readonly hasPrices: boolean
}

/** The key of the tab's storage that has the address to which leaving the stage leads. */
export const beforeStage = 'patchbay.before-stage'

/** Undefined in the app itself. */
export const StageContext = createContext<OnStage | undefined>(undefined)

export const useOnStage = (): OnStage | undefined => use(StageContext)

/** Whether prices are shown. */
export const useHasPrices = (): boolean => useOnStage()?.hasPrices ?? true

/** Whether the form of a tool is a sheet: on phones, and on the stage, whose room belongs to the result. */
export function useIsFormAway(): boolean {
  const isPhone = useMedia(phoneQuery)
  return useOnStage() !== undefined || isPhone
}
