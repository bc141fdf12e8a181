import type { Report } from '../report/goal.ts'
import { reportChat } from '../report/report-chat.ts'
import { type ChatSample, sampleChat } from './chat-sample.ts'
import { launch } from './chromium.ts'
import { buildApp, serveApp } from './served-app.ts'
import { type Setting, say } from './setting.ts'

/** Long conversations and answers that are JSON, in the built app. */
export async function runChat(setting: Setting): Promise<Report> {
  const { quick, seed, reps = quick ? 1 : 3 } = setting
  const browser = await launch(setting)
  try {
    say('chat: the app')
    await buildApp(setting)
    const app = await serveApp(setting)
    const samples: ChatSample[] = []
    try {
      for (let rep = 0; rep < reps; rep += 1) samples.push(await sampleChat(browser, app.url, seed + rep))
    } finally {
      await app.stop()
    }
    return reportChat(samples)
  } finally {
    await browser.close()
  }
}
