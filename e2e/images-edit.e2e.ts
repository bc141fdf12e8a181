import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { Download, Locator, Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'
import { sample } from './sample.ts'

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  }
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length, 0)
  body.copy(made, 4)
  made.writeUInt32BE(~crc >>> 0, made.length - 4)
  return made
}

/** A soft gradient, so that a kept pixel is told from its neighbours. */
function png(width: number, height: number, blue: number): Buffer {
  const rows = Buffer.alloc(height * (width * 3 + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set([x % 256, (2 * y) % 256, blue], y * (width * 3 + 1) + 1 + x * 3)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), end])
}

const turn = Buffer.from('4d4d002a00000008' + '0001' + '0112000300000001' + '00060000' + '00000000', 'hex')

/** A photo of the browser's own that lies on its side and says so. */
async function turnedPhoto(page: Page, type: 'jpeg' | 'webp', width: number, height: number): Promise<Buffer> {
  const plain = await page
    .evaluate(
      async ([type, across, down]) => {
        const canvas = new OffscreenCanvas(across, down)
        const pen = canvas.getContext('2d')
        for (let x = 0; x < across; x += 8) {
          if (pen) pen.fillStyle = `hsl(${x * 3} 60% 50%)`
          pen?.fillRect(x, 0, 8, down)
        }
        return [...new Uint8Array(await (await canvas.convertToBlob({ type: `image/${type}` })).arrayBuffer())]
      },
      [type, width, height] as const,
    )
    .then((bytes) => Buffer.from(bytes))
  if (type === 'jpeg') {
    const segment = Buffer.from([0xff, 0xe1, 0, turn.length + 8, ...Buffer.from('Exif\0\0')])
    return Buffer.concat([plain.subarray(0, 2), segment, turn, plain.subarray(2)])
  }
  // Chromium writes its WebP in chunks, of which the first says what else is in the file.
  const length = Buffer.from([turn.length, 0, 0, 0])
  const photo = Buffer.concat([plain, Buffer.from('EXIF'), length, turn])
  photo.writeUInt8(photo.readUInt8(20) | 8, 20)
  photo.writeUInt32LE(photo.length - 8, 4)
  return photo
}

interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

async function drop(page: Page, files: readonly Dropped[]): Promise<void> {
  const told = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name))
    }
    return transfer
  }, told)
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

const canvas = (page: Page) => page.getByRole('application', { name: 'Mask' })
const inputs = (page: Page) => page.getByRole('list', { name: 'Images to send' }).getByRole('listitem')
const findings = (page: Page) => page.getByRole('list', { name: 'Findings' })

/** A stroke over the middle of the canvas. */
const paint = async (page: Page) => await paintOn(page, canvas(page))

async function paintOn(page: Page, place: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2 - 40, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2 + 10, { steps: 4 })
  await page.mouse.up()
}

/** Applies an edit and compares its result, which then stands on the canvas, with the original. */
async function apply(page: Page, prompt: string): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Apply edit' }).click()
  return await compare(page)
}

