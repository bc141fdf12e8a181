import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { answer, chooseModel, expect, send, test } from './fixtures.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'test-results/static-demo')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
}

const build = () =>
  spawnSync('npx', ['vite', 'build', '--mode', 'static', '--outDir', built, '--logLevel', 'error'], {
    cwd: root,
    encoding: 'utf8',
  })

/** Where the folder stands on its host. */
const place = '/demo/x/'
const opened: Server[] = []

/** A bare file server: no fallback, no headers but the type. Gives the address of the folder. */
async function served(): Promise<string> {
  const server = createServer(({ url = '' }, reply) => {
    const path = new URL(url, 'http://host').pathname
    const file = join(built, path.slice(place.length) || 'index.html')
    if (!path.startsWith(place) || !existsSync(file)) return reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${place}`
}

test.use({ warm: false })

// One after the other: the second opens what the first builds.
test.describe.configure({ mode: 'serial' })

test.afterAll(() => {
  for (const server of opened) server.close()
  rmSync(built, { recursive: true, force: true })
})

test('a folder on a file host chats, draws and speaks by itself, and has it all after a reload', async ({
  page,
  context,
}) => {
  // The build is a part of it.
  test.setTimeout(300_000)
  const { status, stderr } = build()
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const folder = await served()
  const wrong: string[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(folder) && !/^(blob|data):/.test(url)) wrong.push(`left: ${url}`)
  })
  context.on('response', (reply) => {
    if (reply.status() >= 400) wrong.push(`${reply.status()}: ${reply.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })

  await page.goto(folder)
  await send(page, 'What does a router do?')
  await expect(answer(page)).toContainText(/router/i)
  await expect(page.getByText('Sandbox in this page')).toBeVisible()

  await page.getByRole('link', { name: 'Images' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at night')
  await chooseModel(page, 'sandbox-image-plain')
  await page.getByRole('combobox', { name: 'Size' }).selectOption('Other…')
  await page.getByRole('textbox', { name: 'Size, other value' }).fill('96x64')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(page.getByRole('img', { name: 'A lighthouse at night' })).toBeVisible({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Audio' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Good morning.')
  await page.getByRole('button', { name: 'Speak' }).click()
  await expect(page.getByRole('button', { name: 'Play (K)' })).toBeVisible({ timeout: 60_000 })

  await page.getByRole('link', { name: 'Runs' }).click()
  await page.reload()
  for (const words of ['What does a router do?', 'A lighthouse at night', 'Good morning.'])
    await expect(page.getByText(words).first()).toBeVisible()
  expect(wrong).toEqual([])
})

test('opened from a disk the page says that it needs a web server', async ({ page }) => {
  await page.goto(`file://${built}/index.html`)
  await expect(page.getByText('This demo needs a web server')).toBeVisible()
})
