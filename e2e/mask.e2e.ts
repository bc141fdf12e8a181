import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { expect, test } from './fixtures.ts'

const width = 400
const height = 300

const canvas = (page: Page) => page.getByRole('application', { name: 'Mask' })
const size = (page: Page) => page.getByRole('spinbutton', { name: 'Size' })
const zoom = (page: Page) => page.getByRole('group', { name: 'Zoom' }).getByRole('status')

/** Opens the Edit tool with a picture of 400 × 300. */
async function openPicture(page: Page): Promise<void> {
  await page.goto('/images?tab=edit')
  const bytes = await page.evaluate(
    async ([width = 0, height = 0]) => {
      const picture = new OffscreenCanvas(width, height)
      const pen = picture.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = '#486'
      pen.fillRect(0, 0, width, height)
      return [...new Uint8Array(await (await picture.convertToBlob()).arrayBuffer())]
    },
    [width, height],
  )
  const file = { name: 'field.png', mimeType: 'image/png', buffer: Buffer.from(bytes) }
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose images' }).click()
  await (await choosing).setFiles(file)
  await canvas(page).waitFor()
}

/** The mask as it is exported: the pixels that are to be painted anew, as `x,y`. */
async function exported(page: Page): Promise<Set<string>> {
  const button = page.getByRole('button', { name: 'Download mask' })
  // Nothing marked is no mask.
  if (await button.isDisabled()) return new Set()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = [...(await readFile(await download.path()))]
  const marked = await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, picture.width, picture.height)
    const found: string[] = []
    for (let at = 0; at < data.length / 4; at++) {
      const alpha = data[at * 4 + 3]
      if (alpha !== 255) found.push(`${at % picture.width},${Math.floor(at / picture.width)}${alpha === 0 ? '' : '?'}`)
    }
    return found
  }, bytes)
  return new Set(marked)
}

/** The pixels whose middles lie in a disc. */
function disc(x: number, y: number, radius: number): Set<string> {
  const found = new Set<string>()
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      if (Math.hypot(column + 0.5 - x, row + 0.5 - y) <= radius) found.add(`${column},${row}`)
  return found
}

/** Clicks on a point of the picture, which lies in the middle of its place, and gives the exact point that was hit. */
async function dab(page: Page, scale: number, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('no canvas')
  const left = (box.width - width * scale) / 2
  const top = (box.height - height * scale) / 2
  const at = { x: Math.round(left + x * scale), y: Math.round(top + y * scale) }
  await page.mouse.click(box.x + at.x, box.y + at.y)
  return { x: (at.x - left) / scale, y: (at.y - top) / scale }
}

test('what is painted at any zoom is exactly what is exported, and each stroke is one step', async ({ page }) => {
  await openPicture(page)
  await size(page).fill('21')
  await canvas(page).press('1')
  await expect(zoom(page)).toHaveText('100%')
  const first = await dab(page, 1, 130, 120)
  const one = disc(first.x, first.y, 10.5)
  expect(await exported(page)).toEqual(one)

  await canvas(page).press('+')
  await canvas(page).press('+')
  await canvas(page).press('+')
  await expect(zoom(page)).toHaveText('300%')
  const second = await dab(page, 3, 200.4, 160.7)
  const both = new Set([...one, ...disc(second.x, second.y, 10.5)])
  expect(await exported(page)).toEqual(both)

  await canvas(page).press('ControlOrMeta+z')
  expect(await exported(page)).toEqual(one)
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await exported(page)).toEqual(both)
  await canvas(page).press('Delete')
  expect(await exported(page)).toEqual(new Set())
  await page.getByRole('button', { name: 'Undo' }).press('ControlOrMeta+z')
  expect(await exported(page)).toEqual(both)
})

