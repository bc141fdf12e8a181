export const nextFrame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done))

/** Frames without a change after which nothing more is expected. */
const quietFrames = 12

/** When nothing below `place` has changed for a while. Counted in frames, so that a slow machine waits longer. */
export async function settled(place: Node): Promise<void> {
  let quiet = 0
  const observer = new MutationObserver(() => {
    quiet = 0
  })
  observer.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
  while (quiet < quietFrames) {
    await nextFrame()
    quiet += 1
  }
  observer.disconnect()
}
