import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { Tick } from '../../../ui/choice.tsx'
import { usePlayableSound } from '../sound/playable-sound.ts'
import { useSoundShape } from '../sound/sound-shape.ts'
import { WaveView } from '../sound/wave-view.ts'
import { Waveform } from '../sound/waveform.tsx'
import { useBlobUrl } from '../use-picture.ts'
import { type ComparedMedium, MediumNote } from './compared-medium.tsx'
import { groupPlayback, type PlayerGroup } from './player-group.ts'

interface ComparedSoundsProps {
  readonly media: readonly ComparedMedium[]
  readonly group: PlayerGroup
}

/** The waveforms of sounds that play as one, on one time axis; the louder ones are attenuated to the level of the quietest. */
export function ComparedSounds({ media, group }: ComparedSoundsProps) {
  const [playback] = useState(() => groupPlayback(group))
  const [view] = useState(() => new WaveView())
  const [levels, setLevels] = useState<ReadonlyMap<string, number>>(new Map())
  const [isMatching, setMatching] = useState(true)
  const onLevel = useCallback((key: string, level: number) => setLevels((all) => new Map([...all, [key, level]])), [])
  const matching = media.filter(({ level }) => level !== 'own').map(({ key }) => levels.get(key))
  const gains = media.map(({ key, level }) =>
    isMatching && level !== 'own' ? (matchingGains(matching)?.(levels.get(key)) ?? 0) : 0,
  )
  const volumes = gains.map((gain) => 10 ** (gain / 20))
  const told = volumes.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the volumes as a text are the same until one changes.
  useEffect(() => group.setVolumes(volumes), [group, told])
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul aria-label="Sounds" className="grid grid-cols-1 gap-2">
        {media.map((one, at) => (
          <SoundRow
            key={one.key}
            {...{ of: one, group, at, playback, view, onLevel }}
            gain={gains[at] ?? 0}
            hasAxis={at === 0}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-2 text-xs">
        <Tick isOn={isMatching} onChange={setMatching} className="gap-2 coarse:min-h-11">
          Match levels
        </Tick>
        <span role="status" className="text-soft">
          {isMatching && levelWords(media, gains, matching.includes(undefined) ? undefined : levels)}
        </span>
      </div>
    </div>
  )
}

function levelWords(
  media: readonly ComparedMedium[],
  gains: readonly number[],
  levels: ReadonlyMap<string, number> | undefined,
): string {
  if (!levels) return 'Measuring…'
  const matched = media.filter(({ level }) => level !== 'own')
  const known = matched.map(({ key }) => levels.get(key) ?? 0)
  const quiet = matched.filter((_, at) => isTooQuiet(known[at] ?? 0, known)).map(({ name }) => name)
  const changed = media.flatMap(({ name }, at) => {
    const gain = gains[at] ?? 0
    return gain < -0.05 ? [`${name} ${decibelWords(gain)}`] : []
  })
  const words = changed.length > 0 ? `Levels matched: ${changed.join(', ')}` : quiet.length > 0 ? '' : 'Equally loud'
  return [words, quiet.length > 0 && `Too quiet to match: ${quiet.join(', ')}`].filter(Boolean).join('. ')
}

interface SoundRowProps extends Pick<ComparedSoundsProps, 'group'> {
  readonly of: ComparedMedium
  readonly at: number
  readonly playback: ReturnType<typeof groupPlayback>
  readonly view: WaveView
  /** In decibels, 0 or below. */
  readonly gain: number
  readonly hasAxis: boolean
  /** Called once the level is measured, in dBFS. */
  readonly onLevel: (key: string, level: number) => void
}

function SoundRow({ of, group, at, playback, view, gain, hasAxis, onLevel }: SoundRowProps) {
  const { key, file, name } = of
  const url = useBlobUrl(usePlayableSound(file)?.blob)
  const [broken, setBroken] = useState<string>()
  const shape = useSoundShape(file.blob, file.type)
  const isHeard = useSyncExternalStore(group.watch, () => group.shown().heard === at)
  const length = useSyncExternalStore(group.watch, () => group.shown().length)
  const hold = useCallback(
    (player: HTMLMediaElement | null) => (player ? group.attach(at, player) : undefined),
    [group, at],
  )
  const level = shape.end === undefined ? undefined : (shape.peaks?.level.rms ?? Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (level !== undefined) onLevel(key, level)
  }, [key, level, onLevel])
  return (
    <li className="grid min-w-0 grid-cols-1 gap-1">
      <MediumNote of={of} group={group} at={at} />
      {url !== undefined && (
        // biome-ignore lint/a11y/useMediaCaption: what a router made has no captions.
        <audio ref={hold} src={url} aria-label={name} preload="auto" onError={() => setBroken(url)} />
      )}
      {broken === url && url !== undefined && (
        <p className="text-warning text-xs">The browser cannot play this file.</p>
      )}
      <div className={isHeard ? '' : '**:data-wave:opacity-50'}>
        <Waveform
          {...{ shape, playback, view }}
          label={`Seek in ${name}`}
          seconds={length}
          height={56}
          gain={10 ** (gain / 20)}
          axis={hasAxis}
        />
      </div>
    </li>
  )
}

/** The level below which a sound is silence: nothing is matched to it, in dBFS. */
const silence = -70

/** Decibels below the loudest from which on a sound is not matched to: the others would not be heard any more. */
const farthest = 20

/** Whether a sound is silent, or far quieter than the loudest of `levels`. Levels are in dBFS. */
const isTooQuiet = (level: number, levels: readonly number[]): boolean =>
  level <= silence || level < Math.max(...levels) - farthest

/**
 * By how many decibels each sound is attenuated, so that all are as loud as the quietest: 0 or below, since a sound that is made louder could
 * clip. Levels are in dBFS. Sounds that are too quiet do not count. Undefined until all levels are known.
 */
export function matchingGains(
  levels: readonly (number | undefined)[],
): ((level: number | undefined) => number) | undefined {
  const known = levels.filter((level) => level !== undefined)
  if (known.length < levels.length) return undefined
  const quietest = Math.min(...known.filter((level) => !isTooQuiet(level, known)))
  return (level) => (level !== undefined && !isTooQuiet(level, known) ? quietest - level : 0)
}

/** `−3.2 dB`. */
export const decibelWords = (decibels: number): string =>
  `${decibels < 0 ? '−' : ''}${Math.abs(decibels).toFixed(1)} dB`
