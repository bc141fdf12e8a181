import type { ReactNode } from 'react'

interface SoundPlaceProps {
  /** How many waveforms come: with the original two, and three with what was removed from it. */
  readonly lanes?: 1 | 2 | 3
  /** In place of the controls. */
  readonly children?: ReactNode
  /** Where the caption will be. */
  readonly below?: ReactNode
}

/** Of the waveforms with their time axis, names and controls. */
const heights = { 1: 'h-31 coarse:h-36', 2: 'h-79 coarse:h-92', 3: 'h-106 coarse:h-119' }

/** The waveforms of a run before they come, with their controls and caption: each has the place and the height that it will have. */
export const SoundPlace = ({ lanes = 1, children, below }: SoundPlaceProps) => (
  <div className="grid gap-2">
    {/* It scrolls as a waveform does, for the height of the scroll bar. */}
    <div className="overflow-x-scroll overflow-y-hidden">
      <div className={`flex flex-col gap-1 ${heights[lanes]}`}>
        {Array.from({ length: lanes }, (_, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <div key={lane} aria-hidden="true" className="flex min-h-0 flex-1 flex-col">
            <div className="h-4 border-line border-b coarse:h-6" />
            <div className="grid flex-1 items-center bg-sunken">
              <div className="h-px bg-cable/40 motion-safe:animate-pulse forced-colors:bg-cable" />
            </div>
          </div>
        ))}
        <div className="flex h-8 shrink-0 items-center gap-3 coarse:h-11">{children}</div>
      </div>
    </div>
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 coarse:min-h-11">{below}</div>
  </div>
)