test('keys alone draw, measure and choose; the wheel, two fingers and a tap of two do what they do elsewhere', async ({
  page,
}) => {
  await openPicture(page)
  await size(page).fill('1')
  await canvas(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.down('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.up('Space')
  const line = [...(await exported(page))].map((pixel) => pixel.split(',').map(Number))
  expect(line).toHaveLength(11)
  expect(new Set(line.map(([x]) => x)).size).toBe(1)

  await canvas(page).press('r')
  await expect(page.getByRole('radio', { name: 'Rectangle' })).toBeChecked()
  await page.keyboard.press('Delete')
  for (const key of ['Enter', 'Shift+ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  expect((await exported(page)).size).toBe(11 * 2)
  for (const [name, value] of [
    ['X', '10'],
    ['Y', '20'],
    ['Width', '30'],
    ['Height', '40'],
  ] as const)
    await page.getByRole('spinbutton', { name, exact: true }).fill(value)
  await page.keyboard.press('Enter')
  await canvas(page).press('Delete')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  expect((await exported(page)).size).toBe(30 * 40)

  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const percent = async () => Number.parseInt((await zoom(page).textContent()) ?? '', 10)
  await canvas(page).press('1')
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -100)
  await expect(zoom(page)).toHaveText('125%')

  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((left, id) => ({ x: left, y, id })) })
  await touch('touchStart', x - 50)
  await touch('touchStart', x - 50, x + 50)
  await touch('touchMove', x - 100, x + 100)
  await touch('touchEnd')
  expect(await percent()).toBe(250)
  expect((await exported(page)).size).toBe(30 * 40)
  await touch('touchStart', x - 50, x + 50)
  await touch('touchEnd')
  expect(await exported(page)).toEqual(new Set())
})

test('a stroke goes its way whatever else is pressed; keys can be given away, and stay so', async ({ page }) => {
  await openPicture(page)
  await size(page).fill('21')
  await canvas(page).press('1')
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 50, y)
  await page.mouse.down()
  await page.keyboard.press('Shift+ArrowDown')
  await page.mouse.down({ button: 'right' })
  await page.mouse.up({ button: 'right' })
  await page.keyboard.press('Space')
  await page.mouse.move(x + 50, y)
  await page.mouse.up()
  const way = new Set([...disc(150, 150, 10.5), ...disc(250, 150, 10.5)])
  for (let column = 150; column < 250; column++) for (let row = 139; row < 161; row++) way.add(`${column},${row}`)
  expect(await exported(page)).toEqual(way)

  await canvas(page).press('k')
  const keys = page.getByRole('dialog', { name: 'Mask shortcuts' })
  await keys.getByRole('button', { name: 'Change the key for Larger brush' }).click()
  await page.keyboard.press('e')
  await expect(keys.getByText('E is already the key for Eraser.')).toBeVisible()
  await keys.getByRole('button', { name: 'Reassign' }).click()
  await expect(keys.getByRole('button', { name: 'Change the key for Eraser, currently none' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(canvas(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect(size(page)).toHaveValue('25')
  await canvas(page).press('1')
  const last = await dab(page, 1, 60, 60)
  // Nothing waits between the end of the stroke and the end of the page.
  await page.reload()
  await canvas(page).waitFor()
  expect(await exported(page)).toEqual(new Set([...way, ...disc(last.x, last.y, 12.5)]))
  await canvas(page).press('e')
  await expect(size(page)).toHaveValue('30')
})

test('an edge dragged with Alt extends the base on both sides, marked where it is new, and Undo takes it back; so is the brush dragged', async ({
  page,
}) => {
  await openPicture(page)
  await canvas(page).press('x')
  const edge = await page.getByRole('slider', { name: 'Right edge' }).boundingBox()
  if (!edge) throw new Error('no edge')
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
  await page.keyboard.down('Alt')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Alt')
  const whole = Number(await page.getByRole('spinbutton', { name: 'Width', exact: true }).inputValue())
  const room = (whole - width) / 2
  expect([whole % 16, room > 8]).toEqual([0, true])
  await page.getByRole('slider', { name: 'Right edge' }).press('Enter')
  await expect(page.getByText(`${whole} × ${height}`).first()).toBeVisible()
  await expect(canvas(page)).toBeFocused()
  const added = new Set<string>()
  for (let row = 0; row < height; row++)
    for (let column = 0; column < whole; column++)
      if (column < room || column >= room + width) added.add(`${column},${row}`)
  expect(await exported(page)).toEqual(added)
  await canvas(page).press('ControlOrMeta+z')
  await expect(page.getByText(`${width} × ${height}`).first()).toBeVisible()
  expect(await exported(page)).toEqual(new Set())

  await size(page).fill('40')
  await canvas(page).press('1')
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('no canvas')
  await page.mouse.move(box.x + 300, box.y + 200)
  await page.keyboard.down('Alt')
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(box.x + 320, box.y + 203)
  await page.mouse.up({ button: 'right' })
  await page.keyboard.up('Alt')
  await expect(size(page)).toHaveValue('80')
  expect(await exported(page)).toEqual(new Set())
})

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('tools that the bar has no room for are in its menu, in words, and nothing scrolls sideways', async ({
    page,
  }) => {
    await openPicture(page)
    const more = page.getByRole('button', { name: 'More tools and commands' })
    await more.tap()
    await page.getByRole('menuitem', { name: 'Lasso' }).tap()
    await expect(page.getByRole('radio', { name: 'Lasso' })).toBeChecked()
    await more.tap()
    await page.getByRole('menuitem', { name: 'Extend' }).tap()
    await page.getByRole('combobox', { name: 'Frame size' }).selectOption('1:1')
    await expect(page.getByRole('group', { name: 'Extend' }).getByRole('status')).toContainText('400 × 400')
    const wide = await page
      .getByRole('region', { name: 'Mask of field.png' })
      .evaluate((region) =>
        [region, ...region.querySelectorAll('div:not(:has([role=slider]))')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.className),
      )
    expect(wide).toEqual([])
    expect(await findViolations(page)).toEqual([])
  })
})
