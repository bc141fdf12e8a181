import type { KeyboardEvent, PointerEvent } from 'react'

interface SplitterProps {
  name: string
  /** Width of the part at its right, in pixels. */
  value: number
  min: number
  max: number
  onChange: (width: number) => void
}

const step = 24

/** The left edge of a part at the right, resized by drag or keys; ← makes the part wider. */
export function Splitter({ name, value, min, max, onChange }: SplitterProps) {
  const move = (width: number) => onChange(Math.round(Math.min(max, Math.max(min, width))))
  const onKeyDown = (event: KeyboardEvent) => {
    const widths = new Map(Object.entries({ ArrowLeft: value + step, ArrowRight: value - step, Home: min, End: max }))
    const width = widths.get(event.key)
    if (width === undefined) return
    event.preventDefault()
    move(width)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const drag = (moved: globalThis.PointerEvent) => move(value + from - moved.clientX)
    const drop = () => handle.removeEventListener('pointermove', drag)
    handle.addEventListener('pointermove', drag)
    handle.addEventListener('lostpointercapture', drop, { once: true })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value, which <hr> cannot be.
    <div
      role="separator"
      aria-label={name}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      className="-left-1 coarse:-left-3 absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none transition duration-150 ease-out hover:bg-cable/25 focus-visible:bg-cable/25 coarse:w-6"
    />
  )
}
