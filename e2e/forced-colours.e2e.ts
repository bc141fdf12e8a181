import type { Locator } from '@playwright/test'
import { answer, expect, send, test } from './fixtures.ts'
import { sample } from './sample.ts'

const fill = (part: Locator) => part.evaluate((one) => getComputedStyle(one).backgroundColor)

for (const colorScheme of sample(['light', 'dark'] as const, 1))
  test(`in forced colours, ${colorScheme}, what is chosen, a cable, a slider and a bar can be seen`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await page.goto('/')
    await send(page, 'Say hello. tokens: 30')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    const ground = await fill(page.locator('html'))
    const path = page.getByRole('figure', { name: /^Path of this run/ })
    expect(await fill(path.locator('[data-state=done] > div').first())).not.toBe(ground)
    expect(await fill(page.getByRole('link', { name: 'Chat' }))).not.toBe(ground)
    expect(await fill(page.getByRole('button', { name: 'Send' }))).not.toBe(ground)
    const slider = page.getByRole('slider', { name: 'Temperature' })
    expect(await slider.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain('gradient')
    await page.goto('/images')
    const [generate, edit] = ['Generate', 'Edit'].map((name) => page.getByRole('tab', { name }))
    if (!generate || !edit) throw new Error('no tabs')
    expect(await fill(generate)).not.toBe(await fill(edit))
    const inspector = page.getByRole('button', { name: /^Inspector/ })
    expect(await inspector.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
  })
