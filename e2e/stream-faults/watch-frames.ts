import type { Page } from '@playwright/test'

/** Counts the frames of a page; gives the function that ends it and says how many a second there were and how long the longest was, in ms. */
export async function watchFrames(page: Page): Promise<() => Promise<{ mean: number; longest: number }>> {
  const watch = await page.evaluateHandle(() => {
    const times = [performance.now()]
    const frame = (now: number) => {
      times.push(now)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    return times
  })
  return () =>
    watch.evaluate((times) => {
      const all = [...times, performance.now()]
      const span = (all.at(-1) ?? 0) - (all[0] ?? 0)
      const gaps = all.slice(1).map((time, at) => time - (all[at] ?? 0))
      return { mean: (gaps.length * 1000) / span, longest: Math.max(...gaps) }
    })
}
