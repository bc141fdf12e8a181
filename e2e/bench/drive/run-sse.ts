import type { Report } from '../report/goal.ts'
import { reportSse } from '../report/report-sse.ts'
import { measureSse } from '../sse/measure-sse.ts'
import { inFreshPage, launch } from './chromium.ts'
import { type Setting, say } from './setting.ts'

/** Reading event streams, in Node and in Chromium. */
export async function runSse(setting: Setting, url: string): Promise<Report> {
  const { quick, reps = quick ? 2 : 5 } = setting
  const options = { events: 20_001, reps }
  say('sse in Node')
  const node = await measureSse(options)
  say('sse in Chromium')
  const browser = await launch(setting)
  try {
    const chromium = await inFreshPage(browser, url, (page) =>
      page.evaluate((given) => window.bench.measureSse(given), options),
    )
    return reportSse({ Node: node, Chromium: chromium })
  } finally {
    await browser.close()
  }
}
