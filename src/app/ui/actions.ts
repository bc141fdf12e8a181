import { useEffect } from 'react'
import { useLatest } from './hooks/use-latest.ts'

/** Something that can be done on the page as it is, offered by the command palette. */
export interface Action {
  readonly name: string
  readonly detail?: string | undefined
  /** The keys that do the same: `Ctrl ↵`. */
  readonly keys?: string | undefined
  readonly run: () => void
}

const mounted = new Set<{ readonly current: readonly Action[] }>()

/** Offers actions in the command palette while mounted. They are read when the palette opens, so registering renders nothing. */
export function useActions(actions: readonly Action[]): void {
  const latest = useLatest(actions)
  useEffect(() => {
    mounted.add(latest)
    return () => void mounted.delete(latest)
  }, [latest])
}

/** The actions of all mounted components, in the order in which they mounted. */
export const mountedActions = (): readonly Action[] => [...mounted].flatMap(({ current }) => current)

let hiding = 0

/** Leaves models and runs out of the command palette while mounted: a blind vote must not be told by them. */
export function useHiddenNames(isHidden: boolean): void {
  useEffect(() => {
    if (!isHidden) return undefined
    hiding += 1
    return () => {
      hiding -= 1
    }
  }, [isHidden])
}

export const areNamesHidden = (): boolean => hiding > 0
