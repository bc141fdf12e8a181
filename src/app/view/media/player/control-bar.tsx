import { Keyboard, Pause, Play, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { Select } from '../../../ui/select.tsx'
import { KeyList } from './key-list.tsx'
import type { Playback, PlaybackShown } from './playback.ts'
import type { KeyRow } from './player-key.ts'
import { VolumeControl } from './volume-control.tsx'

interface ControlBarProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly speeds: readonly number[]
  readonly rows: readonly KeyRow[]
  /** The letter that repeats all of it. */
  readonly loopLetter?: string
  /** False if the file has no sound. */
  readonly hasSound?: boolean
  /** Beside the play button: the position. */
  readonly children: ReactNode
  /** What is done with what is shown, before the controls that every player has. */
  readonly actions: ReactNode
  readonly end?: ReactNode
  /** Classes that hide the volume slider and the list of keys where there is no room. */
  readonly narrow: { readonly volume: string; readonly keys: string }
}

/** Names a control with its key, while letters are on. */
export function useKeyName(): (name: string, letter: string) => string {
  const letters = useLetterKeys()
  return (name, letter) => (letters ? `${name} (${letter})` : name)
}

/** The controls of a player, one line where there is room: play, loop, speed, volume and the list of keys, and between them its own. */
export function ControlBar({ playback, shown, speeds, rows, loopLetter, hasSound = true, ...props }: ControlBarProps) {
  const { playing, speed, loop } = shown
  const [showsKeys, setShowsKeys] = useState(false)
  const key = useKeyName()
  return (
    <>
      <div className="-mx-1.5 flex flex-wrap items-center gap-x-0.5">
        <IconButton
          name={key(playing ? 'Pause' : 'Play', 'K')}
          icon={playing ? <Pause size={18} /> : <Play size={18} />}
          onClick={playback.toggle}
        />
        {props.children}
        <span className="ml-auto flex flex-wrap items-center gap-x-0.5">
          {props.actions}
          <IconButton
            name={loopLetter ? key('Loop', loopLetter) : 'Loop'}
            aria-pressed={loop !== false}
            icon={<Repeat size={18} />}
            onClick={() => playback.set({ loop: loop === false })}
          />
          <Select
            look="small"
            aria-label="Speed"
            title="Speed"
            value={speed}
            onChange={(event) => playback.set({ speed: Number(event.currentTarget.value) })}
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </Select>
          <VolumeControl {...{ playback, shown, hasSound }} look={props.narrow.volume} />
          <IconButton
            name="Keys"
            aria-expanded={showsKeys}
            className={`coarse:hidden ${props.narrow.keys}`}
            icon={<Keyboard size={18} />}
            onClick={() => setShowsKeys(!showsKeys)}
          />
          {props.end}
        </span>
      </div>
      {showsKeys && <KeyList rows={rows} />}
    </>
  )
}
