import type { Page, Request } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { chooseAction, expect, test } from './fixtures.ts'

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' })
const create = (page: Page) => page.getByRole('button', { name: /^Create video/ })
const files = (page: Page) => page.getByRole('list', { name: 'Files of First frame' }).getByRole('listitem')

/** Every request is refused: what is sent counts here, not the videos. */
const refuse = (page: Page) =>
  page.route('**/v1/videos', (route) =>
    route.fulfill({ status: 400, json: { error: { message: 'Refused by the test.', code: 'refused' } } }),
  )
const nextSent = async (page: Page): Promise<Request> =>
  await page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/videos'))

/** A picture whose left half is red and whose right half is blue, as a PNG. */
async function drawHalves(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(
    (size) => {
      const canvas = Object.assign(document.createElement('canvas'), size)
      const pen = canvas.getContext('2d')
      if (!pen) throw new TypeError('no canvas')
      for (const [colour, x] of [
        ['#f00', 0],
        ['#00f', size.width / 2],
      ] as const) {
        pen.fillStyle = colour
        pen.fillRect(x, 0, size.width / 2, size.height)
      }
      return canvas.toDataURL('image/png')
    },
    { width, height },
  )
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

async function choosePicture(page: Page, buffer: Buffer, name = 'halves.png'): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(?:Choose|Replace) file$/ }).click()
  await (await choosing).setFiles({ name, mimeType: 'image/png', buffer })
}

/** The size of a sent picture, and its colour at the left edge. */
const lookAt = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const image = Object.assign(new Image(), { src: address })
    await image.decode()
    const pen = document.createElement('canvas').getContext('2d')
    pen?.drawImage(image, 0, 0)
    return [image.naturalWidth, image.naturalHeight, ...(pen?.getImageData(2, 2, 1, 1).data ?? [])]
  }, url)

test('a video is asked for with what the form says', async ({ page }) => {
  await refuse(page)
  await page.goto('/video')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-video')
  await expect(page.getByRole('list', { name: 'Examples' }).getByRole('button')).toHaveCount(3)
  expect(await findViolations(page, { where: 'form' })).toEqual([])
  await page.getByRole('radiogroup', { name: 'Length' }).getByRole('radio', { name: '8' }).check()
  await page.getByRole('combobox', { name: 'Size' }).selectOption('720x1280')
  await prompt(page).fill('A fox in the snow')
  const sending = nextSent(page)
  await prompt(page).press('Control+Enter')
  expect((await sending).postDataJSON()).toEqual({
    ...{ model: 'sandbox-video', prompt: 'A fox in the snow', seconds: '8', size: '720x1280' },
  })
})

test('a press before the models are loaded sends nothing and says so until the next one', async ({ page }) => {
  await refuse(page)
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/v1/models', (route) => arrival.then(() => route.continue()))
  await page.goto('/video')
  await prompt(page).fill('A fox in the snow')
  await create(page).click()
  const early = page.getByRole('alert').filter({ hasText: 'Not sent: the models were still loading.' })
  await expect(early).toBeVisible()
  arrive()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox-video')
  await expect(early).toBeVisible()
  const sending = nextSent(page)
  await create(page).click()
  expect((await sending).postDataJSON()).toMatchObject({ model: 'sandbox-video', prompt: 'A fox in the snow' })
  await expect(early).toBeHidden()
})

test('a first frame of another size is cropped by keys, restored, cropped anew for another size, and opened again from its run', async ({
  page,
}) => {
  await refuse(page)
  await page.goto('/video')
  await prompt(page).fill('The halves move')
  await choosePicture(page, await drawHalves(page, 2000, 400))
  await expect(page.getByText('This image is 2000 × 400; the video is 1280 × 720.')).toBeVisible()

  await page.getByRole('button', { name: 'Crop to fit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop to 1280 × 720' })
  const frame = dialog.getByRole('application', { name: 'Crop frame' })
  await expect(frame).toBeFocused()
  expect(await findViolations(page, { where: 'crop' })).toEqual([])
  // To the right edge: all blue.
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('+')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('110')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Matches 1280 × 720, cropped from 2000 × 400')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adjust crop' })).toBeFocused()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('This image is 2000 × 400;')).toBeVisible()
  await page.getByRole('combobox', { name: 'Size' }).selectOption('720x1280')
  await page.getByRole('button', { name: 'Crop to fit' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Size' }).selectOption('1280x720')
  // Cut from the original once more.
  await page.getByRole('button', { name: 'Crop to fit' }).click()
  for (let at = 0; at < 10; at += 1) await page.keyboard.press('Shift+ArrowRight')
  await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
  await expect(page.getByText('Matches 1280 × 720, cropped from 2000 × 400')).toBeVisible()

  const sending = nextSent(page)
  await create(page).click()
  const sent = (await sending).postDataJSON()
  expect(await lookAt(page, sent.input_reference.image_url)).toEqual([1280, 720, 0, 0, 255, 255])

  await page.goto('/runs')
  await page.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Edit and run' }).click()
  await expect(page).toHaveURL(/\/video/)
  await expect(page.getByText('Matches 1280 × 720')).toBeVisible()
  const again = nextSent(page)
  await create(page).click()
  expect((await again).postDataJSON()).toEqual(sent)
})

