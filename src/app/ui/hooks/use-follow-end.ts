import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Within so many pixels of its end, a scroller is at it. */
const nearEnd = 48
/** Milliseconds for which an input goes on scrolling, since browsers scroll smoothly. */
const glide = 1_000
const inputs = ['wheel', 'touchmove', 'keydown', 'focusin', 'pointerdown', 'pointerup', 'pointercancel'] as const

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
    let end = 0
    let movesUntil = 0
    const note = () => {
      top = box.scrollTop
      end = box.scrollHeight - box.clientHeight
    }
    const onInput = ({ type }: Event) => {
      if (type === 'pointerdown') movesUntil = Number.POSITIVE_INFINITY
      else movesUntil = type.startsWith('pointer') ? 0 : performance.now() + glide
    }
    const look = () => {
      const before = end
      // Only scrolling up ends it: growing content also moves the end away. Where the end has moved, an input must have come before: content that is shorter for a moment, and longer again before the frame, moves the place up too.
      const isScrolledUp = box.scrollTop < top - 1
      note()
      if (end - top < nearEnd) follow(from === 'start' || top > 0)
      else if (isScrolledUp && (end === before || performance.now() < movesUntil)) follow(false)
    }
    const scrolled = new ResizeObserver(look)
    const sizes = new ResizeObserver(() => {
      // Other content, all of which can be seen.
      if (from === 'start' && box.scrollHeight <= box.clientHeight) follow(true)
      if (!follows.current) return
      box.scrollTop = box.scrollHeight
      note()
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
    for (const type of inputs) box.addEventListener(type, onInput, { passive: true })
    return () => {
      for (const type of inputs) box.removeEventListener(type, onInput)
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
