import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Playback } from '../../../view/media/player/playback.ts'
import { lastBefore, type Segment } from './text/transcript.ts'

/** For how many seconds after its end a segment stays marked. */
const after = 1

/** Marks the current row and word by attributes, without rendering, each frame. Scrolling stops with the person's own scrolling. */
export function useFollowPlayback(
  box: RefObject<HTMLElement | null>,
  playback: Playback | undefined,
  segments: readonly Segment[],
) {
  const [isFollowing, setFollowing] = useState(true)
  const now = useRef<{ row?: Element | undefined; word?: Element | undefined }>({})
  const revealNow = useEffectEvent((row: Element) => isFollowing && reveal(box.current, row))
  useEffect(() => {
    if (!playback) return
    const timed = segments.flatMap(({ start, end }, place) => (start === undefined ? [] : [{ place, start, end }]))
    const starts = timed.map(({ start }) => start)
    const mark = (seconds: number) => {
      // Before it was played or sought, nothing sounds.
      const isFresh = seconds === 0 && !playback.shown().playing
      const at = isFresh ? undefined : timed[lastBefore(starts, seconds)]
      const isOver = at?.end !== undefined && seconds > at.end + after
      const row = at && !isOver ? rowOf(box.current, at.place) : undefined
      const isNew = row !== now.current.row
      if (isNew) {
        now.current.row?.removeAttribute('aria-current')
        row?.setAttribute('aria-current', 'true')
      }
      const words = row ? [...row.querySelectorAll<HTMLElement>('[data-at]')] : []
      const word =
        words[
          lastBefore(
            words.map(({ dataset }) => Number(dataset.at)),
            seconds,
          )
        ]
      if (word !== now.current.word) {
        now.current.word?.removeAttribute('data-now')
        word?.setAttribute('data-now', '')
      }
      now.current = { row, word }
      if (isNew && row) revealNow(row)
    }
    mark(playback.time())
    return playback.watchTime(mark)
  }, [box, playback, segments])
  return {
    isFollowing,
    stay: () => setFollowing(false),
    follow: () => {
      setFollowing(true)
      if (now.current.row) reveal(box.current, now.current.row)
    },
  }
}

export const rowOf = (box: HTMLElement | null, place: number): HTMLElement | undefined =>
  box?.querySelector<HTMLElement>(`[data-row="${place}"]`) ?? undefined

/** Scrolls the box alone, never the page, so that a row stands in its upper third; not where it is there already. */
export function reveal(box: HTMLElement | null, row: Element): void {
  if (!box) return
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
  const isSeen = inner.top >= outer.top && inner.bottom <= outer.top + outer.height * 0.75
  if (isSeen) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  box.scrollBy?.({ top: inner.top - outer.top - outer.height / 4, behavior })
}
