import type { Browser, Locator, Page } from '@playwright/test'
import { makeHeads } from '../runs/heads.ts'
import { plant } from '../runs/plant.ts'

/** The panel of the built app with many runs, opened once. */
export interface PanelSample {
  /** Milliseconds from the navigation to the first rows, and until all heads were read. */
  readonly first: number
  readonly all: number
  /** Milliseconds from a press to the frame that shows what it asked for, each. */
  readonly filter: readonly number[]
  readonly open: readonly number[]
  /** Milliseconds between frames while it is scrolled. */
  readonly gaps: readonly number[]
  /** Milliseconds from a letter of a search in the texts to its frame, once all of them are known; the last one finds one run. */
  readonly search: readonly number[]
  /** Each file of 1,600 runs. */
  readonly exports: readonly ExportSample[]
  /** How often anything but heads was read until then. */
  readonly bodiesRead: number
}

/** How long a file took, and the longest task of the page meanwhile, in ms. */
export interface ExportSample {
  readonly title: string
  readonly time: number
  readonly longest: number
}

declare global {
  interface Window {
    /** The stores of each transaction so far. */
    readonly storesUsed: string[]
    longestTask: number
  }
}

/** Fills the app's own database, and opens the panel as often as asked. */
export async function samplePanel(
  browser: Browser,
  url: string,
  { count, seed, reps }: { count: number; seed: number; reps: number },
): Promise<PanelSample[]> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto('/chat')
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.evaluate(plant, { name: 'patchbay', heads: makeHeads(seed, count) })
    await page.addInitScript(noteStores)
    const samples: PanelSample[] = []
    for (let rep = 0; rep < reps; rep += 1) samples.push(await sampleOnce(page, count))
    return samples
  } finally {
    await context.close()
  }
}

/** Runs in the page, before the app. */
function noteStores(): void {
  const used: string[] = []
  Object.assign(window, { storesUsed: used, longestTask: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ entryTypes: ['longtask'] })
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    used.push([given[0]].flat().join())
    return transaction.apply(this, given)
  }
}

async function sampleOnce(page: Page, count: number): Promise<PanelSample> {
  const list = page.getByRole('listbox', { name: 'Runs' })
  const began = Date.now()
  await page.goto('/runs')
  await list.getByRole('option').first().waitFor()
  const first = Date.now() - began
  const total = count.toLocaleString('en')
  await page.getByText(`${total} of ${total} runs`, { exact: true }).waitFor()
  const all = Date.now() - began
  const gaps = await list.evaluate(scrollDown)
  const used = await page.evaluate(() => window.storesUsed)
  const bodiesRead = used.filter((stores) => /bodies|assets|events/.test(stores)).length
  const filter = await filterTimes(page)
  const open = await openTimes(page, list)
  return {
    first,
    all,
    gaps,
    bodiesRead,
    filter,
    open,
    search: await searchTimes(page),
    exports: await exportTimes(page),
  }
}

/** Words that stand in texts alone are typed letter by letter. */
async function searchTimes(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search runs' })
  await box.fill('needle')
  // The count stands there at once; that texts are being read is told with the next frame.
  await page.waitForTimeout(1_000)
  const counted = page.getByRole('status').filter({ hasText: /^[\d,]+ of [\d,]+ runs$/ })
  await counted.waitFor({ timeout: 180_000 })
  const times: number[] = []
  for (const typed of ['needle4', 'needle47', 'needle471', 'needle4711']) {
    const waiting = page.evaluate(untilCounted)
    await box.fill(typed)
    times.push(await waiting)
  }
  await box.fill('')
  return times
}

const files = ['Bundle', 'Report', 'JSON Everything', 'JSON Lines', 'CSV', 'HAR']

/** The newest 1,600 runs are selected by keys and leave as each kind of file. */
async function exportTimes(page: Page): Promise<ExportSample[]> {
  const list = page.getByRole('listbox', { name: 'Runs' })
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  const selected = page.getByRole('region', { name: 'Selected runs' })
  const step = await pageStep(page)
  for (let count = 1; count < 1_600; count += step) await page.keyboard.press('Shift+PageDown')
  await selected.getByRole('button', { name: 'Export' }).click()
  const samples: ExportSample[] = []
  for (const title of files) {
    await page.evaluate(() => {
      window.longestTask = 0
    })
    const began = Date.now()
    await Promise.all([
      page.waitForEvent('download', { timeout: 180_000 }),
      page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .click(),
    ])
    samples.push({ title, time: Date.now() - began, longest: await page.evaluate(() => window.longestTask) })
  }
  await page.keyboard.press('Escape')
  return samples
}

/** How many rows a page of the list is. */
async function pageStep(page: Page): Promise<number> {
  const { height = 640 } = (await page.getByRole('listbox', { name: 'Runs' }).boundingBox()) ?? {}
  return Math.max(1, Math.floor(height / 64) - 1)
}

/** Runs in the page. */
async function scrollDown(box: Element): Promise<number[]> {
  const frame = () => new Promise<number>((drawn) => requestAnimationFrame(() => drawn(performance.now())))
  const gaps: number[] = []
  let before = await frame()
  for (let nth = 0; nth < 240; nth += 1) {
    box.scrollTop += 400
    const now = await frame()
    gaps.push(now - before)
    before = now
  }
  return gaps
}

/** Letters are typed one by one; the list stands when its count is told. */
async function filterTimes(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox', { name: 'Search runs' })
  const times: number[] = []
  // Each finds another number of runs.
  for (const typed of ['4', '47', '471', '4711', '471', '']) {
    const waiting = page.evaluate(untilCounted)
    await box.fill(typed)
    times.push(await waiting)
  }
  return times
}

/** Runs in the page: the time from the next letter to the frame after the count of what was found has changed. */
async function untilCounted(): Promise<number> {
  const status = [...document.querySelectorAll('[role=status]')].find((one) =>
    / runs(?:, reading…)?$/.test(one.textContent ?? ''),
  )
  const pressed = await new Promise<number>((typed) =>
    addEventListener('input', () => typed(performance.now()), { once: true, capture: true }),
  )
  const before = status?.textContent
  const given = performance.now() + 1_000
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  do await frame()
  while (status?.textContent === before && performance.now() < given)
  return performance.now() - pressed
}

async function openTimes(page: Page, list: Locator): Promise<number[]> {
  const times: number[] = []
  for (const nth of [2, 4, 6]) {
    const waiting = page.evaluate(untilOpened)
    await list.getByRole('option').nth(nth).click()
    times.push(await waiting)
  }
  return times
}

/** Runs in the page: the time from the next press to the frame that has the result of that run. */
async function untilOpened(): Promise<number> {
  const before = document.querySelector('[aria-label=Run] h2')?.textContent
  const pressed = await new Promise<number>((down) =>
    addEventListener('click', () => down(performance.now()), { once: true, capture: true }),
  )
  const shown = () => {
    const run = document.querySelector('[aria-label=Run]')
    return run?.querySelector('article') && run.querySelector('h2')?.textContent !== before
  }
  while (!shown()) await new Promise((drawn) => requestAnimationFrame(drawn))
  return performance.now() - pressed
}
