import type { Report } from '../report/goal.ts'
import { reportSize } from '../report/report-size.ts'
import { buildAlone } from './build-alone.ts'
import { launch } from './chromium.ts'
import { measureFirstLoad } from './first-load.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

/** What is loaded until the first answer is there, and how large the renderer is by itself. */
export async function runSize(setting: Setting): Promise<Report> {
  say('size: the app')
  await buildApp(setting)
  const app = await serveApp(setting)
  const browser = await launch(setting)
  try {
    const loads = await measureFirstLoad(browser, app.url, setting)
    say('size: the renderer')
    return reportSize({
      loads,
      core: await buildAlone(setting, 'src/app/view/text/text-view.ts'),
      reactDom: await buildAlone(setting, 'node_modules/react-dom/client.js'),
    })
  } finally {
    await browser.close()
    await app.stop()
  }
}
