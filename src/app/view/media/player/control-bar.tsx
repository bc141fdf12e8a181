import { Keyboard, Pause, Play, Repeat, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { clockTime } from '../../../ui/format.ts'
import { useLetterKeys } from '../../../ui/keys/letter-keys.tsx'
import { Select } from '../../../ui/native-select.tsx'
import type { Playback, PlaybackShown } from './playback.ts'
import type { KeyRow } from './player-key.ts'
import type { FrameGrid } from './video-frames.ts'

interface ControlBarProps {
  readonly playback: Playback
  readonly shown: PlaybackShown
  readonly speeds: readonly number[]
  readonly rows: readonly KeyRow[]
  readonly loopLetter?: string
  readonly hasSound?: boolean
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
  const { playing, speed, loop, muted, volume } = shown
  const heard = muted ? 0 : volume
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
          <SpeedSelect {...{ speed, speeds }} onChange={(next) => playback.set({ speed: next })} />
          <IconButton
            name={hasSound ? key(heard === 0 ? 'Unmute' : 'Mute', 'M') : 'No audio track'}
            icon={heard === 0 || !hasSound ? <VolumeX size={18} /> : <Volume2 size={18} />}
            disabled={!hasSound}
            onClick={playback.mute}
          />
          {/* A touch screen has the button alone, since the device has its own keys. */}
          {hasSound && (
            <input
              type="range"
              aria-label="Volume"
              aria-valuetext={`${Math.round(heard * 100)}%`}
              min={0}
              max={1}
              step={0.05}
              value={heard}
              onChange={(event) => {
                const volume = Number(event.currentTarget.value)
                playback.set({ volume, muted: volume === 0 })
              }}
              className={`w-16 accent-cable coarse:hidden ${props.narrow.volume}`}
            />
          )}
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

interface SpeedSelectProps {
  readonly speed: number
  readonly speeds: readonly number[]
  readonly onChange: (speed: number) => void
}

export const SpeedSelect = ({ speed, speeds, onChange }: SpeedSelectProps) => (
  <Select
    look="small"
    aria-label="Speed"
    title="Speed"
    value={speed}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  >
    {speeds.map((one) => (
      <option key={one} value={one}>
        {one}×
      </option>
    ))}
  </Select>
)

function KeyList({ rows }: { readonly rows: readonly KeyRow[] }) {
  const letters = useLetterKeys()
  const shown = rows.filter((one) => letters || !one.letters)
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 pb-1 text-soft text-xs">
      {shown.map(({ keys, what }) => (
        <div key={what} className="flex items-baseline gap-1.5 whitespace-nowrap">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <kbd key={key} className="rounded-[4px] border border-line bg-surface px-1.5 py-0.5 font-mono text-2xs">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

interface TimeProps {
  readonly playback: Playback
  readonly seconds: number
}

interface SeekBarProps extends TimeProps {
  readonly video: HTMLVideoElement | null
  readonly grid: FrameGrid
}

function useTime({ time, watchTime }: Playback): number {
  const [at, setAt] = useState(time)
  useEffect(() => {
    setAt(time())
    return watchTime(setAt)
  }, [time, watchTime])
  return at
}

const half = '0.4375rem'

export function SeekBar({ video, playback, seconds, grid }: SeekBarProps) {
  const time = useTime(playback)
  const at = Math.min(time, seconds || 1)
  const frame = grid.isExact ? `, frame ${grid.at(at) + 1} of ${grid.count}` : ''
  const width = (part: number) => ({
    width: `calc(${half} + (100% - 2 * ${half}) * ${seconds > 0 ? part / seconds : 0})`,
  })
  return (
    <div className="group/seek relative h-6 w-full coarse:h-11">
      <div className="pointer-events-none absolute inset-x-0 inset-y-0 my-auto h-1 overflow-hidden rounded-full bg-line">
        <div className="absolute inset-y-0 left-0 bg-line-strong/40" style={width(loadedEnd(video, time))} />
        <div className="absolute inset-y-0 left-0 bg-cable" style={width(at)} />
      </div>
      <input
        type="range"
        data-seek
        aria-label="Seek"
        aria-valuetext={`${clockTime(at)} of ${clockTime(seconds)}${frame}`}
        min={0}
        max={seconds || 1}
        step="any"
        value={at}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        className="absolute inset-0 m-0 w-full cursor-pointer appearance-none rounded-md bg-transparent [&::-moz-range-thumb]:size-3.5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-cable [&::-webkit-slider-thumb]:size-3.5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-cable"
      />
    </div>
  )
}

/** How far it is loaded around a position, in seconds. */
function loadedEnd(video: HTMLVideoElement | null, time: number): number {
  const { buffered } = video ?? {}
  for (let n = 0; n < (buffered?.length ?? 0); n += 1)
    if (buffered && buffered.start(n) <= time && time <= buffered.end(n)) return buffered.end(n)
  return 0
}

interface TimeTextProps extends TimeProps {
  readonly grid?: FrameGrid
}

/** Position, length and, where the file says its frames, the frame's number: where they would take the controls a second line, less of it. */
export function TimeText({ playback, seconds, grid }: TimeTextProps) {
  const time = useTime(playback)
  return (
    <span className="whitespace-nowrap px-1.5 font-mono text-soft text-xs tabular-nums">
      {clockTime(Math.min(time, seconds || time))}
      <span className="text-faint @max-[28.5rem]/player:hidden">
        {' / '}
        {seconds > 0 ? clockTime(seconds) : '–:––'}
      </span>
      {grid?.isExact && (
        <span className="text-faint @max-[36rem]/player:hidden">
          {' · frame '}
          {String(grid.at(time) + 1).padStart(String(grid.count).length, '\u2007')}/{grid.count}
        </span>
      )}
    </span>
  )
}
