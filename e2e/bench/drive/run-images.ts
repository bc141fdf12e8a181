import { serveImages } from '../images/image-server.ts'
import type { ImageReader } from '../images/readers.ts'
import type { Report } from '../report/goal.ts'
import { type ImageSample, reportImages } from '../report/report-images.ts'
import { inFreshPage, launch } from './chromium.ts'
import { heapOf, watchMainThread } from './main-thread.ts'
import { type Setting, say } from './setting.ts'

const readers: readonly ImageReader[] = ['floor', 'ours', 'data URL', 'atob', 'fromBase64']

/** Ten pictures of 4 MB in one JSON reply, shown in the page. */
export async function runImages(setting: Setting, url: string): Promise<Report> {
  const { quick, seed, reps = quick ? 1 : 3 } = setting
  const router = await serveImages(seed)
  const browser = await launch(setting)
  const samples: ImageSample[] = []
  try {
    for (let rep = 0; rep < reps; rep += 1)
      for (const reader of readers.map((_, at) => readers[(at + rep) % readers.length] ?? 'ours')) {
        const sample = await inFreshPage(browser, url, async (page, session) => {
          const read = await watchMainThread(session)
          const before = await read()
          const times = await page.evaluate(([name, base]) => window.bench.measureImages(name, base), [
            reader,
            router.url,
          ] as const)
          const { cpu } = await read()
          return { ...times, rep, reader, cpu: cpu - before.cpu, heap: await heapOf(session) }
        })
        if (sample.pictures !== 10) throw new Error(`${reader} showed ${sample.pictures} pictures`)
        say(`images #${rep + 1} ${reader}: ${Math.round(sample.cpu)} ms`)
        samples.push(sample)
      }
    return reportImages(samples)
  } finally {
    await browser.close()
    router.close()
  }
}
