import type { Report } from '../report/goal.ts'
import { reportColumns } from '../report/report-columns.ts'
import { launch } from './chromium.ts'
import { type ColumnsSample, sampleColumns } from './columns-sample.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

/** Four columns of a conversation in the built app. */
export async function runColumns(setting: Setting): Promise<Report> {
  const { quick, reps = quick ? 1 : 3, tokens: [tokens = quick ? 5_000 : 50_000] = [] } = setting
  const browser = await launch(setting)
  try {
    say('columns: the app')
    await buildApp(setting)
    const app = await serveApp(setting)
    const samples: ColumnsSample[] = []
    try {
      for (let rep = 0; rep < reps; rep += 1) samples.push(await sampleColumns(browser, app.url, tokens))
    } finally {
      await app.stop()
    }
    return reportColumns(samples, tokens)
  } finally {
    await browser.close()
  }
}
