import { Volume2 } from 'lucide-react'
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import type { MediaFile } from '../media-file.tsx'
import { loadMovie } from '../player/use-video-facts.ts'
import { useBlobUrl } from '../use-picture.ts'
import type { PlayerGroup } from './player-group.ts'

export interface ComparedMedium {
  readonly key: string
  readonly file: MediaFile
  readonly name: string
  readonly notes?: ReactNode
  /** Of a sound: it is heard as loud as it is while the levels of the others are matched. */
  readonly level?: 'own'
}

interface MediumNoteProps {
  readonly of: ComparedMedium
  readonly group: PlayerGroup
  readonly at: number
  readonly isSilent?: boolean
}

export function MediumNote({ of: { name, notes }, group, at, isSilent = false }: MediumNoteProps) {
  const isHeard = useSyncExternalStore(group.watch, () => group.shown().heard === at)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5">
      <p className="flex items-center gap-1.5 font-medium text-sm">
        <span className="min-w-0 truncate">{name}</span>
        {isHeard && !isSilent && (
          <Volume2 role="img" aria-hidden={false} aria-label="Heard" size={16} className="shrink-0 text-soft" />
        )}
      </p>
      {notes}
    </div>
  )
}

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
