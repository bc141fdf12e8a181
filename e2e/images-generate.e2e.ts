import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { chooseAction, chooseModel, expect, test } from './fixtures.ts'

const newest = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article').first()
const places = (page: Page) => newest(page).getByRole('list', { name: 'Images' }).getByRole('listitem')
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const ended = (page: Page) => expect(newest(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })

async function chooseSize(page: Page, size: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Size' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill(size)
}

const row = (page: Page) =>
  places(page).evaluateAll((items) =>
    items.map((item) => {
      const { x, width, height } = item.getBoundingClientRect()
      const place = item.firstElementChild?.getBoundingClientRect()
      return [x, width, height, place?.height].map((edge) => Math.round(edge ?? 0))
    }),
  )

/** The picture that is pasted next: its type and edges. Runs in the page, which may not read the clipboard by itself. */
const pasted = () => ({
  next: new Promise<readonly unknown[]>((done, failed) => {
    const read = async ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData?.files[0] ?? new File([], '')
      const { width, height } = await createImageBitmap(file)
      done([file.type, width, height])
    }
    addEventListener('paste', (event) => void read(event).catch(failed), { once: true, capture: true })
  }),
})

test('three images come into places that never move, are looked at, saved, and still there after a reload', async ({
  page,
  router,
}) => {
  const found: string[] = []
  await page.goto('/images')
  await expect(page.getByRole('list', { name: 'Examples' }).getByRole('button')).toHaveCount(3)
  await prompt(page).fill('A fox')
  await chooseSize(page, '1000x1000')
  await expect(page.getByRole('alert').filter({ hasText: 'multiples of 16' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('1024x640')
  await page.getByRole('radiogroup', { name: 'Quality' }).getByRole('radio', { name: 'low' }).check()
  await page.getByRole('slider', { name: 'Number of images' }).fill('3')
  await expect(page.getByText('3 images: 30 cauris, low quality (tier L)').first()).toBeVisible()
  // A model that draws small pictures too, and no previews.
  await chooseModel(page, 'sandbox-image-plain')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('96x64')
  await expect(page.getByText('price not stated').last()).toBeVisible()
  await prompt(page).press('Control+Enter')

  await expect(places(page)).toHaveCount(3)
  const before = await row(page)
  await ended(page)
  await expect(places(page).getByRole('img', { name: 'A fox' })).toHaveCount(3)
  expect(await row(page)).toEqual(before)
  await expect(places(page).first()).toContainText('PNG · 96 × 64')
  found.push(...(await findViolations(page, { where: 'stage' })))

  const opener = page.getByRole('button', { name: 'Open image 2' })
  await opener.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Image 2: A fox' })
  await expect(lightbox.getByRole('status').filter({ hasText: '2 of 3' })).toBeVisible()
  await page.keyboard.press('+')
  await page.keyboard.press('1')
  await page.keyboard.press('+')
  await expect(lightbox.getByRole('button', { name: '125%: show at 100%' })).toBeVisible()
  found.push(...(await findViolations(page, { where: 'lightbox' })))
  await page.keyboard.press('ArrowRight')
  const third = page.getByRole('dialog', { name: 'Image 3: A fox' })
  await expect(third).toBeVisible()
  await third.getByRole('button', { name: 'Copy image 3' }).click()
  await expect(third.getByRole('status').filter({ hasText: 'Copied as PNG.' })).toBeAttached()
  // The page listens before the key is pressed: else the event may be over by then.
  const picture = await page.evaluateHandle(pasted)
  await page.keyboard.press('Control+v')
  expect(await picture.evaluate(({ next }) => next)).toEqual(['image/png', 96, 64])
  // What is typed there is no key of the lightbox, and is kept without waiting.
  await third.getByRole('textbox', { name: 'Alt text of image 3' }).fill('A fox, 10 + 1')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await expect(places(page).nth(2).getByRole('img', { name: 'A fox, 10 + 1' })).toBeVisible()
  expect(found).toEqual([])

  const [one] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download image 1' }).click(),
  ])
  expect(one.suggestedFilename()).toMatch(/^images_sandbox-image_a-fox_\d{8}-\d{6}_1\.png$/)
  expect((await readFile(await one.path())).includes('Sandbox: synthetic output')).toBe(true)
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    chooseAction(newest(page), 'Download all 3 as a zip'),
  ])
  expect(all.suggestedFilename()).toMatch(/_1\.zip$/)
  // Stored, not packed: what lies beside the pictures can be read in it.
  const zip = await readFile(await all.path(), 'latin1')
  for (const words of ['"prompt": "A fox"', '"size": "96x64"', '"alt": "A fox, 10 + 1"', '"requestId": "req_'])
    expect(zip).toContain(words)

  for (const n of [1, 2, 3]) await chooseAction(page, `Compare image ${n}`, `More actions for image ${n}`)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const compared = page.getByRole('dialog', { name: 'Compare images' })
  await expect(compared.getByRole('listitem')).toHaveCount(3)
  await compared.getByRole('radio', { name: '1 and 3' }).check()
  await expect(compared.getByRole('slider', { name: 'Divider' })).toBeVisible()
  expect(await findViolations(page, { where: 'compare' })).toEqual([])
  await compared.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()

  await chooseAction(page, 'Alt text of image 1', 'More actions for image 1')
  await page.getByRole('textbox', { name: 'Alt text of image 1' }).fill('A fox that sits')
  await page.getByRole('textbox', { name: 'Alt text of image 1' }).press('Tab')
  await expect(places(page).getByRole('img', { name: 'A fox that sits' })).toBeVisible()
  await prompt(page).fill('Something else')
  const accepted = await router.accepted()
  await expect(page).toHaveURL(/model=sandbox-image-plain/)
  await page.reload()
  await expect(places(page).getByRole('img', { name: 'A fox that sits' })).toBeVisible()
  await expect(places(page).getByRole('button', { name: /Open image/ })).toHaveCount(3)
  await expect(prompt(page)).toHaveValue('Something else')
  await chooseAction(newest(page), 'Reuse the prompt')
  await expect(prompt(page)).toHaveValue('A fox')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt(page)).toHaveValue('Something else')
  expect(await router.accepted()).toBe(accepted)
})

