import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeBundle } from '../src/app/export/bundle/write-bundle.ts'
import { sampleRecord } from '../src/app/export/testing/sample-record.ts'
import { expect, test } from './fixtures.ts'
import { loadAhead } from './save-data.ts'

test.use({ warm: false })

const root = join(import.meta.dirname, '..')
const panels = ['Chat', 'Images', 'Video', 'Audio', 'Lab', 'Runs', 'Models', 'Settings']

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

/** Files of the build that a quiet page does not fetch. */
const notAhead = [
  // Pages of their own: this one, the router's documentation, and the frame that simulates tools, which the router has to hand out.
  /^(?:index|mock-frame)\.html$|^docs\.css$/,
  // Letters of other scripts and symbols: without them a font of the system draws them.
  /-(?:ext|cyrillic|vietnamese|symbols2)-.*\.woff2$/,
  // From the start of the page on or never: in place of IndexedDB, and what a static demo brings.
  /^assets\/(?:memory-ledger|shipped-recordings)-/,
]

/** The files that the page may ask for later. */
const filesAhead = readdirSync(join(root, 'dist/app'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name) && !entry.parentPath.includes('.vite'))
  .map((entry) => relative(join(root, 'dist/app'), join(entry.parentPath, entry.name)))
  .filter((path) => !notAhead.some((one) => one.test(path)))

const answerText = 'Half of $e^{i\\pi}$, as code:\n\n```js\nconst half = 0.5\n```\n'

test('a page that was quiet for a while has the whole build: without a network every panel opens, and a bundle with its formulas and code', async ({
  page,
  context,
}) => {
  await loadAhead(page)
  const loaded = new Set<string>()
  page.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname.slice(1)))
  await page.goto('/chat')
  await expect.poll(() => filesAhead.filter((path) => !loaded.has(path)), { timeout: 60_000 }).toEqual([])
  await context.setOffline(true)
  const navigation = page.getByRole('navigation', { name: 'Panels' })
  await expect(navigation.getByRole('link')).toHaveText(panels)
  const open = (panel: string) => navigation.getByRole('link', { name: panel }).click()
  for (const panel of panels) {
    await open(panel)
    await expect(page).toHaveTitle(`${panel} · Patchbay`)
    await expect(page.getByRole('heading', { level: 1, name: panel })).toBeVisible()
  }
  await open('Runs')
  const outputs = [{ kind: 'message', index: 0, parts: [{ part: 0, text: answerText }] }] as const
  const { result } = sampleRecord()
  const bundle = await writeBundle([sampleRecord({ result: { ...result, outputs } })], [])
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open a bundle' }).click()
  const buffer = Buffer.from(await bundle.arrayBuffer())
  await (await choosing).setFiles({ name: 'runs.zip', mimeType: 'application/zip', buffer })
  const shown = page.getByRole('region', { name: 'Run', exact: true })
  await expect(shown.getByRole('math')).toBeVisible()
  await expect(shown.locator('code span[class]').first()).toBeVisible()
  const saving = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Export' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Report/ })
    .click()
  expect((await saving).suggestedFilename()).toMatch(/\.html$/)
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
