import { useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { useLoaded } from '../../../ui/hooks/use-loaded.ts'
import { runByKey } from '../player/player-key.ts'
import { loadVideoFacts } from '../player/use-video-facts.ts'
import type { ComparedMedium } from './compared-medium.tsx'
import { ComparedSounds } from './compared-sounds.tsx'
import { ComparedVideos } from './compared-videos.tsx'
import { GroupControls, groupKeys } from './group-controls.tsx'
import { PlayerGroup } from './player-group.ts'

interface ComparePlayersProps {
  /** Two to six, all of them videos, or the sounds of files. */
  readonly media: readonly ComparedMedium[]
  readonly heard?: number
}

/** Frames per second where no file says it. */
const usualRate = 24

function useFacts(media: readonly ComparedMedium[], isVideo: boolean) {
  const load = () => Promise.all(media.map(({ file }) => (isVideo ? loadVideoFacts(file.blob) : undefined)))
  return useLoaded(load, [media.map(({ key }) => key).join()])
}

export function ComparePlayers({ media, heard = 0 }: ComparePlayersProps) {
  const [group] = useState(() => new PlayerGroup(heard))
  const isVideo = media.every(({ file }) => mediaKind(file.type) === 'video')
  const facts = useFacts(media, isVideo)
  // Steps of the highest rate miss no frame of any.
  const frameRate = isVideo ? Math.max(0, ...(facts ?? []).map((one) => one?.frameRate ?? 0)) || usualRate : undefined
  const isSilent = isVideo && facts?.every((one) => one !== undefined && one.audio === undefined) === true
  if (isVideo && !facts) return null
  return (
    // The keys hold for the whole comparison.
    <section
      aria-label={isVideo ? 'Videos compared' : 'Sounds compared'}
      onKeyDown={(event) => runByKey(event, groupKeys(group, isSilent ? 0 : media.length, frameRate))}
      className="grid grid-cols-1 gap-3"
    >
      {isVideo ? (
        <ComparedVideos {...{ media, group, isSilent }} size={facts?.[0]?.size} />
      ) : (
        <ComparedSounds {...{ media, group }} />
      )}
      <GroupControls {...{ group, frameRate }} names={isSilent ? [] : media.map(({ name }) => name)} />
    </section>
  )
}
