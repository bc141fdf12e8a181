import type { Browser } from '@playwright/test'

/** Holds every process of a browser, as a machine that sleeps does; gives the function that lets them go on. */
export async function sleepOf(browser: Browser): Promise<() => void> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const signal = (name: NodeJS.Signals) => {
    for (const { id } of processInfo) process.kill(id, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