test('without a size that of the image is proposed; one of the same shape is resized; a press takes along a file that is being read', async ({
  page,
}) => {
  await refuse(page)
  await page.goto('/video')
  await page.getByRole('button', { name: 'Reset Size' }).click()
  await choosePicture(page, await drawHalves(page, 720, 1280))
  await page.getByRole('button', { name: 'Use 720 × 1280' }).click()
  // The button is gone; the focus is on what took its place.
  await expect(page.getByRole('status').filter({ hasText: 'Matches 720 × 1280' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveValue(/./)
  await expect(page.getByText('Matches 720 × 1280')).toBeVisible()
  await choosePicture(page, await drawHalves(page, 360, 640))
  await page.getByRole('button', { name: 'Resize to fit' }).click()
  await expect(page.getByText('Matches 720 × 1280, resized from 360 × 640')).toBeVisible()
  await page.getByRole('button', { name: 'Remove halves-720x1280.png' }).click()

  await prompt(page).fill('At once')
  const picture = await drawHalves(page, 720, 1280)
  const sending = nextSent(page)
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'late.png', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Create video'))
    button?.click()
  }, picture.toString('base64'))
  const { input_reference: frame } = (await sending).postDataJSON()
  expect(await lookAt(page, frame.image_url)).toEqual([720, 1280, 255, 0, 0, 255])
})

/** An image of 96 × 64 in Images. */
async function generate(page: Page): Promise<void> {
  await page.goto('/images?model=sandbox-image-plain')
  await prompt(page).waitFor()
  const sheet = page.getByRole('button', { name: 'Parameters', exact: true })
  if (await sheet.isVisible()) {
    await sheet.click()
    await chooseSmall(page)
    await page.getByRole('button', { name: 'Close' }).click()
  } else await chooseSmall(page)
  await prompt(page).fill('A fox')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(page.getByRole('img', { name: 'A fox' })).toBeVisible()
}

async function chooseSmall(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Size' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('96x64')
}

test('an image is sent to the video tool, where the prompt stays', async ({ page }) => {
  await page.goto('/video')
  await prompt(page).fill('Kept')
  await page.getByRole('radiogroup', { name: 'Length' }).getByRole('radio', { name: '12' }).check()
  await generate(page)
  await chooseAction(page, 'Use image 1 as first frame', 'More actions for image 1')
  await expect(page).toHaveURL(/\/video/)
  await expect(files(page)).toHaveCount(1)
  await expect(prompt(page)).toHaveValue('Kept')
  await expect(page.getByText('This image is 96 × 64; the video is 1280 × 720.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace file' })).toBeFocused()
  // In place of the one that is there.
  await page.goBack()
  await chooseAction(page, 'Use image 1 as first frame', 'More actions for image 1')
  await expect(page.getByRole('button', { name: 'Replace file' })).toBeFocused()
  await expect(files(page)).toHaveCount(1)
})

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('an image is sent to the video tool, whose sheet shows it, and cropped there', async ({ page }) => {
    await generate(page)
    await chooseAction(page, 'Use image 1 as first frame', 'More actions for image 1')
    const sheet = page.getByRole('dialog', { name: 'Video parameters' })
    await expect(sheet.getByText('This image is 96 × 64; the video is 1280 × 720.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Crop to fit' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Crop to 1280 × 720' })
    await expect(dialog.getByText('Enlarged to 1333%')).toBeVisible()
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('html, main, dialog[open], dialog[open] > div')]
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map(({ tagName, scrollWidth }) => `${tagName} ${scrollWidth}`),
    )
    expect(wide).toEqual([])
    await dialog.getByRole('button', { name: 'Crop', exact: true }).tap()
    await expect(sheet.getByText('Matches 1280 × 720')).toBeVisible()
    await refuse(page)
    await sheet.getByRole('button', { name: 'Close' }).tap()
    await prompt(page).fill('From a phone')
    const sending = nextSent(page)
    await create(page).tap()
    expect((await sending).postDataJSON().input_reference.image_url).toMatch(/^data:image\/png;base64,/)
  })
})
