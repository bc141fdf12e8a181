import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { soak } from './sample.ts'

interface Looking {
  /** A selector of what is looked at; else the whole page. */
  readonly within?: string
  /** Else the light one. */
  readonly themes?: readonly ('light' | 'dark')[]
  /** What the place is called. */
  readonly where?: string
}

declare global {
  /** There once its source was evaluated in the page. */
  var axe: { run(context: object, options: object): Promise<AxeResults> } | undefined
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs in the page: what axe finds there once the theme is on. With all that passed too, it takes five times the CPU time. Where motion is
 * not reduced, each element turns to its new colour by a transition that begins behind the one of the element around it.
 */
async function look([theme, within, rules]: readonly [string, string | undefined, readonly string[] | undefined]) {
  const drawn = () => new Promise((done) => requestAnimationFrame(done))
  while (document.documentElement.dataset.theme !== theme) await drawn()
  for (let frame = 0; frame < 2; frame += 1) await drawn()
  while (document.getAnimations().some((one) => one instanceof CSSTransition)) await drawn()
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) }
  const found = await globalThis.axe?.run(within === undefined ? document : { include: [[within]] }, options)
  if (!found) throw new Error('axe is not there')
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Both themes; of the dark one only what depends on it, the colours. Leaves the page in the light theme. */
export const bothThemes = ['dark', 'light'] as const

/**
 * What axe finds on the page as it stands, in the light theme. In the dark one it looks once a panel: the colours of both are checked
 * against each other in `tokens.test.ts`.
 */
export async function findViolations(
  page: Page,
  { within, where = '', themes = soak ? bothThemes : ['light'] }: Looking = {},
): Promise<readonly string[]> {
  const found: string[] = []
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    const asked = [colorScheme, within, colorScheme === 'dark' ? ['color-contrast'] : undefined] as const
    let violations = await page.evaluate(look, asked)
    // Colours that are still on their way to the other theme are none of it: what is wrong is found by a second look too.
    if (violations.length > 0) {
      await page.waitForTimeout(500)
      violations = await page.evaluate(look, asked)
    }
    found.push(...violations.map((violation) => `${where} ${colorScheme}: ${violation}`))
  }
  return found
}
