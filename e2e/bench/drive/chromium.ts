import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArgs as args } from '../../find-chromium.mjs'
import type { Bench } from '../page/main.ts'
import type { Setting } from './setting.ts'

/** Frames as soon as the last one is done, so that work and not waiting sets the pace. */
export const unlocked = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

export function launch({ chromium: executablePath }: Setting, more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ args: [...args, ...more], ...(executablePath && { executablePath }) })
}

declare global {
  interface Window {
    readonly bench: Bench
  }
}

/** Opens the bench's page in a process of its own, and closes it when `measure` is done. */
export async function inFreshPage<T>(
  browser: Browser,
  url: string,
  measure: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  try {
    const page = await context.newPage()
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject))
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in window)
    return await Promise.race([measure(page, await context.newCDPSession(page)), failed])
  } finally {
    await context.close()
  }
}
