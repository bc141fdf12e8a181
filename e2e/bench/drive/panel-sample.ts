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
  /** How often anything but heads was read until then. */
  readonly bodiesRead: number
}

declare global {
  interface Window {
    /** The stores of each transaction so far. */
    readonly storesUsed: string[]
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
  Object.assign(window, { storesUsed: used })
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
  return { first, all, gaps, bodiesRead, filter: await filterTimes(page), open: await openTimes(page, list) }
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
  const status = [...document.querySelectorAll('[role=status]')].find((one) => /runs$/.test(one.textContent ?? ''))
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
