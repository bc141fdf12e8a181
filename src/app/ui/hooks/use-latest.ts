import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** The value of the last rendering, for handlers that must keep their identity while it changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** A handler of one identity for memoised parts, which calls that of the last rendering. */
export function useSteady<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useLatest(act)
  return useCallback((...args) => latest.current(...args), [latest])
}
