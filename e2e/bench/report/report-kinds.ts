import type { OneKindSample } from '../drive/one-kind-sample.ts'
import { kinds } from '../text/kinds.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

/** Long lists and tables, by pace; ratios are taken inside a repetition. */
export function reportKinds(samples: readonly OneKindSample[]): Report {
  const paces = [...new Set(samples.map(({ pace }) => pace))]
  return {
    part: 'kinds',
    tables: paces.map((pace) => paceTable(samples, pace)),
    goals: goalsOf(samples),
    data: samples,
  }
}

function paceTable(all: readonly OneKindSample[], pace: string): string {
  const samples = all.filter((one) => one.pace === pace)
  const rows = kinds.flatMap((kind) =>
    [...new Set(samples.map(({ contender }) => contender))].map((contender) => {
      const own = samples.filter((one) => one.kind === kind && one.contender === contender)
      const cpu = own.map((one) => one.cpu)
      const ratios = own.flatMap((one) => {
        const prose = samples.find((p) => p.kind === 'prose' && p.contender === contender && p.rep === one.rep)
        return prose ? [one.cpu / prose.cpu] : []
      })
      return [
        `${kind}, ${contender === 'streamdown' ? 'streamdown (a tenth of it)' : contender}`,
        showSpread(cpu, 0),
        show(median(ratios)),
        show(median(own.map(({ longTasks }) => longTasks.longest)), 0),
        show(median(own.map(({ behind }) => behind)), 0),
        show(median(own.map(({ gaps }) => quantile(gaps, 0.95))), 0),
        show(median(own.map(({ elements }) => elements)), 0),
      ]
    }),
  )
  const head = ['CPU ms', 'x own prose', 'longest task ms', 'behind the last byte ms', 'p95 gap ms', 'elements']
  return table([`300 kB of one kind, ${pace}`, ...head], rows)
}

/** The worst kind of text counts. */
function goalsOf(samples: readonly OneKindSample[]): Goal[] {
  const worst = (contender: string, of: (one: OneKindSample) => number) =>
    Math.max(
      ...kinds.map((kind) => median(samples.filter((s) => s.kind === kind && s.contender === contender).map(of))),
    )
  const longest = ({ longTasks }: OneKindSample) => longTasks.longest
  return [
    {
      name: 'P1b',
      about: 'one list or table of 300 kB: longest task, ms',
      limit: 50,
      measured: worst('ours', longest),
      note: `by the clock; the floor: ${show(worst('floor-lines', longest), 0)}`,
    },
    {
      name: 'P1b',
      about: 'one list or table of 300 kB: end behind the last byte, ms',
      limit: 1_000,
      measured: worst('ours', ({ behind }) => behind),
    },
  ]
}
