import type { GridSample, SendSample } from '../drive/lab-sample.ts'
import type { GridName } from '../page/lab/scroll-grid.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { showSpread } from './words.ts'

interface Measured {
  readonly scrolled: readonly GridSample[]
  readonly sent: readonly SendSample[]
}

const gridNames: readonly GridName[] = ['ours', 'tanstack']

export function reportLab(measured: Measured): Report {
  return { part: 'lab', tables: [gridTable(measured), sendTable(measured)], goals: goalsOf(measured), data: measured }
}

const p95 = (values: readonly number[]) => quantile(values, 0.95)

const ratios = ({ scrolled }: Measured) =>
  scrolled.flatMap((mine) => {
    const theirs = scrolled.find(({ grid, rep }) => grid === 'tanstack' && rep === mine.rep)
    return mine.grid === 'ours' && theirs ? [mine.cpu / theirs.cpu] : []
  })

function gridTable(measured: Measured): string {
  const rows = gridNames.map((name) => {
    const own = measured.scrolled.filter(({ grid }) => grid === name)
    const spread = (of: (sample: GridSample) => number, digits: number) => showSpread(own.map(of), digits)
    return [
      name,
      spread(({ cpu, gaps, leaps }) => cpu / (gaps.length + leaps.length), 2),
      name === 'ours' ? showSpread(ratios(measured)) : '–',
      spread(({ gaps }) => p95(gaps), 1),
      spread(({ leaps }) => p95(leaps), 1),
      spread(({ blank }) => blank, 0),
      spread(({ elements }) => elements, 0),
    ]
  })
  const head = ['CPU ms a frame', 'x tanstack', 'p95 gap ms', 'p95 gap of leaps', 'blank frames', 'elements']
  return table(['10,000 cells scrolled', ...head], rows)
}

function sendTable({ sent }: Measured): string {
  const row = (name: string, of: (sample: SendSample) => number, digits = 0) => [name, showSpread(sent.map(of), digits)]
  return table(
    ['a plan of 1,000 cells, eight at once', 'median (range)'],
    [
      row('wall, s', ({ ours }) => ours / 1000, 1),
      row('wall of a bare pool of fetches, s', ({ pool }) => pool / 1000, 1),
      row('bytes written, x rows, bodies and events', ({ written, stored }) => written / stored, 2),
      row('longest task of a filter, ms (0: none above 50)', ({ filter }) => filter),
      row('longest task of a sort, ms (0: none above 50)', ({ sort }) => sort),
      row('elements', ({ elements }) => elements),
      row('heap, MB', ({ heap }) => heap / 2 ** 20, 1),
    ],
  )
}

function goalsOf(measured: Measured): Goal[] {
  const { scrolled, sent } = measured
  const own = scrolled.filter(({ grid }) => grid === 'ours')
  const goal = (about: string, limit: number, measuredValue: number): Goal => ({
    ...{ name: 'Lab', about, limit, measured: measuredValue },
  })
  const most = (of: (sample: SendSample) => number) => median(sent.map(of))
  return [
    goal('scroll of 10,000 cells, CPU, x tanstack', 1.3, median(ratios(measured))),
    goal('scroll of 10,000 cells, p95 gap, ms', 16.7, median(own.map(({ gaps }) => p95(gaps)))),
    goal(
      'elements of the page',
      3_000,
      most(({ elements }) => elements),
    ),
    goal(
      'filter or sort, longest task, ms',
      50,
      most(({ filter, sort }) => Math.max(filter, sort)),
    ),
    goal(
      '1,000 cells, wall, x bare pool',
      1.3,
      most(({ ours, pool }) => ours / pool),
    ),
    goal(
      'bytes written, x rows, bodies and events',
      1.3,
      most(({ written, stored }) => written / stored),
    ),
  ]
}
