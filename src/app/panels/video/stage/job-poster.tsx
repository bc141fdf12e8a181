import { Clapperboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { receivedMedia } from '../../../tool/results/media-files.tsx'
import type { Picked } from '../../../tool/results/picked.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { videoEvent } from '../../../view/media/player/video-frames.ts'

interface JobPosterProps {
  readonly run: Run
  readonly title: string
  readonly picked: Picked
}

/** A small still of a finished video with the box that selects it for comparison; before that, a mark. Read when it is scrolled into view. */
export function JobPoster(props: JobPosterProps) {
  const [isSeen, setSeen] = useState(false)
  const watch = useCallback((box: HTMLElement | null) => {
    if (!box) return
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    seen.observe(box)
    return () => seen.disconnect()
  }, [])
  return (
    <span
      ref={watch}
      className="relative grid h-9 w-16 shrink-0 place-items-center overflow-hidden rounded-[4px] bg-sunken text-faint"
    >
      <Clapperboard size={16} />
      {isSeen && props.run.status === 'completed' && <Still {...props} />}
    </span>
  )
}

function Still({ run, title, picked }: JobPosterProps) {
  const files = receivedMedia(run.result, useAssets(run) ?? []).map(({ file }) => file)
  const place = files.findIndex((one) => one && mediaKind(one.type) === 'video')
  const file = files[place]
  const url = useLoaded(file && (() => stillOf(file.sha256, file.blob)), [file?.sha256])
  if (!file) return null
  return (
    <>
      {url !== undefined && <img src={url} alt="" className="absolute inset-0 size-full object-cover" />}
      <label className="absolute inset-0 grid place-items-center opacity-0 transition duration-150 ease-out focus-within:opacity-100 has-checked:opacity-100 group-hover/row:opacity-100 coarse:opacity-100">
        <input
          type="checkbox"
          aria-label={`Select ${title} to compare`}
          title="Select to compare"
          checked={picked.isChosen(run, { place, file })}
          onChange={() => picked.flip(run, { place, file })}
          className="size-4 accent-cable"
        />
      </label>
    </>
  )
}

/** Width and height of a still in pixels: twice its size on the screen. */
const [width, height] = [128, 72]
/** Ms after which a video that does not load has none. */
const patience = 10_000

const stills = new Map<string, Promise<string | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/** A still from the first half of a video, as a data URL of some kB; undefined where the browser cannot decode it. One video at a time. */
function stillOf(sha256: string, blob: Blob): Promise<string | undefined> {
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
    await videoEvent(video, 'loadeddata', AbortSignal.timeout(patience))
    const seeked = videoEvent(video, 'seeked', AbortSignal.timeout(patience))
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
