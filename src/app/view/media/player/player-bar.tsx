import { Keyboard, Maximize, Minimize, Pause, Play, Repeat, StepBack, StepForward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FrameGrid } from './frame-grid.ts'
import { KeyList } from './key-list.tsx'
import { type PlayerCommand, playerKeys } from './player-key.ts'
import { SeekBar, TimeText } from './timeline.tsx'
import type { Playback } from './use-playback.ts'
import { VolumeControl } from './volume-control.tsx'

interface PlayerBarProps {
  readonly video: HTMLVideoElement | null
  readonly playback: Playback
  readonly seconds: number
  readonly grid: FrameGrid
  /** False if the file has no sound. */
  readonly hasSound: boolean
  readonly isFull: boolean
  readonly run: (command: PlayerCommand) => void
  /** What is done with the frame on the screen. */
  readonly frameActions: ReactNode
}

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]
const look = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The controls of a video. They wrap in a narrow box. */
export function PlayerBar({ video, playback, seconds, grid, hasSound, isFull, run, frameActions }: PlayerBarProps) {
  const { isPlaying, isMuted, volume, speed } = playback
  const [isLooping, setLooping] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const letters = useLetterKeys()
  const time = { video, isPlaying, seconds, grid }
  const key = (name: string, letter: string) => (letters ? `${name} (${letter})` : name)
  const stepWord = grid.isExact ? 'frame' : '1/30 s'
  return (
    <div className="grid gap-0.5">
      <SeekBar {...time} />
      <div className="-mx-1.5 flex flex-wrap items-center gap-x-0.5">
        <IconButton
          name={key(isPlaying ? 'Pause' : 'Play', 'K')}
          icon={isPlaying ? <Pause {...look} /> : <Play {...look} />}
          onClick={() => run({ kind: 'play' })}
        />
        <IconButton
          name={key(`Previous ${stepWord}`, ',')}
          icon={<StepBack {...look} />}
          onClick={() => run({ kind: 'step', by: -1 })}
        />
        <IconButton
          name={key(`Next ${stepWord}`, '.')}
          icon={<StepForward {...look} />}
          onClick={() => run({ kind: 'step', by: 1 })}
        />
        <TimeText {...time} />
        <span className="ml-auto flex flex-wrap items-center gap-x-0.5">
          {frameActions}
          <IconButton
            name="Loop"
            aria-pressed={isLooping}
            icon={<Repeat {...look} />}
            onClick={() => {
              if (video) video.loop = !isLooping
              setLooping(!isLooping)
            }}
          />
          <Select
            look="small"
            aria-label="Speed"
            title="Speed"
            value={speed}
            onChange={(event) => {
              if (video) video.playbackRate = Number(event.currentTarget.value)
            }}
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </Select>
          <VolumeControl
            volume={volume}
            isMuted={isMuted}
            hasSound={hasSound}
            onMute={() => run({ kind: 'mute' })}
            onVolume={(to) => {
              if (!video) return
              video.volume = to
              video.muted = to === 0
            }}
            look="@max-[44rem]/player:hidden"
          />
          <IconButton
            name="Keys"
            aria-expanded={showsKeys}
            className="coarse:hidden @max-[28.5rem]/player:hidden"
            icon={<Keyboard {...look} />}
            onClick={() => setShowsKeys(!showsKeys)}
          />
          {document.fullscreenEnabled && (
            <IconButton
              name={key(isFull ? 'Exit full screen' : 'Full screen', 'F')}
              icon={isFull ? <Minimize {...look} /> : <Maximize {...look} />}
              onClick={() => run({ kind: 'fullScreen' })}
            />
          )}
        </span>
      </div>
      {showsKeys && <KeyList rows={playerKeys} />}
    </div>
  )
}
