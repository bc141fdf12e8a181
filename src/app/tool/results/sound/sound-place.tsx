/** As high as a sound with its controls and its caption, so that nothing moves when it comes. What the run is doing stands below it. */
export const SoundPlace = () => (
  <div aria-hidden="true" className="grid gap-2">
    <div className="grid gap-1">
      {/* It scrolls as the waveform does, for the height of the scroll bar. */}
      <div className="overflow-x-scroll overflow-y-hidden rounded-md">
        <div className="h-4 border-line border-b coarse:h-6" />
        <div className="grid h-18 items-center bg-sunken motion-safe:animate-pulse">
          <div className="border-line-strong border-t" />
        </div>
      </div>
      <div className="h-8 coarse:h-11" />
    </div>
    <div className="h-8 coarse:h-11" />
  </div>
)
