import type { Report } from '../report/goal.ts'
import { reportKinds } from '../report/report-kinds.ts'
import { kinds } from '../text/kinds.ts'
import { launch } from './chromium.ts'
import { type OneKindSample, type OneKindTask, type Pace, sampleOneKind } from './one-kind-sample.ts'
import { type Setting, say } from './setting.ts'

const paces: readonly Pace[] = ['at once', 'as fast as it comes', 'steadily']
/** Characters: a list of short items has 40,000. */
const length = 300_000
/** What a peer is given: it takes many times as long. */
const lengthForPeers = 30_000

/** Long lists and tables: a text of one kind of block, against prose of the same length. */
export async function runKinds(setting: Setting, url: string): Promise<Report> {
  const browser = await launch(setting)
  const samples: OneKindSample[] = []
  try {
    for (const task of tasksOf(setting)) {
      const sample = await sampleOneKind(browser, url, task)
      say(`kinds ${task.kind}, ${task.pace} #${task.rep + 1} ${task.contender}: ${Math.round(sample.cpu)} ms`)
      samples.push(sample)
    }
  } finally {
    await browser.close()
  }
  return reportKinds(samples)
}

function tasksOf({ quick, seed, reps = quick ? 1 : 3 }: Setting): OneKindTask[] {
  return Array.from({ length: reps }, (_, rep) =>
    kinds.flatMap((kind) =>
      (quick ? paces.slice(0, 2) : paces).flatMap((pace): OneKindTask[] => {
        const task = { rep, kind, pace, seed: seed + rep, length }
        const both: OneKindTask[] = [
          { ...task, contender: 'floor-lines' },
          { ...task, contender: 'ours' },
        ]
        if (rep > 0 || quick || pace !== 'at once') return both
        return [...both, { ...task, contender: 'streamdown', length: lengthForPeers }]
      }),
    ),
  ).flat()
}
