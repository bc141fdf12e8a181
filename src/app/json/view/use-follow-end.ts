import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** So near to the end, in pixels, it is followed. */
const near = 40

/** Keeps a list that grows at its end, until the person scrolls up. */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, growing: boolean, rows: object): void {
  const follows = useRef(true)
  useEffect(() => {
    const box = scroller.current
    if (!box || !growing) return
    const scrolled = () => {
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < near
    }
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => box.removeEventListener('scroll', scrolled)
  }, [scroller, growing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are what moves the end.
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && growing && follows.current) box.scrollTop = box.scrollHeight
  }, [scroller, growing, rows])
}
