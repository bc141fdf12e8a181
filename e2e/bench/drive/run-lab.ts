import type { Report } from '../report/goal.ts'
import { reportLab } from '../report/report-lab.ts'
import { benchKey } from '../router/open-streams.ts'
import { launch } from './chromium.ts'
import { type SendSample, sampleSending } from './lab-sample.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

/** A plan of a thousand cells that the built app sends. */
export async function runLab(setting: Setting): Promise<Report> {
  const { quick, reps = quick ? 2 : 3 } = setting
  const browser = await launch(setting)
  try {
    say('lab: the app')
    await buildApp(setting)
    const sent: SendSample[] = []
    const awaited: SendSample[] = []
    for (let rep = 0; rep < reps; rep += 1) {
      const app = await serveApp(setting, { ROUTER_API_KEY: benchKey })
      try {
        sent.push(await sampleSending(browser, app.url, quick ? 200 : 1_000))
        awaited.push(await sampleSending(browser, app.url, 400, 'sandbox-plain'))
      } finally {
        await app.stop()
      }
    }
    return reportLab(sent, awaited)
  } finally {
    await browser.close()
  }
}
