import type { Locator, Page } from '@playwright/test'
import { answer, chooseModel, expect, send, test } from './fixtures.ts'

const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, main, header, dialog[open], [role=log]')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} ${scrollWidth} in ${clientWidth}`),
  )

const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: 'Parameters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Chat parameters' })
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  return sheet
}

/** Where the text of a box ends, and where the note in it begins; `undefined` where no note is seen. */
const endsOf = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => {
    const pen = document.createElement('canvas').getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.font = getComputedStyle(input).font
    const { left, bottom } = input.getBoundingClientRect()
    const text = left + Number.parseFloat(getComputedStyle(input).paddingLeft) + pen.measureText(input.value).width
    const note = [...(input.parentElement?.querySelectorAll('span') ?? [])].find(
      (span) => span.childElementCount === 0 && span.textContent !== '',
    )
    const place = note?.getBoundingClientRect()
    return { text, note: place && place.top < bottom - 12 ? place.left : undefined }
  })

test.describe('on a phone of 320 px', () => {
  test.use(phone)

  test('the header of the chat fits, with one connection and with three', { tag: '@soak' }, async ({ page }) => {
    await page.goto('/chat')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await overflowing(page)).toEqual([])
    const profile = { name: 'A connection with a long name', baseUrl: 'http://127.0.0.1:9/v1', key: '', remember: true }
    await page.evaluate(
      (stored) => localStorage.setItem('patchbay.profiles', stored),
      JSON.stringify(['one', 'two'].map((id) => ({ ...profile, id }))),
    )
    await page.reload()
    await page.getByRole('combobox', { name: 'Connection' }).waitFor()
    expect(await overflowing(page)).toEqual([])
  })

  test('the parameters are a sheet at the foot, whose title and Close stay while it scrolls', async ({ page }) => {
    await page.goto('/chat')
    const sheet = await openSheet(page)
    const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect([x, width, Math.round(y + height)]).toEqual([0, 320, 640])
    expect(height).toBeLessThanOrEqual(0.88 * 640 + 1)
    const close = sheet.getByRole('button', { name: 'Close' })
    const before = await close.boundingBox()
    await sheet.getByRole('button', { name: 'Reset all' }).scrollIntoViewIfNeeded()
    expect(await close.boundingBox()).toEqual(before)
    expect(await overflowing(page)).toEqual([])
  })

  test('the prompt is beside its button, is the one of the form, and a missing field opens the sheet', async ({
    page,
  }) => {
    await page.goto('/images')
    const prompt = page.getByRole('textbox', { name: 'Prompt' })
    await prompt.fill('A boat')
    await page.getByRole('button', { name: 'Parameters', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Images parameters' })
    await sheet.getByRole('button', { name: 'JSON', exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Request JSON' }).fill('{ "prompt": "A boat" }')
    await sheet.getByRole('button', { name: 'Form' }).click()
    await expect(sheet.getByRole('textbox', { name: 'Prompt' })).toHaveCount(0)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    await expect(sheet.getByRole('combobox', { name: 'Model' })).toBeFocused()
    await expect(sheet.getByText('Choose a model first.')).toBeVisible()
    await expect(prompt).toHaveValue('A boat')
    expect(await overflowing(page)).toEqual([])
  })

  test('every jack of the patch line can be hit by a thumb, and nothing grows wider by it', { tag: '@soak' }, async ({
    page,
  }) => {
    await page.goto('/chat')
    await send(page, 'A thumb. tokens: 100')
    await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
    for (const jack of await page.getByRole('button', { name: /what the router said/ }).all()) {
      const { width = 0, height = 0 } = (await jack.boundingBox()) ?? {}
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    expect(await overflowing(page)).toEqual([])
  })
})

test('no note covers a model’s name in the narrow column of a window of 1024 px', { tag: '@soak' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/chat')
  const box = page.getByRole('combobox', { name: 'Model' })
  let seen = 0
  for (const model of ['gen-5.4-pro', 'sandbox-slow', 'sandbox-plain', 'fault-error-event']) {
    await chooseModel(page, model)
    const { text, note } = await endsOf(box)
    if (note !== undefined) expect(note).toBeGreaterThan(text)
    seen += note === undefined ? 0 : 1
  }
  expect(seen).toBeGreaterThan(0)
})

test('the labels over the patch line stand on one line and keep apart, however long the model’s name is', {
  tag: '@soak',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/chat')
  await page.getByRole('button', { name: 'Parameters', exact: true }).click()
  await chooseModel(page, 'somebody/a-model-with-a-name-that-goes-on-and-on')
  await page.getByRole('button', { name: 'Close' }).click()
  await send(page, 'A long name')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  const boxes = await page.getByRole('figure').evaluate((figure) =>
    [...figure.querySelectorAll('span')]
      .filter(
        (span) =>
          span.childElementCount === 0 &&
          span.textContent !== '' &&
          span.checkVisibility() &&
          !span.closest('[aria-hidden]'),
      )
      .map((span) => ({ text: span.textContent, place: span.getBoundingClientRect() }))
      .filter(({ text }) => !/^(first|total) /.test(text))
      .map(({ text, place: { left, right, bottom } }) => ({ text, left, right, bottom })),
  )
  expect(boxes.length).toBe(4)
  for (const [at, { left, bottom }] of boxes.entries()) {
    expect(Math.abs(bottom - (boxes[0]?.bottom ?? 0))).toBeLessThan(0.6)
    if (at > 0) expect(left).toBeGreaterThanOrEqual(boxes[at - 1]?.right ?? 0)
  }
})

test('a panel whose code did not come is shown by "Try again"', async ({ page }) => {
  let gone = true
  await page.route(/models-panel.*\.js/, (route) => (gone ? route.abort() : route.continue()))
  await page.goto('/chat')
  await page.getByRole('link', { name: 'Models' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  gone = false
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible()
})
