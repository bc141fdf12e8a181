import type { ContenderName } from '../page/contenders/load.ts'
import type { Report } from '../report/goal.ts'
import { reportText } from '../report/report-text.ts'
import { launch, unlocked } from './chromium.ts'
import { type Setting, say } from './setting.ts'
import { sampleWork, type WorkSample, type WorkTask } from './work-sample.ts'

const all: readonly ContenderName[] = [
  'floor-blocks',
  'ours',
  'ours-plain',
  'streamdown',
  'streamdown-code',
  'markdown-memo',
]
/** For a quick look. */
const few: readonly ContenderName[] = ['floor-blocks', 'ours', 'streamdown-code']
/** For sizes at which peers would take minutes. */
const linear: readonly ContenderName[] = ['floor-blocks', 'ours']
const farthestForPeers = 50_000
/** Where memory is looked at. */
const weighedAt = 50_000

/** Streaming Markdown in work mode. */
export async function runText(setting: Setting, url: string): Promise<Report> {
  const browser = await launch(setting, unlocked)
  const samples: WorkSample[] = []
  try {
    for (const task of tasksOf(setting)) {
      const sample = await sampleWork(browser, url, task)
      say(`text ${task.tokens} #${task.rep + 1} ${task.contender}: ${Math.round(sample.cpu)} ms`)
      samples.push(sample)
    }
  } finally {
    await browser.close()
  }
  return reportText(samples)
}

/** Interleaved: each repetition has every size and every contender, in another order each time. */
function tasksOf({ quick, seed, reps = quick ? 2 : 3, tokens }: Setting): WorkTask[] {
  const sizes = tokens ?? (quick ? [5_000, 20_000] : [5_000, 20_000, 50_000, 100_000])
  const contendersAt = (size: number) => (quick ? few : size > farthestForPeers ? linear : all)
  return Array.from({ length: reps }, (_, rep) =>
    sizes.flatMap((size) =>
      rotate(contendersAt(size), rep).map((contender) => ({
        rep,
        contender,
        tokens: size,
        seed: seed + rep,
        weigh: size === weighedAt,
      })),
    ),
  ).flat()
}

const rotate = <T>(list: readonly T[], by: number) => list.map((_, index) => list[(index + by) % list.length] as T)
