import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-latest.ts'

/** Browsers draw nothing beyond some sixteen million pixels; a longer list is scrolled faster than it moves. */
const tallest = 15_000_000
/** Pixels above and below the visible part whose rows are rendered too, since the browser scrolls while the page is busy. */
const spareHeight = 256
/** Before the height is known. */
const someHeight = 600

/** The part of a list of rows of one height that is to be drawn. */
interface RowWindow {
  /** The first row to be drawn, and the one behind the last. */
  readonly first: number
  readonly last: number
  /** Pixels from the top of the scrolled content to the first drawn row. */
  readonly offset: number
  readonly height: number
  /** How many rows fit between two pages. */
  readonly page: number
  /** Scrolls as little as is needed to show a row. */
  readonly reveal: (row: number) => void
}

/** Renders only the visible rows of a list of any length. All rows are `rowHeight` pixels high. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const full = count * rowHeight
  const height = Math.min(full, tallest)
  const spare = Math.ceil(spareHeight / rowHeight)
  const [view, setView] = useState({ first: 0, offset: 0, seen: someHeight })
  const latest = useLatest({ full, height, rowHeight })

  const look = useCallback(() => {
    const box = scroller.current
    if (!box) return
    const { full, height, rowHeight } = latest.current
    const seen = box.clientHeight || someHeight
    const top = Math.min(box.scrollTop, Math.max(0, height - seen))
    const wanted = top * stretch(full, height, seen)
    const first = Math.max(0, Math.floor((wanted - spareHeight) / rowHeight))
    const offset = full === height ? first * rowHeight : top - wanted + first * rowHeight
    setView((old) =>
      old.first === first && old.offset === offset && old.seen === seen ? old : { first, offset, seen },
    )
  }, [scroller, latest])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that became shorter is scrolled elsewhere by the browser.
  useLayoutEffect(look, [look, full])
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    // The anchoring of the browser takes rows that are replaced for content that moved, and scrolls back and forth in each frame.
    box.style.overflowAnchor = 'none'
    // Drawn in the frame that is scrolled, and not in the one after it: a leap would show an empty list.
    const scrolled = () => flushSync(look)
    box.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', scrolled)
    }
  }, [scroller, look])

  const reveal = useCallback(
    (row: number) => {
      const box = scroller.current
      if (!box) return
      const { full, height, rowHeight } = latest.current
      const seen = box.clientHeight || someHeight
      const factor = stretch(full, height, seen)
      const top = box.scrollTop * factor
      if (row * rowHeight < top) box.scrollTop = (row * rowHeight) / factor
      else if ((row + 1) * rowHeight > top + seen) box.scrollTop = ((row + 1) * rowHeight - seen) / factor
      look()
    },
    [scroller, look, latest],
  )

  const first = Math.min(view.first, Math.max(0, count - 1))
  const last = Math.min(count, first + Math.ceil(view.seen / rowHeight) + 2 * spare + 1)
  return { first, last, offset: view.offset, height, page: Math.max(1, Math.floor(view.seen / rowHeight) - 1), reveal }
}

/** Pixels of the list per pixel of scrolling. */
function stretch(full: number, height: number, seen: number): number {
  return full === height || height <= seen ? 1 : (full - seen) / (height - seen)
}
