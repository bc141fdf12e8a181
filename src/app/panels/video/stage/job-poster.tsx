import { Clapperboard } from 'lucide-react'
import { useCallback, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useAssets } from '../../../run/history/use-assets.ts'
import type { Run } from '../../../run/run.ts'
import { receivedMedia } from '../../../tool/results/media-files.tsx'
import type { Picked } from '../../../tool/results/picked.ts'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { stillOf } from './still-of.ts'

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
