import type { Page } from '@playwright/test'
import { connectTo, expect, test } from './fixtures.ts'
import { startImageRouter } from './images-replies/image-router.ts'
import { madePng } from './media-runs/made-media.ts'

const pictures = [madePng(320, 240, [200, 40, 40]), madePng(320, 240, [40, 40, 200])]

async function generate(page: Page, prompt: string) {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  return page.getByRole('article', { name: `Run: ${prompt}` })
}

/** How many of the pictures in it the browser has drawn. */
const drawn = (place: ReturnType<Page['locator']>) =>
  place
    .getByRole('img')
    .evaluateAll(
      (all: HTMLImageElement[]) => all.filter(({ complete, naturalWidth }) => complete && naturalWidth === 320).length,
    )

test('pictures of a foreign router are shown in whatever shape they come, also from other hosts, which get nothing but the question', async ({
  page,
}) => {
  const router = await startImageRouter(pictures)
  try {
    await connectTo(page, router)
    await page.getByRole('link', { name: 'Images' }).click()

    const every = await generate(page, 'every shape')
    await expect(every.getByRole('button', { name: /^Open image/ })).toHaveCount(5)
    await expect.poll(() => drawn(every)).toBe(5)

    const walled = await generate(page, 'behind a wall')
    await expect(walled.getByRole('button', { name: /^Open image/ })).toHaveCount(1)
    await expect(walled).toContainText('does not allow this app to read it')
    const link = walled.getByRole('link', { name: /Open in a new tab/ })
    await expect(link).toHaveAttribute('href', `http://${router.host}/closed.png`)
    await expect(link).toContainText(router.host)
    await expect(link).toHaveAttribute('rel', /noreferrer/)

    const steps = await generate(page, 'in steps')
    await expect.poll(() => drawn(steps)).toBe(2)

    const none = await generate(page, 'nothing')
    await expect(none).toContainText('No image was returned')
    await expect(none).not.toContainText('Held back')

    const beside = await generate(page, 'beside an error')
    await expect(beside).toContainText('The second failed.')
    await expect(beside).toContainText('found elsewhere in the reply')
    await expect.poll(() => drawn(beside)).toBe(1)

    expect(router.visits.map(({ path }) => path).toSorted()).toEqual(['/closed.png', '/open.png'])
    for (const { authorization, cookie, referer } of router.visits)
      expect([authorization, cookie, referer]).toEqual([undefined, undefined, undefined])
    expect(router.paid()).toBe(5)
  } finally {
    router.close()
  }
})
