import { useEffect, useEffectEvent, useRef } from 'react'
import type { FrameGrid } from './frame-grid.ts'

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
