import type { VideoFacts } from '#media/video/video-facts.ts'

/** The frames of a video, numbered from 0. */
export interface FrameGrid {
  /** Whether the numbers are those of the file, and not of an assumed rate. */
  readonly isExact: boolean
  readonly count: number
  /** The number of the frame that is shown at a time in seconds. */
  readonly at: (seconds: number) => number
  /** A time in the middle of a frame: a seek to its very beginning may show the one before it, since times are rounded. */
  readonly middle: (frame: number) => number
}

/** Assumed where a file does not say its rate: half a frame of the usual rates is skipped at most. */
const assumedRate = 30

/** Differences between the clock of the element and the times in the file. */
const tolerance = 1e-4

/** Seconds behind the beginning of a frame: further on, Chromium may show the next one, where the file states a gap between both. */
const longestAim = 0.02

/** The grid by the file's own times, else by its rate. `seconds` is the length of the video. */
export function frameGrid(
  { frames, frameRate = assumedRate }: Partial<Pick<VideoFacts, 'frames' | 'frameRate'>>,
  seconds: number,
): FrameGrid {
  if (frames === undefined || frames.length === 0) {
    const count = Math.max(1, Math.round(seconds * frameRate))
    return {
      ...{ isExact: false, count },
      at: (time) => within(Math.floor((time + tolerance) * frameRate), count),
      middle: (frame) => (within(frame, count) + 0.5) / frameRate,
    }
  }
  const begins = (frame: number) => frames[frame] ?? seconds
  return {
    ...{ isExact: true, count: frames.length },
    at: (time) => {
      let [low, high] = [0, frames.length - 1]
      while (low < high) {
        const half = Math.ceil((low + high) / 2)
        if (begins(half) <= time + tolerance) low = half
        else high = half - 1
      }
      return low
    },
    middle: (frame) => {
      const here = within(frame, frames.length)
      const next = Math.max(begins(here + 1), begins(here))
      return begins(here) + Math.min((next - begins(here)) / 2, longestAim)
    },
  }
}

const within = (frame: number, count: number) => Math.min(Math.max(frame, 0), count - 1)
