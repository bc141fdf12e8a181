import { useSyncExternalStore } from 'react'
import { clockTime } from '../../../ui/format.ts'
import type { Region } from './playback.ts'
import { marksBetween } from './ruler.ts'
import type { WaveView } from './wave-view.ts'

/** The time axis. Marks are at least 72 px apart. */
export function WaveRuler({ view }: { readonly view: WaveView }) {
  const { left } = useSyncExternalStore(view.watch, view.shown)
  const { scale, width } = view
  if (scale <= 0) return null
  return marksBetween(left, left + width / scale, 72 / scale).map(({ at, words }) => (
    <span
      key={at}
      style={{ transform: `translateX(${view.xOf(at)}px)` }}
      className="pointer-events-none absolute top-0 left-0 h-full border-line border-l pl-1 font-mono text-2xs text-faint leading-4 tabular-nums"
    >
      {words}
    </span>
  ))
}

interface WaveRegionProps {
  readonly region: Region
  readonly view: WaveView
}

const edge = 'pointer-events-auto absolute inset-y-0 w-2 cursor-ew-resize border-cable coarse:w-6'

/** The part that is repeated, with an edge at each end that can be dragged (`data-edge`). */
export function WaveRegion({ region, view }: WaveRegionProps) {
  useSyncExternalStore(view.watch, view.shown)
  const [from, to] = [view.xOf(region.from), view.xOf(region.to)]
  return (
    <div
      title={`Loop: ${clockTime(region.from)} to ${clockTime(region.to)}`}
      style={{ transform: `translateX(${from}px)`, width: Math.max(1, to - from) }}
      className="pointer-events-none absolute inset-y-0 left-0 bg-cable/15"
    >
      <div data-edge="from" className={`${edge} -left-px border-l-2`} />
      <div data-edge="to" className={`${edge} -right-px border-r-2`} />
    </div>
  )
}
