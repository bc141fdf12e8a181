import type { Browser, Page } from '@playwright/test'
import type { RunRow } from '../../../src/app/ledger/run-row.ts'
import { makeHeads } from '../runs/heads.ts'
import { box, cpuOf, endedAnswers, inChat } from './columns-sample.ts'
import { paceReplies } from './paced-replies.ts'

/** Turns of a short conversation and of a long one. */
export const lengths = [20, 2_000] as const
/** Bytes of an answer that is JSON: the growth is taken from the first to the last. */
export const sizes = [12_500, 25_000, 50_000, 100_000] as const

/** The chat of the built app. */
export interface ChatSample {
  /** For each of `lengths`: ms from the navigation to the newest answer, and from the key to the new turn. */
  readonly turns: readonly { readonly open: number; readonly send: number }[]
  /** For each of `sizes`: main-thread CPU in ms of an answer by a schema, shown as a tree while it grows. */
  readonly trees: readonly number[]
}

const ask = 'What is new? tokens: 20'

export async function sampleChat(browser: Browser, url: string, seed: number): Promise<ChatSample> {
  const turns: ChatSample['turns'][number][] = []
  for (const length of lengths) turns.push(await sampleConversation(browser, url, makeHeads(seed, length)))
  const trees: number[] = []
  for (const size of sizes)
    trees.push(await inChat(browser, url, (page, session) => cpuOf(session, () => askForJson(page, size))))
  return { turns, trees }
}

async function sampleConversation(browser: Browser, url: string, heads: readonly RunRow[]) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto('/chat?model=sandbox-fast')
    await box(page).waitFor()
    await page.evaluate(plantConversation, heads)
    // The code of the other panels comes while the page is quiet.
    await page.waitForTimeout(6_000)
    const began = Date.now()
    await page.goto('/chat?thread=long')
    await page.getByText(`Answer ${heads.length}.`, { exact: true }).waitFor()
    const open = Date.now() - began
    await box(page).fill(ask)
    // All turns are read before one is sent.
    await page.getByText(`Full history, ${(2 * heads.length).toLocaleString('en')} items`).waitFor({ timeout: 120_000 })
    await page.waitForTimeout(2_000)
    const shown = page.evaluate(untilShown, ask)
    await box(page).press('Enter')
    const send = await shown
    await page.getByText('Stop', { exact: true }).waitFor({ state: 'detached' })
    return { open, send }
  } finally {
    await context.close()
  }
}

/** Runs in the page: makes a conversation of one branch. */
async function plantConversation(heads: readonly RunRow[]): Promise<void> {
  const opening = indexedDB.open('patchbay')
  await new Promise((done) => opening.addEventListener('success', done))
  const db = opening.result
  const tx = db.transaction(['runs', 'bodies'], 'readwrite')
  for (const [at, head] of heads.entries()) {
    const parent = heads[at - 1]?.id
    const own = { endpoint: 'responses', tool: 'chat', status: 'completed', model: 'sandbox-fast', thread: 'long' }
    const text = `The ${at + 1}th thing to know. `.repeat(30)
    const turn = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: `Question ${at + 1}?` }] }]
    const parts = [{ part: 0, text: `${text}\n\nAnswer ${at + 1}.` }]
    const result = { outputs: [{ kind: 'message', index: 0, parts }], response: {}, notices: [] }
    tx.objectStore('runs').put({ ...head, ...own, ...(parent !== undefined && { parent }) })
    tx.objectStore('bodies').put({ id: head.id, request: { model: 'sandbox-fast', input: turn }, turn, result })
  }
  await new Promise((done) => tx.addEventListener('complete', done))
  db.close()
}

/** Runs in the page: ms until the text of a new turn is in the document and a frame was drawn with it. */
async function untilShown(words: string): Promise<number> {
  const key = await new Promise<number>((pressed) =>
    addEventListener('keydown', () => pressed(performance.now()), { once: true, capture: true }),
  )
  // The whole of a long conversation would take a while to look through.
  const isShown = () =>
    [...document.querySelectorAll('article')].slice(-2).some((one) => one.textContent?.includes(words))
  while (!isShown()) await new Promise((next) => requestAnimationFrame(next))
  // A message comes after the frame of the callback that found it, and before the timer with which the request is then made.
  await new Promise((next) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = next
    port2.postMessage(undefined)
  })
  return performance.now() - key
}

async function askForJson(page: Page, size: number): Promise<void> {
  const row = (at: number) => ({ id: at, name: `Row ${at}`, tags: ['one', 'two'], at: { line: at, column: at % 80 } })
  const text = JSON.stringify({ rows: Array.from({ length: Math.ceil(size / 78) }, (_, at) => row(at)) })
  const pieces = text.match(/.{1,4}/gs) ?? []
  await page.evaluate(paceReplies, { pieces, tokensPerSecond: 2_000, count: pieces.length })
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const format = { type: 'json_schema', name: 'rows', schema: { type: 'object' } }
  await page
    .getByRole('textbox', { name: 'Request JSON' })
    .fill(JSON.stringify({ model: 'sandbox-fast', stream: true, text: { format } }))
  await box(page).fill('Write.')
  await box(page).press('Enter')
  await page.getByRole('tree').waitFor()
  await endedAnswers(page, 1)
}
