import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Looking {
  /** A selector of what is looked at; else the whole page. */
  readonly within?: string
  /** Else both. */
  readonly themes?: readonly ('light' | 'dark')[]
  /** What the place is called. */
  readonly where?: string
}

const both = ['dark', 'light'] as const

/**
 * What axe finds on the page as it stands: everything in the light theme, and of the dark one what depends on it, the colours. Leaves
 * the page in the light theme.
 */
export async function findViolations(
  page: Page,
  { within, where = '', themes = both }: Looking = {},
): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme)
    // What is out of view takes its new colours when it is next drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    // Else each look opens a page of its own, to join the results of frames of other origins: there are none.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (within !== undefined) axe.include(within)
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations)
      found.push(`${where} ${colorScheme}: ${id} ${nodes.map(({ html }) => html).join(' | ')}`)
  }
  return found
}
