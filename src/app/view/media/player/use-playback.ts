import { useEffect, useRef, useState } from 'react'
import { soundsAlone } from '../one-sound.ts'

/** What the controls show of a video element. */
export interface Playback {
  readonly isPlaying: boolean
  readonly isMuted: boolean
  readonly volume: number
  readonly speed: number
  /** Length in seconds; 0 if it is not known. */
  readonly seconds: number
  readonly width: number
  readonly height: number
  /** Whether it has been played or moved: the first frame is then no longer the poster. */
  readonly isStarted: boolean
  readonly isFailed: boolean
}

const idle: Playback = {
  ...{ isPlaying: false, isMuted: false, volume: 1, speed: 1, seconds: 0, width: 0, height: 0 },
  ...{ isStarted: false, isFailed: false },
}

const events = [
  'play',
  'pause',
  'ended',
  'volumechange',
  'ratechange',
  'durationchange',
  'loadedmetadata',
  'resize',
  'error',
]

/** Follows a video element. Its position is not part of it: see `useShownTime`. */
export function usePlayback(video: HTMLVideoElement | null): Playback {
  const [playback, setPlayback] = useState(idle)
  useEffect(() => {
    if (!video) return
    const ending = new AbortController()
    const { signal } = ending
    const read = () =>
      setPlayback((last) => ({
        isPlaying: !video.paused && !video.ended,
        isMuted: video.muted || video.volume === 0,
        volume: video.volume,
        speed: video.playbackRate,
        seconds: Number.isFinite(video.duration) ? video.duration : 0,
        width: video.videoWidth,
        height: video.videoHeight,
        isStarted: last.isStarted || !video.paused || video.currentTime > 0,
        isFailed: video.error !== null,
      }))
    for (const name of [...events, 'seeking']) video.addEventListener(name, read, { signal })
    const end = soundsAlone(video)
    read()
    return () => {
      ending.abort()
      end()
    }
  }, [video])
  return playback
}

/** The position in seconds, once a frame of the screen while it plays, and after every seek. */
export function useShownTime(video: HTMLVideoElement | null, isPlaying: boolean): number {
  const [time, setTime] = useState(0)
  useEffect(() => {
    if (!video) return
    const ending = new AbortController()
    const read = () => setTime(video.currentTime)
    for (const name of ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'])
      video.addEventListener(name, read, { signal: ending.signal })
    read()
    return () => ending.abort()
  }, [video])
  useEffect(() => {
    if (!video || !isPlaying) return
    let request = requestAnimationFrame(function follow() {
      setTime(video.currentTime)
      request = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(request)
  }, [video, isPlaying])
  return time
}

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
