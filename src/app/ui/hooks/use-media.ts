import { useCallback, useSyncExternalStore } from 'react'

/** A phone: the form of a tool is a sheet, and the navigation is at the foot. */
export const phoneQuery = '(width < 48rem)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** The height of a row that can be pressed, in pixels: a thumb needs more than a mouse. */
export function useRowHeight(): number {
  return useMedia('(pointer: coarse)') ? 44 : 24
}
