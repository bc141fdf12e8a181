import { useEffect, useState, useSyncExternalStore } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { clockTime } from '../../../ui/format.ts'
import { GroupedPlayer } from '../../../view/media/compare/compared-medium.tsx'
import { GroupControls, groupKeys } from '../../../view/media/compare/group-controls.tsx'
import { groupPlayback, PlayerGroup } from '../../../view/media/compare/player-group.ts'
import type { MediaFile } from '../../../view/media/media-file.tsx'
import { runByKey } from '../../../view/media/player/player-key.ts'
import { useSoundShape } from '../../../view/media/sound/sound-shape.ts'
import { Waveform } from '../../../view/media/sound/waveform.tsx'
import type { DubPart } from './dub-reply.ts'

interface DubTrack {
  readonly key: string
  readonly name: string
  readonly file: MediaFile
  readonly parts?: readonly DubPart[]
}

interface DubPlayerProps {
  readonly tracks: readonly DubTrack[]
  readonly first: number
}

const isVideo = ({ file }: DubTrack) => mediaKind(file.type) === 'video'

/** A dub and its original at one position: the picture stays, sound and waveform switch. The script below follows and seeks. */
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

function TrackWave({ group, track: { file, name } }: { group: PlayerGroup; track: DubTrack }) {
  const [playback] = useState(() => groupPlayback(group))
  const shape = useSoundShape(file.blob, file.type)
  const length = useSyncExternalStore(group.watch, () => group.shown().length)
  return <Waveform {...{ shape, playback }} label={`Seek in ${name}`} seconds={length} height={56} />
}

interface DubScriptProps {
  readonly group: PlayerGroup
  readonly name: string
  readonly parts: readonly DubPart[]
}

/** What was said and what is said in each part of a dub, side by side; a press plays from there. */
function DubScript({ group, name, parts }: DubScriptProps) {
  const now = useSyncExternalStore(group.watch, () => {
    const { position } = group.shown()
    return parts.findIndex(({ start, end }) => position >= start && position < end)
  })
  const hasSource = parts.some(({ source }) => source !== undefined)
  const columns = hasSource ? 'sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]' : ''
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <p
        aria-hidden="true"
        className={`grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 px-3 text-faint text-xs ${hasSource ? 'max-sm:hidden' : ''} ${columns}`}
      >
        <span />
        {hasSource && <span>Original</span>}
        <span>{name}</span>
      </p>
      <ol
        aria-label={`Transcript and ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard.
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-md border border-line bg-surface p-1"
      >
        {parts.map(({ start, text, source }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two parts may begin at once with the same text; a part is known by its place.
          <li key={at} className="[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]">
            <button
              type="button"
              aria-current={at === now}
              className={`grid min-h-8 w-full grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-0.5 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-current:bg-cable/12 coarse:min-h-11 ${columns}`}
              onClick={() => group.seek(start)}
            >
              <span className="font-mono text-2xs text-soft tabular-nums">{clockTime(start)}</span>
              {hasSource && (
                <span dir="auto" className="wrap-anywhere text-soft">
                  {source ?? '—'}
                </span>
              )}
              <span dir="auto" className={`wrap-anywhere ${hasSource ? 'max-sm:col-start-2' : ''}`}>
                {text}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
