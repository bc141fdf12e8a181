import { type KeyboardEvent, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { GroupControls } from './group-controls.tsx'
import { playByKey } from './group-keys.ts'
import { GroupedPlayer } from './grouped-player.tsx'
import { type ComparedMedium, MediumNote } from './medium-note.tsx'
import { PlayerGroup } from './player-group.ts'
import { VideoStage } from './video-stage.tsx'

interface ComparePlayersProps {
  /** Two to four, all videos or all sounds. */
  readonly media: readonly ComparedMedium[]
}

/** Frames per second where the files do not say it. */
const usualRate = 24

/** Videos or sounds that play as one, with one set of controls; one of them is heard. */
export function ComparePlayers({ media }: ComparePlayersProps) {
  const [group] = useState(() => new PlayerGroup())
  const isVideo = media.every(({ file }) => mediaKind(file.type) === 'video')
  const frameRate = isVideo ? usualRate : undefined
  const press = (event: KeyboardEvent) => {
    if (playByKey(event, { group, count: media.length, frameRate })) event.stopPropagation()
  }
  return (
    // The keys hold for the whole comparison.
    <section
      aria-label={isVideo ? 'Videos compared' : 'Sounds compared'}
      onKeyDown={press}
      className="grid grid-cols-1 gap-3"
    >
      {isVideo ? (
        <VideoStage media={media} group={group} />
      ) : (
        <ul aria-label="Sounds" className="grid gap-4 sm:grid-cols-2">
          {media.map((one, at) => (
            <li key={one.key} className="min-w-0">
              <GroupedPlayer {...{ group, at }} file={one.file} name={one.name} />
              <MediumNote of={one} group={group} at={at} />
            </li>
          ))}
        </ul>
      )}
      <GroupControls {...{ group, frameRate }} names={media.map(({ name }) => name)} />
    </section>
  )
}
