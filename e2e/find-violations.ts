import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

interface Looking {
  /** A selector of what is looked at; else the whole page. */
  readonly within?: string
  /** Else both. */
  readonly themes?: readonly ('light' | 'dark')[]
  /** What the place is called. */
  readonly where?: string
}

declare global {
  /** There once its source was evaluated in the page. */
  var axe: { run(context: object, options: object): Promise<AxeResults> } | undefined
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Evaluated once a page, for violations alone: anew in each look, with what passed too, it takes five times the CPU time. */
async function violationsOf(page: Page, within: string | undefined, rules: readonly string[] | undefined) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return await page.evaluate(
    async ([within, rules]) => {
      const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
      const found = await globalThis.axe?.run(within === undefined ? document : { include: [[within]] }, options)
      if (!found) throw new Error('axe is not there')
      return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    [within, rules] as const,
  )
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
    const look = () => violationsOf(page, within, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    let violations = await look()
    // Colours that are still on their way to the other theme are none of it: what is wrong is found by a second look too.
    if (violations.length > 0) {
      await page.waitForTimeout(500)
      violations = await look()
    }
    found.push(...violations.map((violation) => `${where} ${colorScheme}: ${violation}`))
  }
  return found
}
