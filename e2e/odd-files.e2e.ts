import { expect, test } from './fixtures.ts'
import { goodFile, refusedFiles } from './odd-files/odd-files.ts'

test(`of ${refusedFiles.length} files that are no pictures each is refused with a reason, and the tool goes on`, async ({
  page,
}) => {
  await page.goto('/images?tab=edit')
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /Choose images|Add images/ })
    .first()
    .click()
  await (await choosing).setFiles([...refusedFiles, goodFile])
  const incoming = page.getByRole('list', { name: 'Files being added' }).getByRole('alert')
  await expect(incoming).toHaveCount(refusedFiles.length, { timeout: 20_000 })
  const told = await incoming.allTextContents()
  for (const { name } of refusedFiles) expect(told.filter((text) => text.includes(name))).toHaveLength(1)
  for (const text of told) expect(text).toMatch(/Not added\. \S.{10,}/)
  await expect(page.getByRole('list', { name: 'Images to send' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Images to send' })).toContainText('64 × 48')
})
