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
  if (video.seeking) await event(video, 'seeked')
  if (video.readyState < video.HAVE_CURRENT_DATA) await event(video, 'loadeddata')
  const { videoWidth: width, videoHeight: height } = video
  const pen = width > 0 && height > 0 ? new OffscreenCanvas(width, height).getContext('2d') : null
  if (!pen) throw new Error('The browser cannot read this frame.')
  pen.drawImage(video, 0, 0, width, height)
  return await pen.canvas.convertToBlob({ type: 'image/png' })
}

function event(video: HTMLVideoElement, name: 'seeked' | 'loadeddata'): Promise<void> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController()
    const { signal } = ending
    const end = (settle: () => void) => () => {
      ending.abort()
      settle()
    }
    video.addEventListener(name, end(resolve), { signal })
    video.addEventListener(
      'error',
      end(() => reject(new Error('The browser cannot play this video.'))),
      { signal },
    )
    // A new source, or none.
    video.addEventListener(
      'emptied',
      end(() => reject(new Error('The video was closed.'))),
      { signal },
    )
  })
}
