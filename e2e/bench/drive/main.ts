import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { goalTable, type Report } from '../report/goal.ts'
import { buildPage, servePage } from './bench-page.ts'
import { runChat } from './run-chat.ts'
import { runColumns } from './run-columns.ts'
import { runGrid } from './run-grid.ts'
import { runImages } from './run-images.ts'
import { runKinds } from './run-kinds.ts'
import { runLab } from './run-lab.ts'
import { runMask } from './run-mask.ts'
import { runRealTime } from './run-real-time.ts'
import { runRouter } from './run-router.ts'
import { runRuns } from './run-runs.ts'
import { runSize } from './run-size.ts'
import { runSound } from './run-sound.ts'
import { runSse } from './run-sse.ts'
import { runText } from './run-text.ts'
import { type Setting, say } from './setting.ts'

const parts: Readonly<Record<string, (setting: Setting, url: string) => Promise<Report>>> = {
  text: runText,
  kinds: runKinds,
  realtime: runRealTime,
  sse: runSse,
  size: runSize,
  runs: runRuns,
  chat: runChat,
  columns: runColumns,
  grid: runGrid,
  lab: runLab,
  images: runImages,
  mask: runMask,
  sound: runSound,
  router: runRouter,
}

/** Runs the named parts, or all; prints tables and keeps what was measured. */
export async function runBench(wanted: readonly string[], setting: Setting): Promise<void> {
  const unknown = wanted.find((name) => !(name in parts))
  if (unknown) throw new RangeError(`no part ${unknown}; there are ${Object.keys(parts).join(', ')}`)
  const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await buildPage(setting)
  const page = await servePage(setting)
  const reports: Report[] = []
  try {
    for (const [name, run] of chosen) {
      say(`${name} …`)
      const report = await run(setting, page.url)
      keep(setting, report)
      for (const one of report.tables) console.log(`\n${one}`)
      reports.push(report)
    }
  } finally {
    await page.close()
  }
  console.log(`\n${goalTable(reports.flatMap(({ goals }) => goals))}`)
}

function keep({ here, seed }: Setting, { part, ...report }: Report): void {
  const folder = join(here, 'results')
  mkdirSync(folder, { recursive: true })
  const at = new Date().toISOString()
  writeFileSync(
    join(folder, `${part}-${at.replaceAll(':', '-')}.json`),
    JSON.stringify({ part, at, seed, ...report }, null, 1),
  )
}
