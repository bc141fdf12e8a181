import { useEffect, useRef } from 'react'

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