test('previews, a missing image, a refusal by moderation and fields that are off are told as what they are', async ({
  page,
}) => {
  await page.goto('/images')
  await page.getByText('More parameters').click()
  await expect(page.getByText('Off: Compression applies to jpeg and webp.')).toBeVisible()
  await chooseModel(page, 'fault-stall')
  await chooseSize(page, '64x64')
  await prompt(page).fill('A boat')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(places(page)).toContainText('preview', { timeout: 20_000 })
  await expect(page.getByText('Completed work may still be billed after you stop.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await ended(page)
  await expect(newest(page)).toContainText('Stopped by you. Completed work may still be billed')
  await expect(places(page)).toContainText('unfinished preview')

  await chooseModel(page, 'fault-image-missing')
  await page.getByRole('radiogroup', { name: 'Stream' }).getByRole('radio', { name: 'off' }).check()
  await page.getByRole('slider', { name: 'Number of images' }).fill('2')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(newest(page)).toContainText('fault-image-missing')
  await ended(page)
  await expect(places(page).first().getByRole('button', { name: 'Open image 1' })).toBeVisible()
  await expect(places(page).nth(1)).toContainText('No image received.')
  await expect(newest(page)).toContainText('1 of 2 arrived')
  const missing = newest(page).getByRole('button', { name: 'Run the missing one' })
  await expect(newest(page)).toContainText('price not stated')
  // A double click is one press. The same fault then leaves nothing at all.
  await missing.dblclick()
  await expect(newest(page)).toContainText('1 image')
  await ended(page)
  await expect(newest(page)).toContainText('No image was returned')
  await expect(page.getByRole('article')).toHaveCount(3)

  await chooseModel(page, 'fault-garbled')
  await page.getByRole('radiogroup', { name: 'Stream' }).getByRole('radio', { name: 'on' }).check()
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(newest(page)).toContainText('fault-garbled')
  await ended(page)
  await expect(places(page).nth(1).getByRole('button', { name: 'Open image 2' })).toBeVisible()

  await chooseModel(page, 'fault-moderation')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(newest(page)).toContainText('Blocked by moderation')
  await expect(newest(page)).toContainText('Not billed.')

  await chooseAction(newest(page), 'Delete')
  await expect(newest(page)).not.toContainText('Blocked by moderation')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(newest(page)).toContainText('Blocked by moderation')

  await page.getByRole('tab', { name: 'Generate' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Edit' })).toBeFocused()
  await expect(page).toHaveURL(/tab=edit/)
  await page.getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('link', { name: 'Images' }).click()
  await expect(page.getByRole('tab', { name: 'Edit', selected: true })).toBeVisible()
})
