import { useEffect, useState } from 'react'
import { clockTime } from '../../../ui/format.ts'
import type { FrameGrid } from './frame-grid.ts'
import type { Playback } from './playback.ts'

interface TimeProps {
  readonly playback: Playback
  /** The length; 0 if it is not known. */
  readonly seconds: number
}

interface SeekBarProps extends TimeProps {
  readonly video: HTMLVideoElement | null
  readonly grid: FrameGrid
}

/** The position in seconds, for every frame of the screen while it plays, and after every seek. */
function useTime({ time, watchTime }: Playback): number {
  const [at, setAt] = useState(time)
  useEffect(() => {
    setAt(time())
    return watchTime(setAt)
  }, [time, watchTime])
  return at
}

/** Half the width of the thumb: its middle never comes nearer to an end of the track. */
const half = '0.4375rem'

export function SeekBar({ video, playback, seconds, grid }: SeekBarProps) {
  const time = useTime(playback)
  const at = Math.min(time, seconds || 1)
  const frame = grid.isExact ? `, frame ${grid.at(at) + 1} of ${grid.count}` : ''
  const width = (part: number) => ({
    width: `calc(${half} + (100% - 2 * ${half}) * ${seconds > 0 ? part / seconds : 0})`,
  })
  return (
    <div className="group/seek relative h-6 w-full coarse:h-11">
      <div className="pointer-events-none absolute inset-x-0 inset-y-0 my-auto h-1 overflow-hidden rounded-full bg-line">
        <div className="absolute inset-y-0 left-0 bg-line-strong/40" style={width(loadedEnd(video, time))} />
        <div className="absolute inset-y-0 left-0 bg-cable" style={width(at)} />
      </div>
      <input
        type="range"
        data-seek
        aria-label="Seek"
        aria-valuetext={`${clockTime(at)} of ${clockTime(seconds)}${frame}`}
        min={0}
        max={seconds || 1}
        step="any"
        value={at}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
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

interface TimeTextProps extends TimeProps {
  readonly grid?: FrameGrid
}

/** Position, length and, where the file says its frames, the frame's number: where they would take the controls a second line, less of it. */
export function TimeText({ playback, seconds, grid }: TimeTextProps) {
  const time = useTime(playback)
  return (
    <span className="whitespace-nowrap px-1.5 font-mono text-soft text-xs tabular-nums">
      {clockTime(Math.min(time, seconds || time))}
      <span className="text-faint @max-[28.5rem]/player:hidden">
        {' / '}
        {seconds > 0 ? clockTime(seconds) : '–:––'}
      </span>
      {grid?.isExact && (
        <span className="text-faint @max-[36rem]/player:hidden">
          {' · frame '}
          {String(grid.at(time) + 1).padStart(String(grid.count).length, '\u2007')}/{grid.count}
        </span>
      )}
    </span>
  )
}
