import type { ReactNode } from 'react'

interface SoundPlaceProps {
  /** How many waveforms come: with the original two, and three with what was removed from it. */
  readonly lanes?: 1 | 2 | 3
  /** In place of the waveform's line. */
  readonly children?: ReactNode
  /** Where the caption will be. */
  readonly below?: ReactNode
}

/** Of the waveforms with their time axis, names and controls. */
const heights = { 1: 'h-31 coarse:h-36', 2: 'h-79 coarse:h-92', 3: 'h-106 coarse:h-119' }

/** As high as the sounds of a run with their controls and their caption, so that nothing moves when they come. */
export const SoundPlace = ({ lanes = 1, children, below }: SoundPlaceProps) => (
  <div className="grid gap-2">
    {/* It scrolls as a waveform does, for the height of the scroll bar. */}
    <div className="overflow-x-scroll overflow-y-hidden">
      <div className={`flex items-center gap-3 ${heights[lanes]}`}>
        {children ?? <div aria-hidden="true" className="h-1 flex-1 rounded-full bg-line motion-safe:animate-pulse" />}
      </div>
    </div>
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 coarse:min-h-11">{below}</div>
  </div>
)
