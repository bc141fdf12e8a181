import { Maximize, Minimize, StepBack, StepForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { ControlBar, useKeyName } from './control-bar.tsx'
import type { FrameGrid } from './frame-grid.ts'
import type { Playback, PlaybackShown } from './playback.ts'
import { type PlayerCommand, playerKeys } from './player-key.ts'
import { SeekBar, TimeText } from './timeline.tsx'

interface PlayerBarProps {
  readonly video: HTMLVideoElement | null
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly seconds: number
  readonly grid: FrameGrid
  readonly hasSound: boolean
  readonly isFull: boolean
  readonly run: (command: PlayerCommand) => void
  readonly frameActions: ReactNode
}

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2]
const narrow = { volume: '@max-[44rem]/player:hidden', keys: '@max-[28.5rem]/player:hidden' }

export function PlayerBar({ video, isFull, run, frameActions, ...props }: PlayerBarProps) {
  const { playback, shown, seconds, grid, hasSound } = props
  const key = useKeyName()
  const stepWord = grid.isExact ? 'frame' : '1/30 s'
  const fullScreen = document.fullscreenEnabled && (
    <IconButton
      name={key(isFull ? 'Exit full screen' : 'Full screen', 'F')}
      icon={isFull ? <Minimize size={18} /> : <Maximize size={18} />}
      onClick={() => run({ kind: 'fullScreen' })}
    />
  )
  return (
    <div className="grid gap-0.5">
      <SeekBar {...{ video, playback, seconds, grid }} />
      <ControlBar
        {...{ playback, shown, speeds, hasSound, narrow }}
        rows={playerKeys}
        actions={frameActions}
        end={fullScreen}
      >
        <IconButton
          name={key(`Previous ${stepWord}`, ',')}
          icon={<StepBack size={18} />}
          onClick={() => run({ kind: 'step', by: -1 })}
        />
        <IconButton
          name={key(`Next ${stepWord}`, '.')}
          icon={<StepForward size={18} />}
          onClick={() => run({ kind: 'step', by: 1 })}
        />
        <TimeText {...{ playback, seconds, grid }} />
      </ControlBar>
    </div>
  )
}
