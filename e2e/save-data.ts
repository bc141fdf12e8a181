import type { Page } from '@playwright/test'

/** From the next page on, as in a browser that saves data: nothing is loaded before it is needed. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
}
