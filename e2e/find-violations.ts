import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

interface Looking {
  /** A selector of what is looked at; else the whole page. */
  readonly within?: string
  /** What the place is called. */
  readonly where?: string
}

/**
 * What axe finds on the page as it stands: everything in the light theme, and of the dark one what depends on it, the colours. Leaves
 * the page in the light theme, without motion.
 */
export async function findViolations(page: Page, { within, where = '' }: Looking = {}): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page })
    if (within !== undefined) axe.include(within)
    if (colorScheme === 'dark') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations)
      found.push(`${where} ${colorScheme}: ${id} ${nodes.map(({ html }) => html).join(' | ')}`)
  }
  return found
}
