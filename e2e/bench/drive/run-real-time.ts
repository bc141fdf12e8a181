import type { ContenderName } from '../page/contenders/load.ts'
import type { Report } from '../report/goal.ts'
import { reportRealTime, scenarios } from '../report/report-real-time.ts'
import { launch } from './chromium.ts'
import { type RealTimeSample, type Scenario, sampleRealTime } from './real-time-sample.ts'
import { type Setting, say } from './setting.ts'

const ours: readonly ContenderName[] = ['floor-blocks', 'ours']
/** Measured once: they are far from the goals. */
const peers: readonly ContenderName[] = ['streamdown-code', 'markdown-memo']

/** Tokens that arrive by the clock. */
export async function runRealTime(setting: Setting, url: string): Promise<Report> {
  const { quick, seed, reps = quick ? 1 : 3 } = setting
  const browser = await launch(setting)
  const samples: RealTimeSample[] = []
  const take = async (scenario: Scenario, contender: ContenderName, rep: number) => {
    const sample = await sampleRealTime(browser, url, { scenario, contender, rep, seed: seed + rep })
    say(`realtime ${scenario.name} #${rep + 1} ${contender}: ${Math.round(sample.cpuShare * 100)} % CPU`)
    samples.push(sample)
  }
  try {
    for (let rep = 0; rep < reps; rep += 1)
      for (const scenario of scenarios)
        for (const contender of rep === 0 && !quick ? [...ours, ...peers] : ours) await take(scenario, contender, rep)
  } finally {
    await browser.close()
  }
  return reportRealTime(samples)
}
