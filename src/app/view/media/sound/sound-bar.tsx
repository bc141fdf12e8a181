import { Keyboard, Pause, Play, Repeat } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { clockTime } from '../../../ui/format.ts'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { Select } from '../../../ui/select.tsx'
import { KeyList } from '../player/key-list.tsx'
import { VolumeControl } from '../player/volume-control.tsx'
import type { Playback, PlaybackShown } from './playback.ts'
import { type SoundCommand, soundKeyRows, soundSpeeds } from './sound-key.ts'
import type { WaveView } from './wave-view.ts'
import { WaveZoom } from './wave-zoom.tsx'

interface SoundBarProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  /** The length; 0 if it is not known. */
  readonly seconds: number
  /** Of the waveform. */
  readonly view: WaveView
  readonly run: (command: SoundCommand) => void
}

const look = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The controls of a sound, one line where there is room. */
export function SoundBar({ playback, shown, seconds, view, run }: SoundBarProps) {
  const { playing, muted, volume, speed, loop } = shown
  const [showsKeys, setShowsKeys] = useState(false)
  const letters = useLetterKeys()
  const key = (name: string, letter: string) => (letters ? `${name} (${letter})` : name)
  const isMuted = muted || volume === 0
  return (
    <div className="grid gap-0.5">
      <div className="-mx-1.5 flex flex-wrap items-center gap-x-0.5">
        <IconButton
          name={key(playing ? 'Pause' : 'Play', 'K')}
          icon={playing ? <Pause {...look} /> : <Play {...look} />}
          onClick={() => run({ kind: 'play' })}
        />
        <TimeText playback={playback} seconds={seconds} />
        <span className="ml-auto flex items-center gap-x-0.5">
          <span className="@max-[36rem]/sound:hidden">
            <WaveZoom view={view} around={playback.time} />
          </span>
          <Edge name={key('Loop from here', '[')} sign="[" onClick={() => run({ kind: 'edge', of: 'from' })} />
          <Edge name={key('Loop to here', ']')} sign="]" onClick={() => run({ kind: 'edge', of: 'to' })} />
          <IconButton
            name={key('Loop', 'L')}
            aria-pressed={loop !== false}
            icon={<Repeat {...look} />}
            onClick={() => run({ kind: 'loop' })}
          />
          <Select
            look="small"
            aria-label="Speed"
            title="Speed"
            value={speed}
            onChange={(event) => playback.set({ speed: Number(event.currentTarget.value) })}
          >
            {soundSpeeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </Select>
          <VolumeControl
            volume={volume}
            isMuted={isMuted}
            onMute={() => run({ kind: 'mute' })}
            onVolume={(to) => playback.set({ volume: to, muted: to === 0 })}
            look="@max-[30rem]/sound:hidden"
          />
          <IconButton
            name="Keys"
            aria-expanded={showsKeys}
            className="coarse:hidden @max-[24rem]/sound:hidden"
            icon={<Keyboard {...look} />}
            onClick={() => setShowsKeys(!showsKeys)}
          />
        </span>
      </div>
      {showsKeys && <KeyList rows={soundKeyRows} />}
    </div>
  )
}

interface EdgeProps {
  readonly name: string
  readonly sign: '[' | ']'
  readonly onClick: () => void
}

/** Sets one end of the part that is repeated to the position. */
const Edge = ({ name, sign, onClick }: EdgeProps) => (
  <IconButton
    name={name}
    className="@max-[20rem]/sound:hidden"
    icon={
      <span aria-hidden="true" className="font-mono text-sm">
        {sign}
      </span>
    }
    onClick={onClick}
  />
)

/** The position in seconds, for every frame while it plays. */
function useSoundTime({ time, watchTime }: Playback): number {
  const [at, setAt] = useState(time)
  useEffect(() => {
    setAt(time())
    return watchTime(setAt)
  }, [time, watchTime])
  return at
}

function TimeText({ playback, seconds }: Pick<SoundBarProps, 'playback' | 'seconds'>) {
  const at = useSoundTime(playback)
  return (
    <span className="whitespace-nowrap px-1.5 font-mono text-soft text-xs tabular-nums">
      {clockTime(Math.min(at, seconds || at))}
      <span className="text-faint">
        {' / '}
        {seconds > 0 ? clockTime(seconds) : '–:––'}
      </span>
    </span>
  )
}