async function compare(page: Page): Promise<Locator> {
  await expect(page.getByRole('button', { name: 'Apply edit' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Compare' }).click()
  return page.getByRole('dialog', { name: 'Compare with the original' })
}

/** A digest of the pixels of the canvas where a picture of this size stands in its middle at 100 %. */
async function pixelsOnCanvas(place: Locator, width: number, height: number): Promise<string> {
  return await place.evaluate(
    async (top, [width, height]) => {
      const drawn = top.parentElement?.querySelector('canvas')
      const data = drawn
        ?.getContext('2d')
        ?.getImageData((drawn.width - width) / 2, (drawn.height - height) / 2, width, height).data
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', data ?? new Uint8Array()))].join()
    },
    [width, height] as const,
  )
}

/** The same of a file. */
async function pixelsOf(page: Page, file: Download): Promise<string> {
  const bytes = [...(await readFile(await file.path()))]
  return await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const data = pen?.getImageData(0, 0, picture.width, picture.height).data
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', data ?? new Uint8Array()))].join()
  }, bytes)
}

test('two files are dropped, marked and edited; what was kept is kept to the pixel, and all of it is there after a reload', async ({
  page,
}) => {
  await page.goto('/images?tab=edit')
  await page.getByRole('button', { name: 'Choose images' }).waitFor()
  await drop(page, [
    { name: 'reference.png', bytes: png(64, 48, 10) },
    { name: 'letter.png', bytes: Buffer.from('dear all') },
    { name: 'harbour.png', bytes: png(192, 128, 200) },
  ])
  await expect(inputs(page)).toHaveCount(2)
  await expect(page.getByRole('alert').filter({ hasText: 'letter.png' })).toContainText(
    'Unknown file type. Supported formats',
  )
  await page.getByRole('button', { name: 'Dismiss letter.png' }).click()
  await page.getByRole('button', { name: 'Move harbour.png up' }).click()
  await expect(inputs(page).first()).toContainText('192 × 128')

  await expect(findings(page)).toContainText('no mask is sent')
  await paint(page)
  await expect(findings(page)).toContainText('Mask OK')
  const marked = await findings(page).textContent()
  const compared = await apply(page, 'A red lighthouse')
  await expect(compared.getByText('Kept pixels unchanged')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await compared.getByRole('button', { name: 'Close' }).click()

  // Another base would leave the mask without its picture.
  await page.getByRole('button', { name: 'Move reference.png up' }).click()
  await page.getByRole('dialog', { name: 'Keep mask?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(inputs(page).first()).toContainText('harbour.png')

  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(inputs(page).first()).toContainText('edit-2.png')
  await expect(page.getByRole('button', { name: 'Show on canvas' })).toHaveCount(0)
  // The mask stays with the step that it was for.
  await expect(findings(page)).toContainText('no mask is sent')

  await page.reload()
  await expect(inputs(page)).toContainText(['edit-2.png', 'reference.png'])
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A red lighthouse')
  await page.getByRole('button', { name: 'Step 1: harbour.png' }).click()
  await expect(inputs(page).first()).toContainText('harbour.png')
  await expect(findings(page)).toHaveText(marked ?? '')
})

// Browsers turn the one by themselves, and of the other Chromium shows what is stored.
for (const type of sample(['jpeg', 'webp'] as const, 1))
  test(`a ${type} photo that lies on its side is shown, marked and sent upright`, async ({ page }) => {
    await page.goto('/images?tab=edit')
    await page.getByRole('button', { name: 'Choose images' }).waitFor()
    await drop(page, [{ name: 'photo', bytes: await turnedPhoto(page, type, 160, 96) }])
    await expect(inputs(page).first()).toContainText('96 × 160')
    await paint(page)
    await expect(findings(page)).toContainText('upright PNG copy')
    const compared = await apply(page, 'A kite')
    await expect(compared.getByText('Kept pixels unchanged')).toBeVisible()
    await compared.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(inputs(page).first()).toContainText('96 × 160')
  })

test('an example is painted, marked and edited by one press, and its result comes from Runs as a reference', async ({
  page,
}) => {
  await page.goto('/images?tab=edit')
  await page.getByRole('button', { name: /^Add an object/ }).click()
  const compared = await compare(page)
  await expect(compared.getByText('Kept pixels unchanged')).toBeVisible()
  await compared.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  const received = page.getByRole('list', { name: 'Files received' })
  await received.getByRole('button', { name: /^More actions for/ }).click()
  await received.getByRole('menuitem', { name: /as reference image$/ }).click()
  await expect(inputs(page)).toHaveCount(2)
  await expect(inputs(page).first()).toContainText('harbour.png')
})

test('a picture is extended with its mask and gone back from; its edit is opened again, and what stood there comes back', async ({
  page,
}) => {
  await page.goto('/images?tab=edit')
  await page.getByRole('button', { name: 'Choose images' }).waitFor()
  await drop(page, [{ name: 'pier.png', bytes: png(192, 128, 90) }])
  await paint(page)
  await expect(findings(page)).toContainText('Mask OK · 192 × 128')
  const marked = (await findings(page).textContent()) ?? ''

  await canvas(page).press('x')
  await page.getByRole('spinbutton', { name: 'Width', exact: true }).fill('256')
  const frame = page.getByRole('group', { name: 'Extend' })
  await expect(frame.getByRole('status')).toContainText('256 × 128')
  expect(await findViolations(page)).toEqual([])
  await frame.getByRole('button', { name: 'Extend' }).click()
  await expect(inputs(page).first()).toContainText('pier-256x128.png')
  await expect(findings(page)).toContainText('Mask OK · 256 × 128')
  const compared = await apply(page, 'A longer pier')
  await expect(compared.getByText('Kept pixels unchanged')).toBeVisible()
  await compared.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Step 1: pier.png' }).click()
  await expect(findings(page)).toHaveText(marked)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Something else')
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Edit and run' }).click()
  await expect(inputs(page)).toContainText(['pier-256x128.png'])
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('A longer pier')
  await expect(findings(page)).toContainText('Mask OK · 256 × 128')

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(inputs(page)).toContainText(['pier.png'])
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('Something else')
  await expect(findings(page)).toHaveText(marked)
})

test('results stand on the canvas in place of the base: keys switch, show the original, discard and accept them', async ({
  page,
}) => {
  const [width, height] = [192, 128]
  await page.goto('/images?tab=edit')
  await page.getByRole('button', { name: 'Choose images' }).waitFor()
  await drop(page, [{ name: 'pier.png', bytes: png(width, height, 60) }])
  await paint(page)
  await canvas(page).press('1')
  await page.getByRole('textbox', { name: 'Number of images' }).fill('2')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A crane')
  const box = await canvas(page).boundingBox()
  await page.getByRole('button', { name: 'Apply edit' }).click()
  const stop = page.getByRole('button', { name: /^(Apply edit|Stop)/ })
  const result = (n: number) => page.getByRole('application', { name: `Result ${n} of 2` })
  await expect(result(1)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('2 results. On the canvas, arrow keys switch')).toBeAttached({ timeout: 30_000 })
  await expect(stop).toBeFocused()
  expect(await result(1).boundingBox()).toEqual(box)

  await result(1).focus()
  await page.keyboard.press('ArrowRight')
  await expect(result(2)).toBeFocused()
  await page.getByRole('button', { name: 'More actions' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download' }).click(),
  ])
  const second = await pixelsOf(page, saved)
  await expect.poll(() => pixelsOnCanvas(result(2), width, height)).toBe(second)
  await result(2).focus()
  await page.keyboard.down('\\')
  await expect.poll(() => pixelsOnCanvas(result(2), width, height)).not.toBe(second)
  const original = await pixelsOnCanvas(result(2), width, height)
  await page.keyboard.up('\\')
  await expect.poll(() => pixelsOnCanvas(result(2), width, height)).toBe(second)

  const marked = await findings(page).textContent()
  // A drag only moves the view while a result stands there.
  await paintOn(page, result(2))
  await page.keyboard.press('Escape')
  await expect(canvas(page)).toBeFocused()
  await canvas(page).press('0')
  await canvas(page).press('1')
  await expect(findings(page)).toHaveText(marked ?? '')
  await expect.poll(() => pixelsOnCanvas(canvas(page), width, height)).toBe(original)

  await page.getByRole('button', { name: 'Show image 2 on the canvas' }).click()
  await page.reload()
  await result(2).press('Enter')
  await expect(inputs(page).first()).toContainText('edit-2.png')
  await expect(page.getByRole('button', { name: 'Step 2: edit-2.png' })).toHaveAttribute('aria-current', 'step')
  await expect(canvas(page)).toBeFocused()
  await canvas(page).press('1')
  await expect.poll(() => pixelsOnCanvas(canvas(page), width, height)).toBe(second)
})

test('the masked area alone is sent, enlarged, and pasted back; nothing else changes, and the whole comes back', async ({
  page,
}) => {
  await page.goto('/images?tab=edit')
  await page.getByRole('button', { name: 'Choose images' }).waitFor()
  await drop(page, [{ name: 'bay.png', bytes: png(640, 480, 60) }])
  await paint(page)
  await page.getByRole('radio', { name: 'Masked area' }).check()
  await page.getByRole('spinbutton', { name: 'Surroundings' }).fill('40')
  await page.getByRole('spinbutton', { name: 'Soft edge' }).fill('6')
  const plan = page.getByRole('region', { name: 'Area sent' }).getByText(/^Sends/)
  await expect(plan).toContainText('enlarged')
  const [width = 0, height = 0] = (/to (\d+)\s×\s(\d+)/.exec((await plan.textContent()) ?? '') ?? [])
    .slice(1)
    .map(Number)

  const sending = page.waitForRequest('**/images/edits')
  const compared = await apply(page, 'A red buoy')
  const { size, images, mask } = (await sending).postDataJSON()
  expect(size).toBe(`${width}x${height}`)
  for (const { image_url } of [images[0], mask]) {
    const file = Buffer.from(image_url.split(',')[1], 'base64')
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([width, height])
  }
  await expect(compared.getByText('Kept pixels unchanged')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Unchanged outside the mask and its soft edge.')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(inputs(page).first()).toContainText('edit-2.png')
  await expect(inputs(page).first()).toContainText('640 × 480')

  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('listbox', { name: 'Runs' }).getByRole('option').first().click()
  await page.getByRole('button', { name: 'Edit and run' }).click()
  await expect(inputs(page).first()).toContainText('bay.png')
  await expect(page.getByRole('radio', { name: 'Masked area' })).toBeChecked()
  await expect(plan).toContainText(`${width}`)
})
