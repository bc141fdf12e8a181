import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** A phone: the form of a tool is a sheet, and the navigation is at the foot. */
export const phoneQuery = '(width < 48rem)'

export function useMedia(query: string): boolean {
  // A list costs much more to make than to read, and it is read at every rendering.
  const list = useMemo(() => matchMedia(query), [query])
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

/** The height of a row that can be pressed, in pixels: a thumb needs more than a mouse. */
export function useRowHeight(): number {
  return useMedia('(pointer: coarse)') ? 44 : 24
}
