import type { BrowserContext, Page } from '@playwright/test'

/** Ends the browser with all of its processes, as the system does when it is out of memory. */
export async function kill(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession()
  const told = await session?.send('SystemInfo.getProcessInfo')
  const pid = told?.processInfo.find(({ type }) => type === 'browser')?.id
  if (pid === undefined) throw new Error('The browser does not tell its process.')
  const closed = new Promise((done) => context.once('close', done))
  process.kill(-pid, 'SIGKILL')
  await closed
}

/** Ends the process of one page. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const gone = new Promise((done) => page.once('crash', done))
  // It is never answered.
  session.send('Page.crash').catch(() => {})
  await gone
  await page.close()
}
