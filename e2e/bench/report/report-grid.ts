import type { CsvSample, GridSample } from '../drive/grid-sample.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { showSpread } from './words.ts'

interface Measured {
  readonly scrolled: readonly GridSample[]
  readonly read: readonly CsvSample[]
}

export function reportGrid(measured: Measured): Report {
  return { part: 'grid', tables: [gridTable(measured), csvTable(measured)], goals: goalsOf(measured), data: measured }
}

const p95 = (values: readonly number[]) => quantile(values, 0.95)

/** Frames of a turn that came later than at 60 a second, in per cent. The display's clock gives multiples of 16.7 ms, more or less 0.1. */
const late = ({ gaps }: GridSample) => (100 * gaps.filter((gap) => gap > 17).length) / gaps.length

/** What ours took by what the other took, in each repetition. */
function ratios<Sample extends { readonly rep: number }>(
  samples: readonly Sample[],
  isOurs: (sample: Sample) => boolean,
  of: (sample: Sample) => number,
): number[] {
  const others = new Map(samples.filter((one) => !isOurs(one)).map((one) => [one.rep, of(one)]))
  return samples.filter(isOurs).map((mine) => of(mine) / (others.get(mine.rep) ?? Number.NaN))
}

const scrollRatios = ({ scrolled }: Measured) =>
  ratios(
    scrolled,
    ({ grid }) => grid === 'ours',
    ({ cpu }) => cpu,
  )
const readRatios = ({ read }: Measured) =>
  ratios(
    read,
    ({ reader }) => reader === 'ours',
    ({ ms }) => ms,
  )

function gridTable(measured: Measured): string {
  const rows = (['ours', 'tanstack'] as const).map((name) => {
    const own = measured.scrolled.filter(({ grid }) => grid === name)
    const spread = (of: (sample: GridSample) => number, digits: number) => showSpread(own.map(of), digits)
    return [
      name,
      spread(({ cpu, gaps, leaps }) => cpu / (gaps.length + leaps.length), 2),
      name === 'ours' ? showSpread(scrollRatios(measured)) : '–',
      spread(({ gaps }) => p95(gaps), 1),
      spread(late, 1),
      spread(({ leaps }) => p95(leaps), 1),
      spread(({ blank }) => blank, 0),
      spread(({ elements }) => elements, 0),
      spread(({ heap }) => heap / 2 ** 20, 1),
    ]
  })
  const frames = ['CPU ms a frame', 'x tanstack', 'p95 gap ms', 'late frames, %', 'p95 gap of leaps', 'blank frames']
  return table(['10,000 cells scrolled', ...frames, 'elements', 'heap MB'], rows)
}

function csvTable(measured: Measured): string {
  const rows = (['ours', 'papaparse'] as const).map((name) => {
    const own = measured.read.filter(({ reader }) => reader === name)
    return [
      name,
      showSpread(
        own.map(({ ms }) => ms),
        0,
      ),
      name === 'ours' ? showSpread(readRatios(measured)) : '–',
      showSpread(
        own.map(({ longest }) => longest),
        0,
      ),
    ]
  })
  return table(
    ['CSV of 20 MB, in a worker', 'ms', 'x papaparse', 'longest task of the page, ms (0: none above 50)'],
    rows,
  )
}

function goalsOf(measured: Measured): Goal[] {
  const own = measured.scrolled.filter(({ grid }) => grid === 'ours')
  const goal = (about: string, limit: number, measuredValue: number): Goal => ({
    ...{ name: 'Lab', about, limit, measured: measuredValue },
  })
  const longest = measured.read.flatMap((sample) => (sample.reader === 'ours' ? sample.longest : []))
  return [
    goal('scroll of 10,000 cells, CPU, x tanstack', 1.3, median(scrollRatios(measured))),
    goal('scroll of 10,000 cells, frames later than 60 a second, %', 5, median(own.map(late))),
    goal('scroll of 10,000 cells, blank frames of 300', 4, median(own.map(({ blank }) => blank))),
    goal('CSV of 20 MB, x papaparse in a worker', 1.2, median(readRatios(measured))),
    goal('CSV of 20 MB, longest task of the page, ms', 50, median(longest)),
  ]
}
