/** As high as a sound with its controls and its caption, so that nothing moves when it comes. What the run is doing stands below it. */
export const SoundPlace = () => (
  <div aria-hidden="true" className="grid gap-2">
    <div className="grid h-14 items-center rounded-md motion-safe:animate-pulse coarse:h-[5.5rem]">
      <div className="h-1 rounded-full bg-line" />
    </div>
    <div className="h-8 coarse:h-11" />
  </div>
)
