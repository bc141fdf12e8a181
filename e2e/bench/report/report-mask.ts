import type { MaskTimes } from '../mask/measure-mask.ts'
import { type PainterName, painterNames } from '../mask/painter-names.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { show, showKilo, showSpread } from './words.ts'

export interface MaskSample extends MaskTimes {
  readonly rep: number
  readonly painter: PainterName
  /** Main-thread CPU in ms of an event, the ends of strokes shared out among them. */
  readonly cpu: number
  /** The same of an undo or redo. */
  readonly undoCpu: number
}

const p95 = (values: readonly number[]) => quantile(values, 0.95)

export function reportMask(samples: readonly MaskSample[]): Report {
  const of = (name: PainterName) => samples.filter(({ painter }) => painter === name)
  const middle = (name: PainterName, value: (sample: MaskSample) => number) => median(of(name).map(value))
  const ratio = (name: PainterName, to: PainterName) =>
    median(
      of(name).flatMap((mine) => {
        const theirs = of(to).find(({ rep }) => rep === mine.rep)
        return theirs ? [mine.cpu / theirs.cpu] : []
      }),
    )
  const rows = painterNames.map((name) => [
    name,
    showSpread(
      of(name).map(({ cpu }) => cpu),
      3,
    ),
    show(ratio(name, 'floor'), 1),
    show(ratio(name, 'konva'), 3),
    show(
      middle(name, ({ moves }) => median(moves)),
      3,
    ),
    show(
      middle(name, ({ moves }) => p95(moves)),
      3,
    ),
    show(middle(name, ({ ends }) => p95(ends))),
    ...(name === 'floor' ? ['–', '–', '–', '–'] : undoOf(name, middle)),
  ])
  const head = [
    'CPU ms an event',
    'x floor',
    'x konva',
    'p50 ms',
    'p95 ms',
    'end p95 ms',
    'undo CPU ms',
    'p50',
    'p95',
    'max',
  ]
  const main = table(
    ['12 strokes on 4096 x 4096', ...head, 'kB of 50 steps'],
    rows.map((row, at) => [...row, showSteps(at)]),
  )
  function showSteps(at: number): string {
    const bytes = middle(painterNames[at] ?? 'ours', ({ historyBytes }) => historyBytes)
    return Number.isNaN(bytes) ? '–' : showKilo(bytes)
  }
  return { part: 'mask', tables: [main, exportTable(of)], goals: goalsOf(middle, ratio), data: samples }
}

type Middle = (name: PainterName, value: (sample: MaskSample) => number) => number

const undoOf = (name: PainterName, middle: Middle) => [
  show(middle(name, ({ undoCpu }) => undoCpu)),
  show(middle(name, ({ undos }) => median(undos))),
  show(middle(name, ({ undos }) => p95(undos))),
  show(middle(name, ({ undos }) => Math.max(...undos))),
]

function exportTable(of: (name: PainterName) => readonly MaskSample[]): string {
  const rows = (['ours', 'ours soft', 'konva'] as const).map((name) => {
    const times = of(name).flatMap(({ exports }) => exports)
    const spread = (figure: (one: MaskSample['exports'][number]) => number, digits: number) =>
      showSpread(times.map(figure), digits)
    return [
      name,
      spread(({ ms }) => ms, 0),
      showKilo(median(times.map(({ bytes }) => bytes))),
      spread(({ longest }) => longest, 1),
    ]
  })
  return table(['a PNG of 4096 x 4096', 'ms', 'kB', 'longest task of the page meanwhile, ms'], rows)
}

function goalsOf(middle: Middle, ratio: (name: PainterName, to: PainterName) => number): Goal[] {
  const goal = (about: string, limit: number, measured: number, note?: string): Goal => ({
    ...{ name: 'P11', about, limit, measured },
    ...(note && { note }),
  })
  return [
    goal(
      'an event with its drawing, p95 ms',
      0.25,
      middle('ours', ({ moves }) => p95(moves)),
      `soft ${show(middle('ours soft', ({ moves }) => p95(moves)))}, floor ${show(middle('floor', ({ moves }) => p95(moves)))}`,
    ),
    goal('an event, CPU, x konva', 1, ratio('ours', 'konva')),
    goal(
      'undo with its drawing, p95 ms',
      2,
      middle('ours', ({ undos }) => p95(undos)),
    ),
    goal('50 undo steps, MB', 12, middle('ours', ({ historyBytes }) => historyBytes) / 1e6, 'stretch: 2'),
    goal(
      'longest task of the page during an export, ms',
      16,
      middle('ours', ({ exports }) => Math.max(...exports.map(({ longest }) => longest))),
      'by the clock: another program makes it longer',
    ),
  ]
}
