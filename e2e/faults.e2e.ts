import { answer, chooseModel, expect, send, stop, test } from './fixtures.ts'
import { sample } from './sample.ts'
import { loadAhead } from './save-data.ts'

/** Each fault model, and the words in which a person must read it; `explain.test.ts` has those of every failure. */
const faults: readonly (readonly [model: string, words: RegExp, cost: RegExp | undefined])[] = [
  ['fault-401', /key was not accepted/i, /Not billed/],
  ['fault-402', /credits/i, /Not billed/],
  ['fault-429', /Too many requests/i, /Not billed/],
  ['fault-500', /router failed/i, /May have been billed/],
  ['fault-html', /web page/i, /May have been billed/],
  ['fault-provider', /provider/i, /May have been billed/],
  ['fault-cut', /cut off/i, /May have been billed/],
  ['fault-silent-end', /Unconfirmed|cut off/i, undefined],
  ['fault-error-event', /failed/i, undefined],
  ['fault-empty', /answer is empty/i, undefined],
]

test('each fault is told in words and nothing is lost', async ({ page, router }) => {
  await page.goto('/chat')
  for (const [model, words, cost] of sample(faults, 4)) {
    const fresh = page.getByRole('button', { name: 'New conversation' })
    if (await fresh.isEnabled()) await fresh.click()
    await expect(page.getByRole('article')).toHaveCount(0)
    await chooseModel(page, model)
    const before = await router.accepted()
    await send(page, `A prompt that must not be lost by ${model}`)
    await expect(answer(page), model).toContainText(words)
    if (cost) await expect(answer(page), model).toContainText(cost)
    await expect(page.getByRole('article', { name: 'You' }), model).toContainText('A prompt that must not be lost')
    expect((await router.accepted()) - before, model).toBeLessThanOrEqual(1)
    await expect(page.getByRole('button', { name: 'Send' }), model).toBeVisible()
  }
})

test('an unknown outcome stays until the person rules on it, and an equal request asks first', async ({
  page,
  router,
}) => {
  await page.goto('/chat?model=fault-500')
  await send(page, 'Pay me once')
  await expect(page.getByRole('button', { name: 'Run again, may be billed twice' })).toBeVisible()
  const before = await router.accepted()
  await page.getByRole('button', { name: 'New conversation' }).click()
  // Within a second it would count as the same press.
  await page.waitForTimeout(1100)
  await send(page, 'Pay me once')
  await expect(page.getByText('An identical request is still running, or its result is unknown')).toBeVisible()
  expect(await router.accepted()).toBe(before)
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Pay me once')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Run again, may be billed twice' })).toBeVisible()
  expect(await router.accepted()).toBe(before + 1)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(answer(page)).toContainText('The router has no further information')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await send(page, 'Pay me once')
  await expect(page.getByRole('article', { name: 'Assistant' })).toHaveCount(2)
  await expect.poll(() => router.accepted()).toBe(before + 2)
})

test('fault-429 counts down before it may be run again', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat?model=fault-429')
  await send(page, 'Too fast')
  await expect(page.getByRole('button', { name: /Run again in \d s/ })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Run again', exact: true })).toBeEnabled()
})

test('fault-garbled shows the good events and still completes', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat?model=fault-garbled')
  await send(page, 'Garbled')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(answer(page)).toContainText('synthetic')
})

test('fault-stall shows time going by and can be stopped', { tag: '@soak' }, async ({ page }) => {
  await page.goto('/chat?model=fault-stall')
  await send(page, 'Stall')
  await expect(answer(page)).toContainText('synthetic')
  await stop(page)
  await expect(answer(page)).toContainText('Stopped by you. Completed work may still be billed')
})

test('a router of the page’s own that is gone is told as such, not as CORS or DNS, and the prompt stays', async ({
  page,
  context,
}) => {
  // The code that explains failures is loaded while the page is quiet.
  await loadAhead(page)
  const explained = page.waitForResponse(/\/failure-card-/)
  await page.goto('/chat')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('gen-5.4-pro')
  await (await explained).finished()
  await context.setOffline(true)
  await send(page, 'Nobody is there')
  await expect(answer(page)).toContainText('The router stopped or is not running')
  await expect(answer(page)).not.toContainText(/CORS|DNS/)
  await expect(page.getByRole('article', { name: 'You' })).toContainText('Nobody is there')
  await context.setOffline(false)
})
