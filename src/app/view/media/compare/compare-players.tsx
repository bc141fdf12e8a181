import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { mediaKind } from '#media/media-type.ts'
import { IconButton } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { clockTime } from '../../../ui/format.ts'
import { fileTitle, type MediaFile } from '../media-file.tsx'
import { useBlobUrl } from '../use-picture.ts'

interface ComparePlayersProps {
  readonly left: MediaFile
  readonly right: MediaFile
}

const ears = [
  ['left', 'Hear left'],
  ['right', 'Hear right'],
  ['both', 'Hear both'],
] as const
type Ear = (typeof ears)[number][0]

/** Drift in seconds above which the players are synchronised, since it is audible as an echo. */
const drift = 0.06

/** Two audio or video players with common controls, kept in sync. */
export function ComparePlayers({ left, right }: ComparePlayersProps) {
  const players = useRef<[HTMLMediaElement | null, HTMLMediaElement | null]>([null, null])
  const [ear, setEar] = useState<Ear>('left')
  const [playing, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  const [length, setLength] = useState(0)
  const both = () => players.current.filter((player) => player !== null)

  function toggle(): void {
    setPlaying(!playing)
    for (const player of both()) {
      if (playing) player.pause()
      else if (player.currentTime < player.duration) void player.play().catch(() => setPlaying(false))
    }
  }
  function seek(to: number): void {
    setTime(to)
    for (const player of both()) player.currentTime = Math.min(to, player.duration || 0)
  }
  /** The later position is the reference, since the other file may be shorter. */
  function follow(): void {
    const all = both()
    const now = Math.max(0, ...all.map((player) => player.currentTime))
    setTime(now)
    setPlaying(all.some((player) => !player.paused && !player.ended))
    for (const player of all)
      if (!player.ended && !player.paused && now - player.currentTime > drift && now < player.duration)
        player.currentTime = now
  }
  const player = (at: 0 | 1, file: MediaFile, side: Ear) => (
    <SidePlayer
      file={file}
      name={`${side === 'left' ? 'Left' : 'Right'}: ${fileTitle(file)}`}
      muted={ear !== 'both' && ear !== side}
      hold={(element) => {
        players.current[at] = element
      }}
      onTime={follow}
      onLength={() =>
        setLength(Math.max(0, ...both().map(({ duration }) => (Number.isFinite(duration) ? duration : 0))))
      }
    />
  )
  return (
    <section aria-label="Played together" className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {player(0, left, 'left')}
        {player(1, right, 'right')}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <IconButton
          name={playing ? 'Pause both' : 'Play both'}
          icon={playing ? <Pause size={18} strokeWidth={1.5} /> : <Play size={18} strokeWidth={1.5} />}
          onClick={toggle}
        />
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${clockTime(time)} of ${clockTime(length)}`}
          min={0}
          max={length || 1}
          step={0.01}
          value={Math.min(time, length || 1)}
          onChange={(event) => seek(Number(event.currentTarget.value))}
          className="min-w-40 flex-1 accent-cable coarse:min-h-11"
        />
        <span className="font-mono text-faint text-xs tabular-nums">
          {clockTime(time)} / {clockTime(length)}
        </span>
      </div>
      <Choice name="Audible side" options={ears} value={ear} onChange={setEar} />
    </section>
  )
}

interface SidePlayerProps {
  readonly file: MediaFile
  readonly name: string
  readonly muted: boolean
  readonly hold: (element: HTMLMediaElement | null) => void
  readonly onTime: () => void
  readonly onLength: () => void
}

function SidePlayer({ file, name, muted, hold, onTime, onLength }: SidePlayerProps) {
  const url = useBlobUrl(file.blob)
  const shared = {
    src: url,
    'aria-label': name,
    muted,
    preload: 'auto',
    onTimeUpdate: onTime,
    onEnded: onTime,
    onLoadedMetadata: onLength,
  } as const
  return (
    <figure className="grid content-start gap-1">
      {mediaKind(file.type) === 'video' ? (
        <video ref={hold} {...shared} playsInline className="max-h-96 w-full rounded-md bg-black" />
      ) : (
        <audio ref={hold} {...shared} />
      )}
      <figcaption className="truncate text-soft text-xs">{name}</figcaption>
    </figure>
  )
}
