import type { Browser, CDPSession, Page } from '@playwright/test'
import { quantile } from '../report/statistics.ts'
import { watchMainThread } from './main-thread.ts'
import { paceReplies } from './paced-replies.ts'

/** Four columns of a conversation in the built app. */
export interface ColumnsSample {
  /** Main-thread CPU in ms within a sixtieth of a second, while each column gets 200 tokens a second: 95 of 100 need at most this. */
  readonly frame: number
  readonly longestFrame: number
  /** Main-thread CPU in ms of four long answers at once, and of four one after the other, each in a conversation of its own. */
  readonly atOnce: number
  readonly inTurn: number
}

const count = 4
const tokensPerSecond = 200
const prose = [
  'the ',
  'router ',
  'answers ',
  '**with** ',
  '`bytes` ',
  'and ',
  'a [link](https://a.example) ',
  'then.\n\n',
]
export const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

export async function sampleColumns(browser: Browser, url: string, tokens: number): Promise<ColumnsSample> {
  const frames = await inChat(browser, url, pacedFrames)
  const ask = `Write a document with tables, code and lists. tokens: ${tokens}`
  const atOnce = await inChat(browser, url, async (page, session) => {
    await openColumns(page)
    return await cpuOf(session, async () => {
      await box(page).fill(ask)
      await box(page).press('Alt+Enter')
      await endedAnswers(page, count)
    })
  })
  let inTurn = 0
  for (let at = 0; at < count; at += 1)
    inTurn += await inChat(browser, url, (page, session) =>
      cpuOf(session, async () => {
        await box(page).fill(ask)
        await box(page).press('Enter')
        await endedAnswers(page, 1)
      }),
    )
  return { frame: quantile(frames, 0.95), longestFrame: Math.max(...frames), atOnce, inTurn }
}

export async function inChat<T>(
  browser: Browser,
  url: string,
  measure: (page: Page, session: CDPSession) => Promise<T>,
) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto('/chat?model=sandbox-fast')
    await box(page).waitFor()
    // The code of the other panels comes while the page is quiet.
    await page.waitForTimeout(2_000)
    return await measure(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

async function openColumns(page: Page): Promise<void> {
  for (let at = 1; at < count; at += 1) await page.getByRole('button', { name: 'Add column' }).click()
  await page.getByRole('listitem', { name: `Column ${count}` }).waitFor()
}

export const endedAnswers = (page: Page, wanted: number) =>
  page.waitForFunction((all) => document.querySelectorAll('article[aria-busy=false]').length === all, wanted, {
    timeout: 300_000,
  })

export async function cpuOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const read = await watchMainThread(session)
  const before = (await read()).cpu
  await work()
  return (await read()).cpu - before
}

/** Ten seconds of four paced streams: the CPU time of each sixtieth of a second in which the main thread did anything. */
async function pacedFrames(page: Page, session: CDPSession): Promise<readonly number[]> {
  await openColumns(page)
  await page.evaluate(paceReplies, { pieces: prose, tokensPerSecond, count: tokensPerSecond * 12 })
  await box(page).fill('Write.')
  await box(page).press('Alt+Enter')
  await page.getByText('Stop all').waitFor()
  await page.waitForTimeout(1_000)
  const tasks = await tracedTasks(session, () => page.waitForTimeout(10_000))
  const frames = new Map<number, number>()
  for (const { at, cpu } of tasks) {
    const frame = Math.floor((at * 60) / 1e6)
    frames.set(frame, (frames.get(frame) ?? 0) + cpu)
  }
  return [...frames.values()]
}

interface Task {
  /** In µs. */
  readonly at: number
  /** In ms of thread time. */
  readonly cpu: number
}

/** The tasks of the page's main thread while `work` goes on. */
async function tracedTasks(session: CDPSession, work: () => Promise<unknown>): Promise<readonly Task[]> {
  const events: Record<string, unknown>[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const ended = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] },
  })
  await work()
  await session.send('Tracing.end')
  await ended
  const isMain = ({ name, args }: Record<string, unknown>) =>
    name === 'thread_name' && JSON.stringify(args).includes('CrRendererMain')
  const main = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`))
  return events.flatMap(({ name, pid, tid, ts, tdur = 0 }) =>
    name === 'RunTask' && main.has(`${pid} ${tid}`) ? { at: Number(ts), cpu: Number(tdur) / 1000 } : [],
  )
}
