import type { ReactNode } from 'react'

interface SoundPlaceProps {
  /** How many waveforms come: with the original two, and three with what was removed from it. */
  readonly lanes?: 1 | 2 | 3
  /** Whether a row with its level and its loop comes below the controls. */
  readonly isMade?: boolean
  /** In place of the controls. */
  readonly children?: ReactNode
  /** At the end of the row of the controls. */
  readonly below?: ReactNode
}

/** Of the player with its caption; on phones the controls of a single sound and its caption take two rows each. */
const heights = { 1: 'h-41 coarse:h-49 max-md:coarse:h-69', 2: 'h-89 coarse:h-105', 3: 'h-116 coarse:h-132' }
const heightMade = 'h-50 coarse:h-61 max-md:coarse:h-81'

/** The waveforms of a run before they come. They fill the height that the player and its caption will have, so that nothing moves then. */
export const SoundPlace = ({ lanes = 1, isMade = false, children, below }: SoundPlaceProps) => (
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
