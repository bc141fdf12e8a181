import { useEffect, useEffectEvent, useRef } from 'react'
import type { VideoFacts } from '#media/video/video-facts.ts'

/** The frames of a video, numbered from 0. */
export interface FrameGrid {
  readonly isExact: boolean
  readonly count: number
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

/**
 * Returns the media time of the frame on the screen, which lags behind the element's clock while it plays. After a seek it is the clock, where
 * the last report may still be of the frame before, and so it is where the browser does not report frames.
 */
export function useFrameTime(video: HTMLVideoElement | null): () => number {
  const reported = useRef<number>(undefined)
  useEffect(() => {
    if (!video) return
    let isSought = false
    const onSeeking = () => {
      isSought = true
      reported.current = undefined
    }
    reported.current = undefined
    video.addEventListener('seeking', onSeeking)
    let request: number | undefined
    if ('requestVideoFrameCallback' in video) {
      request = video.requestVideoFrameCallback(function follow(_, { mediaTime }) {
        if (!video.seeking && !video.paused) isSought = false
        if (!isSought) reported.current = mediaTime
        request = video.requestVideoFrameCallback(follow)
      })
    }
    return () => {
      video.removeEventListener('seeking', onSeeking)
      if (request !== undefined) video.cancelVideoFrameCallback(request)
    }
  }, [video])
  // A seek begins at once, its event comes later.
  return () => (video?.seeking ? undefined : reported.current) ?? video?.currentTime ?? 0
}

/**
 * Seeks to the middle of the frame on the screen when playback pauses: the clock of the element is by then some frames ahead of it, and what
 * reads the clock would name another frame than the one that is seen.
 */
export function useFrameOnPause(video: HTMLVideoElement | null, grid: FrameGrid, frameTime: () => number): void {
  const settle = useEffectEvent(() => {
    if (video && grid.isExact && !video.seeking && !video.ended) video.currentTime = grid.middle(grid.at(frameTime()))
  })
  useEffect(() => {
    const onPause = () => settle()
    video?.addEventListener('pause', onPause)
    return () => video?.removeEventListener('pause', onPause)
  }, [video])
}

export interface VideoFrame {
  readonly blob: Blob
  readonly seconds: number
  /** Its number in the file, from 1; absent where the file does not say its frames. */
  readonly frame?: number
}

/** Takes the frame that the player shows; playback stops. Rejects with a message if the browser cannot read it. */
export type TakeFrame = () => Promise<VideoFrame>

/**
 * A frame of a video as a PNG in the video's own resolution, in the colours in which the browser draws it: the one it shows, or after a seek
 * the one at `at` seconds. Rejects with a message if there is no frame.
 */
export async function frameOf(video: HTMLVideoElement, at?: number): Promise<Blob> {
  if (at !== undefined && at !== video.currentTime) video.currentTime = at
  if (video.seeking) await videoEvent(video, 'seeked')
  if (video.readyState < video.HAVE_CURRENT_DATA) await videoEvent(video, 'loadeddata')
  const { videoWidth: width, videoHeight: height } = video
  const pen = width > 0 && height > 0 ? new OffscreenCanvas(width, height).getContext('2d') : null
  if (!pen) throw new Error('The browser cannot read this frame.')
  pen.drawImage(video, 0, 0, width, height)
  return await pen.canvas.convertToBlob({ type: 'image/png' })
}

/** Resolves with the next event of this kind. Rejects with a message where the video fails or is closed, and with the signal's reason. */
export async function videoEvent(
  video: HTMLVideoElement,
  kind: 'seeked' | 'loadeddata',
  patience?: AbortSignal,
): Promise<void> {
  const ending = new AbortController()
  const next = (target: EventTarget, kind: string) =>
    new Promise((resolve) => target.addEventListener(kind, resolve, { signal: ending.signal }))
  const fails = async (kind: 'error' | 'emptied', words: string) => {
    await next(video, kind)
    throw new Error(words)
  }
  try {
    await Promise.race([
      next(video, kind),
      fails('error', 'The browser cannot play this video.'),
      // A new source, or none.
      fails('emptied', 'The video was closed.'),
      ...(patience ? [next(patience, 'abort').then(() => patience.throwIfAborted())] : []),
    ])
  } finally {
    ending.abort()
  }
}
