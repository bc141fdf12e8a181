import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const near = 48

interface Follow {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** False after the user has scrolled up. */
  readonly following: boolean
  readonly jump: () => void
}

/** Keeps a scroller at its end while content grows, until the user scrolls up; at its start while it is `empty`. */
export function useFollow(holds: 'empty' | 'filled'): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const held = useRef(true)
  const [following, setFollowing] = useState(true)
  const isEmpty = useRef(true)
  useLayoutEffect(() => {
    isEmpty.current = holds === 'empty'
    if (isEmpty.current && scroller.current) scroller.current.scrollTop = 0
  }, [holds])

  const jump = useCallback(() => {
    held.current = true
    setFollowing(true)
    const box = scroller.current
    if (box) box.scrollTop = box.scrollHeight
  }, [])

  useEffect(() => {
    const box = scroller.current
    const inside = content.current
    if (!box || !inside) return
    let top = box.scrollTop
    const onScroll = () => {
      const atEnd = box.scrollHeight - box.clientHeight - box.scrollTop < near
      // Only scrolling up ends it: growing content also moves the end away.
      if (box.scrollTop < top - 1 && !atEnd && !isEmpty.current) held.current = false
      else if (atEnd) held.current = true
      top = box.scrollTop
      setFollowing(held.current)
    }
    const onGrow = new ResizeObserver(() => {
      // Another conversation, all of which can be seen, or none.
      if (isEmpty.current || box.scrollHeight <= box.clientHeight) {
        held.current = true
        setFollowing(true)
      }
      if (held.current && !isEmpty.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', onScroll, { passive: true })
    onGrow.observe(inside)
    onGrow.observe(box)
    return () => {
      box.removeEventListener('scroll', onScroll)
      onGrow.disconnect()
    }
  }, [])

  return { scroller, content, following, jump }
}
