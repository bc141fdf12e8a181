import { useEffect, useState, useSyncExternalStore } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { GroupedPlayer } from '../../../view/media/compare/compared-medium.tsx'
import { GroupControls, groupKeys } from '../../../view/media/compare/group-controls.tsx'
import { groupPlayback, PlayerGroup } from '../../../view/media/compare/player-group.ts'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { runByKey } from '../../../view/media/player/player-key.ts'
import { useSoundShape } from '../../../view/media/sound/sound-shape.ts'
import { Waveform } from '../../../view/media/sound/waveform.tsx'
import { DubScript } from './dub-script.tsx'
import type { DubPart } from './dub-told.ts'

/** The original of a dub, or a dub of it. */
export interface DubTrack {
  readonly key: string
  readonly name: string
  readonly file: MediaFile
  /** Of a dub. */
  readonly parts?: readonly DubPart[]
}

interface DubPlayerProps {
  /** The original first, where it is here. */
  readonly tracks: readonly DubTrack[]
  /** The place of the first dub. */
  readonly first: number
}

const isVideo = ({ file }: DubTrack) => mediaKind(file.type) === 'video'

/**
 * A dub and its original at the same position: the picture stays, the sound and its waveform switch. Below it, what is said in each part, which follows the
 * position and leads to it.
 */
export function DubPlayer({ tracks, first }: DubPlayerProps) {
  const [group] = useState(() => new PlayerGroup())
  useEffect(() => group.set({ heard: first }), [group, first])
  const heard = useSyncExternalStore(group.watch, () => group.shown().heard)
  const [read, setRead] = useState(first)
  // The script stays that of the dub before while the original is heard.
  if (heard !== undefined && heard >= first && heard !== read) setRead(heard)
  const heardTrack = heard === undefined ? undefined : tracks[heard]
  const seen = heardTrack && isVideo(heardTrack) ? heardTrack : tracks.find(isVideo)
  const { name = '', parts = [] } = tracks[read] ?? {}
  // The waveform stays that of the dub before while nothing is heard.
  const sounding = heardTrack ?? tracks[read]
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset; and no landmark, since a page has one for each dub.
    <div
      role="group"
      aria-label="Original and dub"
      onKeyDown={(event) => runByKey(event, groupKeys(group, tracks.length, undefined))}
      className="grid min-w-0 grid-cols-1 gap-3"
    >
      <div
        className={
          seen
            ? 'grid aspect-video max-h-[min(50svh,28rem)] min-h-0 w-full grid-rows-[minmax(0,1fr)] rounded-md bg-sunken'
            : 'hidden'
        }
      >
        {tracks.map((track, at) => (
          <div key={track.key} className={track === seen ? 'min-h-0 [grid-area:1/1]' : 'hidden'}>
            <GroupedPlayer group={group} at={at} file={track.file} name={track.name} />
          </div>
        ))}
      </div>
      {sounding && !seen && <TrackWave key={sounding.key} group={group} track={sounding} />}
      <GroupControls group={group} names={tracks.map((track) => track.name)} frameRate={undefined} />
      {parts.length > 0 && <DubScript group={group} name={name} parts={parts} />}
    </div>
  )
}

/** The waveform of the track that is heard, at the group's position. */
function TrackWave({ group, track: { file, name } }: { group: PlayerGroup; track: DubTrack }) {
  const [playback] = useState(() => groupPlayback(group))
  const shape = useSoundShape(file.blob, file.type)
  const length = useSyncExternalStore(group.watch, () => group.shown().length)
  return <Waveform {...{ shape, playback }} label={`Seek in ${name}`} seconds={length} height={56} />
}
