import type { JSHandle, Page, Request } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { answer, chooseAction, chooseModel, expect, send, test } from './fixtures.ts'

/** A file in the page: a picture of one colour, or `text` under a picture's name. */
const transferOf = (page: Page, name: string, content: { readonly colour: string } | { readonly text: string }) =>
  page.evaluateHandle(
    async ([called, made]) => {
      const canvas = new OffscreenCanvas(96, 64)
      const pen = canvas.getContext('2d')
      if (pen && 'colour' in made) pen.fillStyle = made.colour
      pen?.fillRect(0, 0, 96, 64)
      const blob = 'text' in made ? new Blob([made.text]) : await canvas.convertToBlob({ type: 'image/png' })
      const transfer = new DataTransfer()
      transfer.items.add(new File([blob], called, { type: 'image/png' }))
      return transfer
    },
    [name, content] as const,
  )

const drop = (page: Page, dataTransfer: JSHandle<DataTransfer>) =>
  page.getByRole('main').dispatchEvent('drop', { dataTransfer })

async function paste(page: Page, transfer: JSHandle<DataTransfer>): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).evaluate((box, clipboardData) => {
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, transfer)
}

const tray = (page: Page) => page.getByRole('region', { name: /^\d+ images?/ })
const said = (page: Page, at: number) => page.getByRole('article', { name: 'You' }).nth(at)
const done = (page: Page) => expect(answer(page)).toHaveAttribute('aria-busy', 'false')

interface Sent {
  readonly input: readonly {
    readonly role: string
    readonly content: readonly { readonly type: string; readonly image_url?: string; readonly detail?: string }[]
  }[]
}

/** The pictures of what the person says in a request, by message. */
const picturesIn = (request: Request) =>
  (request.postDataJSON() as Sent).input
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.filter(({ type }) => type === 'input_image'))

test('pictures are dropped and pasted, stay over a reload, are sent beside the words, and go with what follows', async ({
  page,
}) => {
  const sent: Request[] = []
  page.on('request', (request) => request.url().endsWith('/v1/responses') && sent.push(request))
  await page.goto('/chat?model=sandbox-fast')
  await page.getByRole('textbox', { name: 'Message' }).fill('What is here?')
  await drop(page, await transferOf(page, 'red.png', { colour: 'rgb(200 30 40)' }))
  await drop(page, await transferOf(page, 'words.png', { text: 'only words' }))
  await paste(page, await transferOf(page, 'blue.png', { colour: 'rgb(20 40 200)' }))
  await expect(tray(page).getByRole('alert')).toContainText('words.png')
  await expect(tray(page).getByRole('alert')).toContainText('Not added. Unknown file type.')
  await tray(page).getByRole('button', { name: 'Dismiss words.png' }).click()
  await expect(tray(page).getByRole('listitem', { name: 'red.png' })).toContainText('PNG · 96 × 64')
  await tray(page).getByRole('combobox', { name: 'Detail for blue.png' }).selectOption('low')
  expect(await findViolations(page, { where: 'the tray' })).toEqual([])

  await page.reload()
  await expect(tray(page).getByRole('heading')).toContainText('2 images')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('What is here?')
  await page.getByRole('button', { name: 'Send' }).click()
  await done(page)
  await expect(tray(page)).toBeHidden()
  await expect(answer(page)).toContainText('2 images received with this message')
  await expect(answer(page)).toContainText('#c81e28')
  const [first] = sent
  const [pictures = []] = first ? picturesIn(first) : []
  expect(pictures.map(({ detail }) => detail)).toEqual([undefined, 'low'])
  for (const { image_url } of pictures) expect(image_url).toMatch(/^data:image\/png;base64,iVBOR[\w+/]+=*$/)

  await page.reload()
  await said(page, 0).getByRole('button', { name: 'Open red.png full screen' }).click()
  await expect(page.getByRole('dialog', { name: 'red.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await send(page, 'And now?')
  await done(page)
  await expect(answer(page)).toContainText('2 images from earlier messages sent again')
  expect(sent[1] && picturesIn(sent[1])).toEqual([pictures, []])

  await said(page, 0).getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Edited message' }).fill('')
  await page.getByRole('button', { name: 'Send edited message' }).click()
  await expect(said(page, 0)).toContainText('2 of 2')
  await done(page)
  expect(sent[2] && picturesIn(sent[2])).toEqual([pictures])
  await expect(said(page, 0).getByRole('img')).toHaveCount(2)
})

test('a result goes to the chat beside what is typed there, and the run is told without base64', async ({ page }) => {
  await page.goto('/chat?model=sandbox-fast')
  await page.getByRole('textbox', { name: 'Message' }).fill('What did you draw?')
  await page.getByRole('link', { name: 'Images' }).click()
  await chooseModel(page, 'sandbox-image-plain')
  await page.getByRole('combobox', { name: 'Size' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('96x64')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A red boat')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await chooseAction(page, 'Send image 1 to chat', 'More actions for image 1')
  await expect(tray(page).getByRole('heading')).toContainText('1 image')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('What did you draw?')
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await done(page)
  await expect(answer(page)).toContainText('1 image received with this message')
  await answer(page).getByRole('button', { name: 'Inspect' }).click()
  await page.getByRole('tab', { name: 'Request' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('base64,sha256:')
})
