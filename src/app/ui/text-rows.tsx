import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useRowWindow } from './hooks/use-row-window.ts'

const rowHeight = 20
/** Before the width is known. */
const someColumns = 60

/** A monospaced text of any length in rows of equal width, of which only the visible ones are rendered. */
export function TextRows({ name, text, className = '' }: { name: string; text: string; className?: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const [columns, setColumns] = useState(someColumns)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () => {
      const letter = (ruler.current?.getBoundingClientRect().width ?? 0) / 10
      if (letter > 0) setColumns(Math.max(20, Math.floor((box.clientWidth - 40) / letter)))
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    return () => sizes.disconnect()
  }, [])
  const starts = useMemo(() => rowStarts(text, columns), [text, columns])
  const { first, last, offset, height } = useRowWindow(scroller, starts.length - 1, rowHeight)
  const rows = Array.from({ length: last - first }, (_, nth) => first + nth)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, of which only a part is drawn.
    <div
      ref={scroller}
      role="region"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard.
      tabIndex={0}
      className={`relative overflow-auto overscroll-contain font-mono text-xs outline-offset-[-2px] ${className}`}
    >
      <span ref={ruler} aria-hidden="true" className="invisible absolute">
        0000000000
      </span>
      <div style={{ height }} className="relative min-w-fit">
        <pre style={{ transform: `translateY(${offset}px)` }} className="px-5">
          {rows.map((row) => (
            <span key={row} className="block h-5 leading-5">
              {text.slice(starts[row], starts[row + 1]).replace(/\r?\n$/, '') || ' '}
            </span>
          ))}
        </pre>
      </div>
    </div>
  )
}

/** Where each row of a text begins when no row is longer than so many characters; the last entry is its end. */
export function rowStarts(text: string, columns: number): readonly number[] {
  const starts: number[] = []
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    starts.push(start)
    for (let at = start + columns; at < end; at += columns) {
      // Never through the middle of a character.
      if (/[\udc00-\udfff]/.test(text.charAt(at))) at += 1
      if (at < end) starts.push(at)
    }
    start = end + 1
  }
  starts.push(text.length)
  return starts
}
