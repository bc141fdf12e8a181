import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { answer, expect, send, test } from './fixtures.ts'
import { loadAhead } from './save-data.ts'

const root = join(import.meta.dirname, '..')
const panels = ['Images', 'Video', 'Audio', 'Runs', 'Models', 'Settings', 'Chat']

/** A build of the same app in which every asset has another name. It stands in the project, whose packages its router imports. */
function anotherBuild(): string {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const build = mkdtempSync(join(root, 'test-results/build-'))
  cpSync(join(root, 'dist'), build, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = join(build, 'app/assets')
  const names = readdirSync(assets)
  const renamed = (text: string) => names.reduce((all, name) => all.replaceAll(name, `new-${name}`), text)
  const rewrite = (from: string, to: string) => writeFileSync(to, renamed(readFileSync(from, 'utf8')))
  rewrite(join(build, 'app/index.html'), join(build, 'app/index.html'))
  for (const name of names) {
    if (/\.(js|css)$/.test(name)) rewrite(join(assets, name), join(assets, `new-${name}`))
    else cpSync(join(assets, name), join(assets, `new-${name}`))
    rmSync(join(assets, name))
  }
  return build
}

test('a page that is open while another build is deployed says so where a part is missing, and a reload keeps the draft', async ({
  page,
  start,
}) => {
  const before = await start()
  await page.goto(`${before.url}/chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a message')
  await page.getByRole('textbox', { name: 'Instructions' }).fill('Be brief.')
  await before.stop()
  const build = anotherBuild()
  await start({ PORT: new URL(before.url).port }, build)

  await page.getByRole('link', { name: 'Images' }).click()
  await expect(page.getByRole('alert')).toContainText('Patchbay was updated. Reload')
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await page.getByRole('link', { name: 'Chat' }).click()
  // The list of conversations is missing; the message is still there.
  await expect(page.getByRole('alert')).toContainText('Patchbay was updated. Reload')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message')
  await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue('Be brief.')
  await page.getByRole('link', { name: 'Images' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Images' })).toBeVisible()
  rmSync(build, { recursive: true })
})

test('without a network a page that was quiet for a while opens every panel, and reads a bundle', async ({
  page,
  context,
}) => {
  await loadAhead(page)
  const loaded: string[] = []
  page.on('response', (reply) => loaded.push(reply.url()))
  await page.goto('/chat')
  await send(page, 'Say hello. tokens: 60')
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false')
  for (const part of ['settings-panel', 'edit-tool', 'import-bundles', 'indexed-history', 'mask-worker'])
    await expect.poll(() => loaded.some((url) => url.includes(`/${part}-`))).toBe(true)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  for (const panel of panels) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: panel }).click()
    await expect(page.getByRole('heading', { level: 1, name: panel })).toBeVisible()
  }
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Images' }).click()
  await page.getByRole('tab', { name: 'Edit' }).click()
  await expect(page.getByRole('tab', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Runs' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  const buffer = Buffer.from(zipSync({ 'note.txt': new TextEncoder().encode('No bundle') }))
  await (await choosing).setFiles({ name: 'runs.zip', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('alert')).not.toContainText(/offline|updated|again/)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(/Something went wrong|You are offline/)).toHaveCount(0)
})

test('without a network a part that was not loaded says that the page is offline, and is there again with the network', async ({
  page,
  context,
}) => {
  await page.goto('/chat')
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a message')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('alert')).toContainText('You are offline. Reconnect and try again.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})
