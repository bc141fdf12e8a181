import { useState } from 'react'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { useBlobUrl } from '../use-picture.ts'
import { Playback } from './playback.ts'

interface SoundPlayerProps {
  readonly file: MediaFile
  /** Held by what follows the sound. Left out: the player's own. Must keep its identity. */
  readonly playback?: Playback | undefined
}

/** A sound with its controls. */
export function SoundPlayer({ file, playback }: SoundPlayerProps) {
  const url = useBlobUrl(file.blob)
  const [own] = useState(() => new Playback())
  const { attach } = playback ?? own
  const hold = (player: HTMLAudioElement | null) => (player ? attach(player) : undefined)
  return (
    // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
    <audio ref={hold} src={url} aria-label={fileTitle(file)} controls preload="metadata" className="w-full min-w-60" />
  )
}
