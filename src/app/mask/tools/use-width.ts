import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of an element in CSS pixels, 0 until it is measured, before the first paint. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const seen = element.current
    if (!seen) return undefined
    const measure = () => setWidth(Math.floor(seen.getBoundingClientRect().width))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(seen)
    return () => sizes.disconnect()
  }, [element])
  return width
}
