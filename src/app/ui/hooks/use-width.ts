import { useCallback, useState } from 'react'

/** The width of an element in whole CSS pixels, 0 until it is measured, which is before the first paint; and the ref that measures it. */
export function useWidth() {
  const [width, setWidth] = useState(0)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const read = () => setWidth(Math.floor(element.getBoundingClientRect().width))
    const watch = new ResizeObserver(read)
    read()
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [width, measure] as const
}
