import type { Page } from '@playwright/test'

/**
 * Runs in each page of the tests, which is then one of a browser that saves data: else one that is quiet for some seconds loads the code of
 * all panels, which takes more CPU time than loading the page did.
 */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
}

/** From the next page on, as in a browser that does not save data: what is not needed yet is loaded when the page is quiet. */
export async function loadAhead(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: undefined }))
}
