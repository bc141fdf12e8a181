import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Within so many pixels of its end, a scroller is at it. */
const nearEnd = 48

/**
 * Keeps a scroller at the end of what grows in its first child until the user scrolls up: from the start, or, `once there`, after the user has
 * scrolled to the end.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, from: 'start' | 'once there' | 'never') {
  const follows = useRef(false)
  const [isFollowing, setFollowing] = useState(true)
  const follow = useCallback((next: boolean) => {
    follows.current = next
    setFollowing(next)
  }, [])
  useEffect(() => {
    const box = scroller.current
    if (!box?.firstElementChild || from === 'never') return
    follow(from === 'start')
    let top = box.scrollTop
    const look = () => {
      // Only scrolling up ends it: growing content also moves the end away.
      if (box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd) follow(from === 'start' || box.scrollTop > 0)
      else if (box.scrollTop < top - 1) follow(false)
      top = box.scrollTop
    }
    const scrolled = new ResizeObserver(look)
    const sizes = new ResizeObserver(() => {
      // Other content, all of which can be seen.
      if (from === 'start' && box.scrollHeight <= box.clientHeight) follow(true)
      if (!follows.current) return
      box.scrollTop = box.scrollHeight
      top = box.scrollTop
      // The browser's own event comes a frame later, until when a row window would show no rows here.
      box.dispatchEvent(new Event('scroll'))
    })
    // An observer calls for what it observes anew once the frame is laid out: the event comes earlier, and reading the place then would lay out text that has only begun to change.
    const lookLater = ({ isTrusted }: Event) => {
      if (!isTrusted) return
      scrolled.unobserve(box)
      scrolled.observe(box)
    }
    // A list that shrinks for what was opened from it shows that row.
    if (from === 'start') sizes.observe(box)
    sizes.observe(box.firstElementChild)
    box.addEventListener('scroll', lookLater, { passive: true })
    return () => {
      scrolled.disconnect()
      // What came last, with which the following ends.
      if (follows.current) box.scrollTop = box.scrollHeight
      sizes.disconnect()
      box.removeEventListener('scroll', lookLater)
    }
  }, [scroller, from, follow])
  return {
    isFollowing: isFollowing || from === 'never',
    jump(): void {
      follow(true)
      scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
    },
  }
}
