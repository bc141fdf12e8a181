import type { Browser, CDPSession, Page } from '@playwright/test'
import { saveData } from '../../save-data.ts'
import { benchKey } from '../router/open-streams.ts'
import { heapOf } from './main-thread.ts'

/** A plan that the built app has sent, and the same requests from a bare pool in the same page. */
export interface SendSample {
  /** Wall time in ms. */
  readonly ours: number
  /** Mean of the pools before and after, since the router is faster once it is warm. */
  readonly pool: number
  /** Bytes that the database grew by, and those of rows, bodies and events as JSON. */
  readonly written: number
  readonly stored: number
  /** The longest task of the page in ms when the rows are filtered, and sorted. */
  readonly filter: number
  readonly sort: number
  readonly elements: number
  readonly heap: number
}

const atOnce = 8
const requestOf = (model: string, topic: number) => ({ model, input: `Topic ${topic}. tokens: 20` })

/** Sends a plan of so many rows to one model, then works with its results. */
export async function sampleSending(
  browser: Browser,
  url: string,
  count: number,
  model = 'sandbox-fast',
): Promise<SendSample> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    // Else the code of all panels is loaded during the pool, and not while a plan is sent.
    await page.addInitScript(saveData)
    await page.addInitScript(noteTasks)
    await openPlan(page, model, count)
    const poolBefore = await sendBare(page, model, count, 10_000)
    const before = await page.evaluate(databaseSize)
    const figure = count.toLocaleString('en')
    const began = Date.now()
    await page.getByRole('button', { name: `Run ${figure} cells` }).click()
    // More than 500 are asked about once more.
    if (count > 500) await page.getByRole('button', { name: `Send ${figure} requests` }).click()
    await page
      .getByRole('gridcell', { name: new RegExp(`^${count.toLocaleString('en')} done`) })
      .waitFor({ timeout: 600_000 })
    const ours = Date.now() - began
    const written = (await page.evaluate(databaseSize)) - before
    const stored = await page.evaluate(storedLength)
    const filter = await longestOf(page, () =>
      page.getByRole('combobox', { name: 'Rows listed' }).selectOption({ label: 'Different results' }),
    )
    await page.getByRole('combobox', { name: 'Rows listed' }).selectOption({ label: 'All rows' })
    await page.getByRole('button', { name: /^Sort by/ }).click()
    const sort = await longestOf(page, () => page.getByText('Sort by seconds').click())
    const session = await context.newCDPSession(page)
    const elements = await page.evaluate(() => document.querySelectorAll('*').length)
    const heap = await heapIn(session)
    const pool = (poolBefore + (await sendBare(page, model, count, 20_000))) / 2
    return { ours, pool, written, stored, filter, sort, elements, heap }
  } finally {
    await context.close()
  }
}

async function heapIn(session: CDPSession): Promise<number> {
  await session.send('Performance.enable')
  return heapOf(session)
}

async function openPlan(page: Page, model: string, count: number): Promise<void> {
  const { input } = requestOf(model, 0)
  const plan = {
    ...{ format: 'patchbay-plan', version: 1, name: 'Bench', tool: 'chat' },
    request: { input: input.replace('0', '{{topic}}') },
    axes: { models: [model] },
    rows: Array.from({ length: count }, (_, topic) => ({ topic })),
    limits: { concurrency: atOnce },
  }
  await page.goto('/lab')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(plan)) }
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: /^Run [\d,]+ cells/ }).waitFor()
}

/** Runs in the page, before the app. */
function noteTasks(): void {
  Object.assign(window, { longestTask: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ entryTypes: ['longtask'] })
}

/** The longest task from a press until the page has settled; 0 where none took 50 ms. */
async function longestOf(page: Page, press: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    window.longestTask = 0
  })
  await press()
  await page.waitForTimeout(1_000)
  return await page.evaluate(() => window.longestTask)
}

/** Runs in the page. */
async function databaseSize(): Promise<number> {
  const { usage = 0 } = await navigator.storage.estimate()
  return usage
}

/** Runs in the page: the length of all rows, bodies and events as JSON. */
async function storedLength(): Promise<number> {
  const opening = indexedDB.open('patchbay')
  await new Promise((done) => opening.addEventListener('success', done))
  const db = opening.result
  let length = 0
  for (const name of ['runs', 'bodies', 'events']) {
    const asked = db.transaction(name).objectStore(name).getAll()
    await new Promise((done) => asked.addEventListener('success', done))
    for (const record of asked.result) length += JSON.stringify(record).length
  }
  db.close()
  return length
}

/** Sends as many requests as the plan has, about other topics, from the page: wall time in ms. */
const sendBare = (page: Page, model: string, count: number, from: number) =>
  page.evaluate(barePool, {
    atOnce,
    key: benchKey,
    requests: Array.from({ length: count }, (_, at) => requestOf(model, from + at)),
  })

interface Pool {
  readonly requests: readonly object[]
  readonly atOnce: number
  readonly key: string
}

/** Runs in the page: sends the requests, so many at once, and reads each reply to its end. */
async function barePool({ requests, atOnce, key }: Pool): Promise<number> {
  const began = performance.now()
  const left = requests.values()
  const send = async () => {
    for (const request of left) {
      const reply = await fetch('/v1/responses', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(request),
      })
      if (!reply.ok) throw new Error(`The router answered ${reply.status}.`)
      await reply.text()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  return performance.now() - began
}
