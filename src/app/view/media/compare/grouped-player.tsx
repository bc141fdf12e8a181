import { useCallback, useState } from 'react'
import { useLoaded } from '../../../ui/use-loaded.ts'
import type { MediaFile } from '../media-file.tsx'
import { loadMovie } from '../player/use-video-facts.ts'
import { useBlobUrl } from '../use-picture.ts'
import type { PlayerGroup } from './player-group.ts'

interface GroupedPlayerProps {
  readonly file: MediaFile
  readonly name: string
  readonly group: PlayerGroup
  readonly at: number
  /** Called when the size of a video is known, in pixels. */
  readonly onSize?: (width: number, height: number) => void
}

/** A video that only its group plays. */
export function GroupedPlayer({ file, name, group, at, onSize }: GroupedPlayerProps) {
  const url = useBlobUrl(useLoaded(() => loadMovie(file.blob), [file.blob])?.playable)
  const [broken, setBroken] = useState<string>()
  const hold = useCallback(
    (player: HTMLMediaElement | null) => (player ? group.attach(at, player) : undefined),
    [group, at],
  )
  if (url === undefined) return null
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what a router made has no captions. */}
      <video
        ref={hold}
        src={url}
        aria-label={name}
        preload="auto"
        onError={() => setBroken(url)}
        playsInline
        disablePictureInPicture
        onLoadedMetadata={({ currentTarget }) => onSize?.(currentTarget.videoWidth, currentTarget.videoHeight)}
        className="h-full w-full max-w-none object-contain"
      />
      {broken === url && <p className="text-warning text-xs">The browser cannot play this file.</p>}
    </>
  )
}
