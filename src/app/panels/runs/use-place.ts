import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { type Place, readPlace, writePlace } from './place.ts'

export type Go = (next: Partial<Place>, how?: 'push' | 'replace') => void

/** What the address names, and the function that changes it. */
export function usePlace(): readonly [place: Place, go: Go] {
  const [params, setParams] = useSearchParams()
  const place = useMemo(() => readPlace(params), [params])
  const go = useCallback<Go>(
    (next, how = 'push') =>
      setParams((now) => writePlace({ ...readPlace(now), ...next }), { replace: how === 'replace' }),
    [setParams],
  )
  return [place, go]
}
