import { Pause, Play, Repeat, StepBack, StepForward } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../../../ui/button/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { clockTime } from '../../../ui/format.ts'
import { SpeedSelect } from '../player/control-bar.tsx'
import type { Region } from '../player/playback.ts'
import type { PlayerKeys } from '../player/player-key.ts'
import { edgeAt } from '../sound/sound-key.ts'
import type { PlayerGroup } from './player-group.ts'

interface GroupControlsProps {
  readonly group: PlayerGroup
  /** Of the players, in their order; none where none of them has sound. */
  readonly names: readonly string[]
  readonly frameRate: number | undefined
}

const speeds = [0.25, 0.5, 1, 1.5, 2]

/** The controls of all players of a group: play, position, frame by frame, speed, loop, and who is heard. */
export function GroupControls({ group, names, frameRate }: GroupControlsProps) {
  const { playing, position, length, speed, loop, heard } = useSyncExternalStore(group.watch, group.shown)
  const hears = [...names.map((name, at) => [`${at}`, name] as const), ['none', 'Muted'] as const]
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {frameRate && (
          <IconButton
            name="Previous frame (,)"
            icon={<StepBack size={18} />}
            onClick={() => group.step(-1, frameRate)}
          />
        )}
        <IconButton
          name={playing ? 'Pause (K)' : 'Play (K)'}
          icon={playing ? <Pause size={18} /> : <Play size={18} />}
          onClick={group.toggle}
        />
        {frameRate && (
          <IconButton name="Next frame (.)" icon={<StepForward size={18} />} onClick={() => group.step(1, frameRate)} />
        )}
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${clockTime(position)} of ${clockTime(length)}`}
          min={0}
          max={length || 1}
          step="any"
          value={Math.min(position, length || 1)}
          onChange={(event) => group.seek(Number(event.currentTarget.value))}
          className="mx-1 min-w-40 flex-1 accent-cable coarse:min-h-11"
        />
        <span className="whitespace-nowrap font-mono text-soft text-xs tabular-nums">
          {clockTime(position)} / {clockTime(length)}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex items-center gap-1">
          <SpeedSelect {...{ speed, speeds }} onChange={(next) => group.set({ speed: next })} />
          <IconButton
            name="Loop (R)"
            icon={<Repeat size={18} />}
            aria-pressed={loop !== false}
            onClick={() => group.set({ loop: loop === false })}
          />
        </div>
        {names.length > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <span aria-hidden="true" className="text-soft text-xs">
              Sound
            </span>
            <Choice
              name="Sound"
              options={hears}
              value={heard === undefined ? 'none' : `${heard}`}
              onChange={(value) => group.set({ heard: value === 'none' ? undefined : Number(value) })}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** Seconds of J and L. */
const jump = 5

/**
 * The keys of a group for one press: Space and K play, J and L go back and on, the arrows by a second, comma and full stop by a frame, M
 * mutes, R repeats, [ and ] a part of a sound, the digits choose which of the `count` players is heard, Home and End go to the ends. Frames
 * per second are undefined for sounds.
 */
export function groupKeys(group: PlayerGroup, count: number, frameRate: number | undefined): PlayerKeys {
  const { heard, loop, length, position } = group.shown()
  const edge = (of: keyof Region) => group.set({ loop: edgeAt(loop, of, position, length) })
  const steps: PlayerKeys['once'] = new Map(
    frameRate
      ? [
          [',', () => group.step(-1, frameRate)],
          ['.', () => group.step(1, frameRate)],
        ]
      : [
          ['[', () => edge('from')],
          [']', () => edge('to')],
        ],
  )
  return {
    once: new Map([
      [' ', group.toggle],
      ['k', group.toggle],
      ['m', () => group.set({ heard: heard === undefined ? 0 : undefined })],
      ['r', () => group.set({ loop: loop === false })],
      ['Home', () => group.seek(0)],
      ['End', () => group.seek(length)],
      ...Array.from({ length: count }, (_, at) => [`${at + 1}`, () => group.set({ heard: at })] as const),
    ]),
    repeated: new Map([
      ['ArrowLeft', () => group.move(-1)],
      ['ArrowRight', () => group.move(1)],
      ['j', () => group.move(-jump)],
      ['l', () => group.move(jump)],
      ...steps,
    ]),
  }
}
