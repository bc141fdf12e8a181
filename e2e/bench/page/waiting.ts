export const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(() => done(performance.now())))

/** Everything of more than background priority has been done, React's transitions among it. */
export const idle = () => scheduler.postTask(() => {}, { priority: 'background' })

/** Nothing in the page has changed for a while. */
export async function settled(quiet = 300): Promise<void> {
  let changed = performance.now()
  const observer = new MutationObserver(() => {
    changed = performance.now()
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  while (performance.now() - changed < quiet) await new Promise((done) => setTimeout(done, quiet / 4))
  observer.disconnect()
}
