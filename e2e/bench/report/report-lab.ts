import type { SendSample } from '../drive/lab-sample.ts'
import type { Goal, Report } from './goal.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'
import { showSpread } from './words.ts'

/** `awaited`: of a model that answers after 300 ms, where the router's and the page's own work hardly counts. */
export const reportLab = (sent: readonly SendSample[], awaited: readonly SendSample[]): Report => ({
  part: 'lab',
  tables: [sendTable(sent)],
  goals: goalsOf(sent, awaited),
  data: { sent, awaited },
})

function sendTable(sent: readonly SendSample[]): string {
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

function goalsOf(sent: readonly SendSample[], awaited: readonly SendSample[]): Goal[] {
  const goal = (about: string, limit: number, measuredValue: number): Goal => ({
    ...{ name: 'Lab', about, limit, measured: measuredValue },
  })
  const most = (of: (sample: SendSample) => number) => median(sent.map(of))
  return [
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
    goal('400 cells of 300 ms each, wall, x bare pool', 1.3, median(awaited.map(({ ours, pool }) => ours / pool))),
    goal(
      'bytes written, x rows, bodies and events',
      1.3,
      most(({ written, stored }) => written / stored),
    ),
  ]
}
