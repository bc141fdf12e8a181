import { clockTime } from '../../../ui/format.ts'
import type { FrameGrid } from './frame-grid.ts'
import { useShownTime } from './use-playback.ts'

interface TimelineProps {
  readonly video: HTMLVideoElement | null
  readonly isPlaying: boolean
  readonly seconds: number
  readonly grid: FrameGrid
}

/** Half the width of the thumb: its middle never comes nearer to an end of the track. */
const half = '0.4375rem'

/** The seek bar of a video. */
export function SeekBar({ video, isPlaying, seconds, grid }: TimelineProps) {
  const time = useShownTime(video, isPlaying)
  const frame = grid.isExact ? `, frame ${grid.at(Math.min(time, seconds || 1)) + 1} of ${grid.count}` : ''
  return (
    <SeekTrack
      {...{ time, seconds }}
      loaded={loadedEnd(video, time)}
      says={frame}
      onSeek={(to) => {
        if (video) video.currentTime = to
      }}
    />
  )
}

interface SeekTrackProps {
  /** In seconds, as all others. */
  readonly time: number
  readonly seconds: number
  readonly loaded?: number
  /** Follows the times in what is announced. */
  readonly says?: string
  readonly onSeek: (to: number) => void
}

/** A seek bar. Keys are the player's. */
export function SeekTrack({ time, seconds, loaded = 0, says = '', onSeek }: SeekTrackProps) {
  const at = Math.min(time, seconds || 1)
  const width = (part: number) => ({
    width: `calc(${half} + (100% - 2 * ${half}) * ${seconds > 0 ? part / seconds : 0})`,
  })
  return (
    <div className="group/seek relative h-6 w-full coarse:h-11">
      <div className="pointer-events-none absolute inset-x-0 inset-y-0 my-auto h-1 overflow-hidden rounded-full bg-line">
        <div className="absolute inset-y-0 left-0 bg-line-strong/40" style={width(loaded)} />
        <div className="absolute inset-y-0 left-0 bg-cable" style={width(at)} />
      </div>
      <input
        type="range"
        data-seek
        aria-label="Seek"
        aria-valuetext={`${clockTime(at)} of ${clockTime(seconds)}${says}`}
        min={0}
        max={seconds || 1}
        step="any"
        value={at}
        onChange={(event) => onSeek(Number(event.currentTarget.value))}
        className="absolute inset-0 m-0 w-full cursor-pointer appearance-none rounded-md bg-transparent [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-cable [&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-cable"
      />
    </div>
  )
}

/** How far it is loaded around a position, in seconds. */
function loadedEnd(video: HTMLVideoElement | null, time: number): number {
  const { buffered } = video ?? {}
  for (let n = 0; n < (buffered?.length ?? 0); n += 1)
    if (buffered && buffered.start(n) <= time && time <= buffered.end(n)) return buffered.end(n)
  return 0
}

/** Position, length and, where the file says its frames, the frame's number: where they would take the controls a second line, less of it. */
export function TimeText({ video, isPlaying, seconds, grid }: TimelineProps) {
  const time = useShownTime(video, isPlaying)
  const digits = String(grid.count).length
  return (
    <span className="whitespace-nowrap px-1.5 font-mono text-soft text-xs tabular-nums">
      {clockTime(Math.min(time, seconds || time))}
      <span className="text-faint @max-[28.5rem]/player:hidden">
        {' / '}
        {clockTime(seconds)}
      </span>
      {grid.isExact && (
        <span className="text-faint @max-[36rem]/player:hidden">
          {' · frame '}
          {String(grid.at(time) + 1).padStart(digits, '\u2007')}/{grid.count}
        </span>
      )}
    </span>
  )
}
