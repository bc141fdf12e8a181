/** Width and height of a still in pixels: twice its size on the screen. */
const [width, height] = [128, 72]
/** Ms after which a video that does not load has none. */
const patience = 10_000

/** By the hash of the video. */
const stills = new Map<string, Promise<string | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/** A still from the first half of a video, as a data URL of some kB; undefined where the browser cannot decode it. One video at a time. */
export function stillOf(sha256: string, blob: Blob): Promise<string | undefined> {
  const known = stills.get(sha256)
  if (known !== undefined) return known
  const still = last.then(() => draw(blob).catch(() => undefined))
  last = still
  stills.set(sha256, still)
  return still
}

async function draw(blob: Blob): Promise<string | undefined> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = URL.createObjectURL(blob)
  try {
    await happened(video, 'loadeddata')
    const seeked = happened(video, 'seeked')
    video.currentTime = Math.min(1, video.duration / 4 || 0)
    await seeked
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const scale = Math.max(width / video.videoWidth, height / video.videoHeight)
    const [wide, high] = [video.videoWidth * scale, video.videoHeight * scale]
    canvas.getContext('2d')?.drawImage(video, (width - wide) / 2, (height - high) / 2, wide, high)
    return canvas.toDataURL('image/jpeg', 0.7)
  } finally {
    URL.revokeObjectURL(video.src)
    video.removeAttribute('src')
    video.load()
  }
}

function happened(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(fail, patience)
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    video.addEventListener(event, end(done), { once: true })
    video.addEventListener('error', end(fail), { once: true })
  })
}
