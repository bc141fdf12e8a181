import type { Page } from '@playwright/test'
import { findViolations } from './find-violations.ts'
import { test as base, chooseAction, expect, saveConnection } from './fixtures.ts'
import { sandboxClip } from './media-runs/sandbox-clip.ts'
import { startVideoRouter, type VideoRouter } from './video-jobs/video-router.ts'

const test = base.extend<{ remote: VideoRouter }>({
  remote: async ({ router }, use) => {
    const remote = await startVideoRouter(await sandboxClip(router, 'a lighthouse', 4))
    await use(remote)
    remote.close()
  },
})

/** Connects to the router with a key that outlives the page, and shows the video panel. */
async function open(page: Page, { url, key }: VideoRouter): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Faults')
  await page.getByRole('textbox', { name: 'Base URL' }).fill(url)
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByRole('checkbox', { name: 'Remember on this device' }).check()
  await saveConnection(page)
  await page.getByRole('radio', { name: 'Faults' }).check()
  await page.getByRole('link', { name: 'Video' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('clip-1')
}

async function create(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
  await page.getByRole('button', { name: 'Create video' }).click()
  await expect(row(page, prompt)).toContainText('Queued')
}

/** Replaces the browser's notifications, which a test cannot see: the names of those shown are in `notified`. */
function recordNotifications(): void {
  const notified: string[] = []
  class Recorded {
    static permission = 'default'
    static requestPermission = async () => {
      Recorded.permission = 'granted'
      return 'granted'
    }
    constructor(title: string) {
      notified.push(title)
    }
  }
  Object.assign(globalThis, { Notification: Recorded, notified })
}

const table = (page: Page) => page.getByRole('table', { name: 'Jobs' })
const row = (page: Page, title: string) => table(page).getByRole('row').filter({ hasText: title })
const shown = (page: Page) => page.getByRole('region', { name: 'Results' }).getByRole('article')
const checkNow = (page: Page) => shown(page).getByRole('button', { name: 'Check now' }).click()

test('a job is shown as its router tells it, through a reload, to its end, which is counted until it is seen', async ({
  page,
  remote,
}) => {
  await page.addInitScript(recordNotifications)
  await open(page, remote)
  await create(page, 'A paper boat')
  await expect(page).toHaveURL(/run=/)
  const [id = ''] = remote.jobs
  remote.say(id, { status: 'marinating', progress: 40, expires_at: Math.floor(Date.now() / 1000) + 7300 })
  await checkNow(page)
  await expect(row(page, 'A paper boat')).toContainText('Running · marinating')
  const bar = row(page, 'A paper boat').getByRole('progressbar', { name: 'Progress' })
  await expect(bar).toHaveAttribute('aria-valuenow', '40')
  await expect(row(page, 'A paper boat')).toContainText('Expires in 2 h')
  expect(await findViolations(page, { where: 'a running job' })).toEqual([])

  await page.reload()
  remote.say(id, { status: 'marinating', progress: 30 })
  await checkNow(page)
  await expect(shown(page)).toContainText(/checked (?:just now|\d s ago)/i)
  // It never goes back.
  await expect(bar).toHaveAttribute('aria-valuenow', '40')

  const notify = page.getByRole('switch', { name: 'Notify me when done' })
  await expect(notify).not.toBeChecked()
  await notify.click()
  await expect(notify).toBeChecked()
  await page.getByRole('link', { name: 'Chat' }).click()
  await expect(page).toHaveTitle('1 running · Chat · Patchbay')
  remote.say(id, { status: 'completed', progress: 100 })
  await expect(page).toHaveTitle('(1) done · Chat · Patchbay', { timeout: 30_000 })
  expect(await page.evaluate(() => document.querySelector('link[rel=icon]')?.getAttribute('href'))).toMatch(
    /^data:image/,
  )
  expect(await page.evaluate('notified')).toEqual(['Video completed: A paper boat'])
  await page.getByRole('link', { name: 'Video 1 done' }).click()
  await expect(page).toHaveTitle('Video · Patchbay')
  await expect(row(page, 'A paper boat')).toContainText('Completed')
  await expect(shown(page).locator('video')).toHaveJSProperty('videoWidth', 1280)
  await expect(row(page, 'A paper boat').locator('img')).toBeVisible()
  expect(remote.fetched(id)).toBe(1)
  expect(remote.jobs).toHaveLength(1)
  expect(await findViolations(page, { where: 'a finished job' })).toEqual([])
  // One of its frames starts the next video, and the job stays on the screen.
  const at = page.url()
  await shown(page).getByRole('button', { name: 'Use this frame' }).click()
  await page.getByRole('menuitem', { name: 'Use as first frame' }).click()
  await expect(page.getByRole('list', { name: 'Files of First frame' }).getByRole('listitem')).toHaveCount(1)
  expect(page.url()).toBe(at)
})

test('two tabs show a job and one of them asks; watching stops and goes on', async ({ page, context, remote }) => {
  await open(page, remote)
  await create(page, 'Fog')
  const [id = ''] = remote.jobs
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(row(other, 'Fog')).toBeVisible()
  remote.say(id, { status: 'running', progress: 10 })
  await expect(row(page, 'Fog')).toContainText('10 %', { timeout: 30_000 })
  await expect(row(other, 'Fog')).toContainText('10 %')
  remote.say(id, { status: 'running', progress: 20 })
  const before = remote.polls(id)
  await checkNow(page)
  await expect(row(other, 'Fog')).toContainText('20 %')
  expect(remote.polls(id) - before).toBeLessThanOrEqual(2)

  await shown(page).getByRole('button', { name: 'Stop tracking' }).click()
  await expect(row(other, 'Fog')).toContainText('Not tracked')
  await expect(shown(page)).toContainText('The job keeps running on the router and may be billed.')
  const stopped = remote.polls(id)
  remote.say(id, {
    status: 'failed',
    progress: 80,
    error: { code: 'moderation_blocked', message: 'Not allowed here.' },
  })
  await page.waitForTimeout(2500)
  expect(remote.polls(id)).toBe(stopped)
  await shown(page).getByRole('button', { name: 'Resume tracking' }).click()
  await expect(row(other, 'Fog')).toContainText('Failed')
  await expect(row(page, 'Fog').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80')
  await expect(shown(page)).toContainText('Not allowed here.')
  await expect(shown(page)).toContainText('moderation_blocked')
  expect(await findViolations(page, { where: 'a failed job' })).toEqual([])
})

test('a job of another place is adopted by a pasted URL, once, and can have expired', async ({ page, remote }) => {
  await open(page, remote)
  remote.add('far/away', { status: 'in_progress', progress: 66 })
  const adopt = async (pasted: string) => {
    await page.getByRole('button', { name: 'Track existing job' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Track existing job' })
    await dialog.getByRole('textbox', { name: 'Job ID' }).fill(pasted)
    await dialog.getByRole('button', { name: 'Track', exact: true }).click()
    return dialog
  }
  const dialog = await adopt('nowhere')
  await expect(dialog.getByRole('alert')).toContainText('Faults has no job with this ID.')
  expect(await findViolations(page, { where: 'adopting' })).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await adopt(`${remote.url}/videos/far%2Faway/content`)
  await expect(row(page, 'A job')).toContainText('66 %')
  await adopt('far/away')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(table(page).getByRole('row')).toHaveCount(2)
  remote.say('far/away', { status: 'expired' })
  await checkNow(page)
  await expect(row(page, 'A job')).toContainText('Expired')
  await chooseAction(row(page, 'A job'), 'Delete from this browser', 'Actions for A job')
  await expect(page.getByText('Deleted here. The router may keep a copy.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'A job')).toBeVisible()
  expect(remote.jobs).toHaveLength(0)
})
