import type { Page, Request } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { answer, expect, test } from './fixtures.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const library = (page: Page) => page.getByRole('dialog', { name: 'Prompts' })
const done = (page: Page) => expect(answer(page)).toHaveAttribute('aria-busy', 'false')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

/** Files in the page: the heads of their formats are enough to know them by. */
const transferOf = (page: Page) =>
  page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    const rate = 8000
    const wav = new DataView(new ArrayBuffer(44 + rate * 2))
    const write = (at: number, text: string) =>
      [...text].forEach((letter, n) => void wav.setUint8(at + n, letter.charCodeAt(0)))
    write(0, 'RIFF')
    wav.setUint32(4, 36 + rate * 2, true)
    write(8, 'WAVEfmt ')
    wav.setUint32(16, 16, true)
    wav.setUint16(20, 1, true)
    wav.setUint16(22, 1, true)
    wav.setUint32(24, rate, true)
    wav.setUint32(28, rate * 2, true)
    wav.setUint16(32, 2, true)
    wav.setUint16(34, 16, true)
    write(36, 'data')
    wav.setUint32(40, rate * 2, true)
    transfer.items.add(new File(['%PDF-1.7\n%%EOF'], 'report.pdf', { type: 'application/pdf' }))
    transfer.items.add(new File([wav.buffer], 'voice.wav', { type: 'audio/wav' }))
    return transfer
  })

interface Sent {
  readonly instructions?: string
  readonly previous_response_id?: string
  readonly input: readonly { readonly role: string; readonly content: readonly Record<string, unknown>[] }[]
}
const bodyOf = (request: Request | undefined) => request?.postDataJSON() as Sent

test('a prompt is saved, found by /, filled and sent; its version is used again, and one of OpenAI is brought in', async ({
  page,
}) => {
  const sent: Request[] = []
  page.on('request', (request) => request.url().endsWith('/v1/responses') && sent.push(request))
  await page.goto('/chat?model=sandbox-fast')
  await box(page).fill('Explain {{topic}} in {{count}} words')
  await page.getByRole('button', { name: 'Save prompt' }).click()
  const saving = page.getByRole('dialog', { name: 'Save prompt' })
  await saving.getByRole('textbox', { name: 'Name' }).fill('Explainer')
  await saving.getByRole('combobox', { name: 'Type of count' }).selectOption('number')
  await saving.getByRole('textbox', { name: 'Default of count' }).fill('40')
  expect(await findViolations(page, { where: 'saving a prompt' })).toEqual([])
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(library(page).getByRole('option', { name: /Explainer/ })).toBeVisible()
  expect(await findViolations(page, { where: 'the prompts' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove prompt Explainer' }).click()
  await expect(box(page)).toHaveValue('')

  await box(page).press('/')
  await expect(library(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveValue('')
  await box(page).press('/')
  await expect(library(page).getByRole('combobox', { name: 'Search prompts' })).toBeFocused()
  await page.keyboard.type('expl')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('Explain {{topic}} in {{count}} words')
  await expect(page.getByText('Fill in: topic')).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await page.reload()
  await page.getByRole('textbox', { name: 'topic' }).fill('tides')
  expect(await findViolations(page, { where: 'the values' })).toEqual([])
  await sendButton(page).click()
  await done(page)
  await expect(answer(page)).toContainText('Explain tides in 40 words')
  expect(bodyOf(sent[0]).input[0]?.content).toEqual([{ type: 'input_text', text: 'Explain tides in 40 words' }])

  await page.getByRole('button', { name: 'Prompts' }).click()
  await library(page).getByRole('button', { name: 'Import' }).click()
  const imported = {
    ...{
      id: 'pmpt_1',
      version: '3',
      name: 'Tutor',
      instructions: 'Answer in {{language}}',
      variables: { language: 'English' },
    },
    messages: [
      { role: 'user', content: 'What is ebb?' },
      { role: 'assistant', content: 'Falling water.' },
      { role: 'user', content: [{ type: 'input_text', text: 'And {{word}}?' }] },
    ],
    owner: 'somebody',
  }
  const importing = page.getByRole('dialog', { name: 'Import prompts' })
  await importing.getByRole('textbox').fill(JSON.stringify(imported))
  await expect(importing.getByRole('listitem').filter({ hasText: 'owner' })).toBeVisible()
  await importing.getByText('Messages become 3 items of input').click()
  expect(await findViolations(page, { where: 'the import' })).toEqual([])
  await importing.getByRole('button', { name: 'Add 1 prompt' }).click()
  await library(page).getByRole('option', { name: /Tutor/ }).click()
  await library(page).getByRole('button', { name: 'Use prompt' }).click()
  await page.getByRole('textbox', { name: 'word' }).fill('flood')
  await page.getByRole('textbox', { name: 'word' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Messages of the prompt' })).toContainText('Falling water.')
  await done(page)
  const second = bodyOf(sent[1])
  expect(second.instructions).toBe('Answer in English')
  expect(second.input.slice(-3).map(({ content }) => content[0]?.text)).toEqual([
    'What is ebb?',
    'Falling water.',
    'And flood?',
  ])

  await page.getByRole('button', { name: 'Prompts' }).click()
  await library(page).getByRole('button', { name: 'Run over rows…' }).click()
  await expect(page).toHaveURL(/\/lab\?plan=/)
  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Answer in {{language}}')
})

test('a PDF and a sound are sent and shown after a reload; the next message follows the answer that the router keeps', async ({
  page,
}) => {
  const sent: Request[] = []
  page.on('request', (request) => request.url().endsWith('/v1/responses') && sent.push(request))
  await page.goto('/chat?model=sandbox-fast')
  await box(page).fill('What is in these?')
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: await transferOf(page) })
  await expect(page.getByRole('listitem', { name: 'voice.wav' })).toContainText('WAV')
  expect(await findViolations(page, { where: 'the tray' })).toEqual([])
  await sendButton(page).click()
  await done(page)
  await expect(answer(page)).toContainText('report.pdf: application/pdf, 14 bytes')
  const [, file, sound] = bodyOf(sent[0]).input[0]?.content ?? []
  expect(file).toMatchObject({ type: 'input_file', file_data: 'data:application/pdf;base64,JVBERi0xLjcKJSVFT0Y=' })
  expect(sound).toMatchObject({ input_audio: { data: expect.stringMatching(/^UklGR/), format: 'wav' } })
  await page.reload()
  const files = page.getByRole('article', { name: 'You' }).getByRole('list', { name: 'Files' })
  await expect(files.getByRole('listitem').filter({ hasText: 'report.pdf' })).toContainText('14 B')
  await expect(files.getByRole('button', { name: 'Play' })).toBeVisible()

  await page.getByRole('button', { name: /What is sent of this conversation: Full history, 2 items/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /Send only what is new/ }).click()
  await expect(page.getByRole('button', { name: /kept by the router/ })).toBeVisible()
  await box(page).fill('And now?')
  await sendButton(page).click()
  await expect.poll(() => sent.length).toBe(2)
  await done(page)
  const next = bodyOf(sent[1])
  expect(next.previous_response_id).toMatch(/^resp_/)
  expect(next.input).toHaveLength(1)
  await expect(answer(page)).toContainText('And now?')
})
