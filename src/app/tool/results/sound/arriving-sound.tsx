import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useId, useReducer, useState } from 'react'
import type { Run } from '../../../run/run.ts'
import { Button } from '../../../ui/button/button.tsx'
import { clockTime } from '../../../ui/format.ts'
import { usePageState } from '../../../ui/page-state.ts'
import { type ArrivingPlayback, listenAndPlay, listenedTo } from './arriving-playback.ts'
import { playWish } from './play-live.tsx'

interface ArrivingSoundProps {
  readonly run: Run
  readonly lanes: 1 | 2 | 3
  readonly isMade: boolean
}

/** The place of a sound that is still made: played while it arrives, if the person wants it. */
export function ArrivingSound({ run, ...place }: ArrivingSoundProps) {
  // Pieces come to the page that carries the run alone.
  return run.live ? <Place key={run.id} run={run} {...place} /> : <SoundPlace {...place} />
}

function Place({ run, ...place }: ArrivingSoundProps) {
  const isWished = usePageState(playWish)
  const [sound, setSound] = useState(() => listenedTo(run.id))
  const listen = () => setSound(listenAndPlay(run.id))
  // Once, when the run is first shown: a later change of the wish is for the next run.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said.
  useEffect(() => {
    if (isWished) listen()
  }, [])
  const { firstSound } = run.times ?? {}
  return (
    <SoundPlace
      {...place}
      below={
        firstSound !== undefined && (
          <span className="font-mono text-2xs text-faint tabular-nums">
            First audio after {(firstSound / 1000).toFixed(2)} s
          </span>
        )
      }
    >
      {sound ? (
        <Playing sound={sound} />
      ) : (
        <Button small icon={<Play size={16} />} onClick={listen}>
          Play live
        </Button>
      )}
    </SoundPlace>
  )
}

/** In ms: how often the position is drawn. */
const beat = 200

const says = {
  waiting: 'Waiting for the first audio…',
  'whole-only': 'This format plays when it is complete.',
  failed: 'It cannot be played while it arrives. It plays when it is complete.',
} as const

function Playing({ sound }: { readonly sound: ArrivingPlayback }) {
  const state = usePageState(sound.state)
  useEffect(() => sound.show(), [sound])
  const barId = useId()
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const isPlain = state === 'waiting' || state === 'whole-only' || state === 'failed'
  useEffect(() => {
    if (isPlain) return
    const timer = setInterval(redraw, beat)
    return () => clearInterval(timer)
  }, [isPlain])
  if (isPlain)
    return (
      <p role="status" className="text-soft text-sm">
        {says[state]}
      </p>
    )
  const { at, ready } = sound.times()
  return (
    <>
      <Button
        small
        aria-describedby={barId}
        icon={state === 'playing' ? <Pause size={16} /> : <Play size={16} />}
        onClick={sound.toggle}
        disabled={state === 'ended'}
      >
        {state === 'playing' ? 'Pause' : 'Play'}
      </Button>
      <div aria-hidden="true" className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-cable" style={{ width: `${ready > 0 ? Math.min(100, (at / ready) * 100) : 0}%` }} />
      </div>
      <span id={barId} className="shrink-0 font-mono text-2xs text-soft tabular-nums">
        {clockTime(at)} of {clockTime(ready)} received
      </span>
    </>
  )
}

interface SoundPlaceProps {
  /** How many waveforms come: with the original two, and three with what was removed from it. */
  readonly lanes?: 1 | 2 | 3
  /** Whether a row with its level and its loop comes below the controls. */
  readonly isMade?: boolean
  readonly children?: ReactNode
  readonly below?: ReactNode
}

/** Of the player with its caption; on phones the controls of a single sound and its caption take two rows each. */
const heights = { 1: 'h-41 coarse:h-49 max-md:coarse:h-69', 2: 'h-89 coarse:h-105', 3: 'h-116 coarse:h-132' }
const heightMade = 'h-50 coarse:h-61 max-md:coarse:h-81'

/** The waveforms of a run before they come. They fill the height that the player and its caption will have, so that nothing moves then. */
const SoundPlace = ({ lanes = 1, isMade = false, children, below }: SoundPlaceProps) => (
  // It scrolls as a waveform does, for the height of the scroll bar.
  <div className="overflow-x-scroll overflow-y-hidden">
    <div className={`flex flex-col gap-1 ${isMade ? heightMade : heights[lanes]}`}>
      {Array.from({ length: lanes }, (_, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={lane} aria-hidden="true" className="flex min-h-0 flex-1 flex-col">
          <div className="h-4 border-line border-b coarse:h-6" />
          <div className="grid flex-1 items-center bg-sunken">
            <div className="h-px bg-cable/40 motion-safe:animate-pulse forced-colors:bg-cable" />
          </div>
        </div>
      ))}
      <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-3 coarse:min-h-11">
        {children}
        <span className="ml-auto">{below}</span>
      </div>
    </div>
  </div>
)
