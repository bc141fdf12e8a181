import { useSyncExternalStore } from 'react'
import type { SoundLevel } from '#media/audio/peaks.ts'
import { clockTime, playTime } from '../../../ui/format.ts'
import type { Region } from '../player/playback.ts'
import type { WaveView } from './wave-view.ts'

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600]

interface Mark {
  readonly at: number
  /** `1:05`, and fractions where marks are closer than a second. */
  readonly words: string
}

/** The marks of a time axis between two seconds, at least `apart` seconds from each other. */
export function marksBetween(from: number, to: number, apart: number): readonly Mark[] {
  const step = steps.find((one) => one >= apart) ?? 3600
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, n) => {
    const at = (first + n) * step
    const [whole, ...fraction] = at.toFixed(digits).split('.')
    return { at, words: [playTime(Number(whole)), ...fraction].join('.') }
  })
}

/** The marks of the time axis, at least 72 px apart, which scroll with the content: drawn a page ahead and behind, anew for each page. */
export function WaveRuler({ view }: { readonly view: WaveView }) {
  const { width } = view
  const page = useSyncExternalStore(view.watch, () => Math.floor((view.shown().left * view.scale) / (view.width || 1)))
  const scale = useSyncExternalStore(view.watch, () => view.scale)
  if (scale <= 0) return null
  const [from, to] = [Math.max(0, page - 1), page + 2].map((edge) => (edge * width) / scale)
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-x-0 top-0 h-4 overflow-hidden">
      {marksBetween(from ?? 0, Math.min(to ?? 0, view.seconds), 72 / scale)
        // A mark whose words the end would cut off is left out: a character is at most 7 px wide.
        .filter(({ at, words }) => words.length * 7 + 6 <= (view.seconds - at) * scale)
        .map(({ at, words }) => (
          <span
            key={at}
            style={{ left: at * scale }}
            className="absolute top-0 h-full border-line border-l pl-1 font-mono text-2xs text-faint leading-4 tabular-nums"
          >
            {words}
          </span>
        ))}
    </div>
  )
}

const edge = 'pointer-events-auto absolute inset-y-0 w-2 cursor-ew-resize border-cable coarse:w-6'

/** The part that is repeated, with an edge at each end that can be dragged (`data-edge`). */
export function WaveRegion({ region, view }: { readonly region: Region; readonly view: WaveView }) {
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

/** Marks silence at the beginning and at the end, from a tenth of a second on; it scrolls with the content. */
export function WaveSilence({ level: { quietStart, quietEnd }, seconds }: { level: SoundLevel; seconds: number }) {
  const part = (length: number) => (length >= 0.1 ? `${Math.min(100, (length / seconds) * 100)}%` : 0)
  const look = 'pointer-events-none absolute bottom-0 h-1 bg-warning/50'
  return (
    <>
      <div title="Silence" className={`${look} left-0`} style={{ width: part(quietStart) }} />
      <div title="Silence" className={`${look} right-0`} style={{ width: part(quietEnd) }} />
    </>
  )
}
