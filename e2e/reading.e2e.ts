import type { Page } from '@playwright/test'
import { answer, expect, send, test } from './fixtures.ts'

/** The scroll area of the conversation. */
const log = (page: Page) => page.getByRole('log')

/** Waits until the answer has so many paragraphs and goes on. */
async function streaming(page: Page, paragraphs: number): Promise<void> {
  await page.goto('/chat')
  await send(page, 'Write a document. tokens: 4000')
  await expect.poll(() => answer(page).getByRole('paragraph').count(), { timeout: 30_000 }).toBeGreaterThan(paragraphs)
  await expect(answer(page)).toHaveAttribute('aria-busy', 'true')
}

/** How many characters the answer shows. */
const length = (page: Page) => answer(page).evaluate((shown) => shown.textContent?.length ?? 0)

/** Waits until more has come. */
async function grow(page: Page, by: number): Promise<void> {
  const before = await length(page)
  await expect.poll(() => length(page), { timeout: 30_000 }).toBeGreaterThan(before + by)
}

test('while text goes on below, a word far above is found, a reader there sees nothing move, and what is selected stays and can be copied', async ({
  page,
}) => {
  await streaming(page, 12)
  // The browser has left it out of what it draws.
  const paragraph = answer(page).getByRole('paragraph').nth(1)
  const word = await paragraph.evaluate((shown) => /\w{6,}/.exec(shown.textContent ?? '')?.[0] ?? '')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  // Playwright's types leave out what browsers call non-standard and all of them have.
  const found = await page.evaluate(
    (sought) => Reflect.apply(Reflect.get(globalThis, 'find'), globalThis, [sought]),
    word,
  )
  expect(found).toBe(true)
  expect(await page.evaluate(() => getSelection()?.toString().toLowerCase())).toBe(word.toLowerCase())

  await log(page).hover()
  await page.mouse.wheel(0, -500)
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const words = await paragraph.innerText()
  await paragraph.evaluate((shown) => getSelection()?.selectAllChildren(shown))
  const seen = answer(page).getByRole('paragraph').nth(3)
  const before = await seen.boundingBox()
  await grow(page, 300)
  expect(await seen.boundingBox()).toEqual(before)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(words)
  await page.keyboard.press('Control+c')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.press('Control+v')
  await expect(box).toHaveValue(words)
})

test('a selection in the paragraph that grows keeps its two ends', { tag: '@soak' }, async ({ page }) => {
  await streaming(page, 2)
  // The text that grows is the last one, and long enough to choose from once it has a few words.
  const choose = () =>
    answer(page).evaluate((shown) => {
      const text = [...shown.querySelectorAll('p[dir=auto]')].at(-1)?.firstChild
      if (!(text instanceof Text) || text.length < 12) return ''
      getSelection()?.setBaseAndExtent(text, 2, text, 9)
      return getSelection()?.toString() ?? ''
    })
  await expect.poll(choose, { timeout: 30_000 }).not.toBe('')
  const chosen = await page.evaluate(() => getSelection()?.toString())
  await grow(page, 100)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(chosen)
})

test('the text never gets shorter while it arrives, nor the page lower', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat')
  await send(page, 'Write a document. tokens: 600')
  await expect(answer(page)).toContainText('synthetic')
  const shrunk = await answer(page).evaluate(async (shown) => {
    const steps: string[] = []
    let [characters, height] = [0, 0]
    // Of the groups of blocks, the one that holds them all.
    const text = shown.querySelector('[dir=auto]')?.parentElement?.parentElement
    while (shown.getAttribute('aria-busy') === 'true' && text) {
      await new Promise((done) => requestAnimationFrame(done))
      const now = [text.textContent?.length ?? 0, text.getBoundingClientRect().height] as const
      if (now[0] < characters || now[1] < height - 1) steps.push(`${characters}, ${height} → ${now.join(', ')}`)
      ;[characters, height] = now
    }
    return steps
  })
  expect(shrunk).toEqual([])
})
