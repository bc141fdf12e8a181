import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The value of the last rendering, for handlers that must keep their identity while it changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
