import type { ImageTimes } from '../images/measure-images.ts'
import type { ImageReader } from '../images/readers.ts'
import type { Report } from './goal.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

/** One reader's turn in one repetition. */
export interface ImageSample extends ImageTimes {
  readonly rep: number
  readonly reader: ImageReader
  /** Of the main thread, in ms. */
  readonly cpu: number
  /** JavaScript heap of the page behind it all, in bytes. */
  readonly heap: number
}

export function reportImages(samples: readonly ImageSample[]): Report {
  const of = (reader: ImageReader) => samples.filter((one) => one.reader === reader)
  const middle = (reader: ImageReader, value: (one: ImageSample) => number) => median(of(reader).map(value))
  const ratios = (reader: ImageReader, value: (one: ImageSample) => number) =>
    of('ours').flatMap((mine) => {
      const theirs = of(reader).find(({ rep }) => rep === mine.rep)
      return theirs ? [value(mine) / value(theirs)] : []
    })
  const names = [...new Set(samples.map(({ reader }) => reader))].toSorted()
  const rows = names.map((reader) => [
    reader,
    showSpread(
      of(reader).map(({ cpu }) => cpu),
      0,
    ),
    show(median(ratios(reader, ({ cpu }) => cpu))),
    show(
      middle(reader, ({ longest }) => longest),
      0,
    ),
    show(
      middle(reader, ({ heap }) => heap / 1e6),
      1,
    ),
    show(
      middle(reader, ({ shown }) => shown),
      0,
    ),
    show(median(ratios(reader, ({ shown }) => shown))),
  ])
  const head = [
    'main thread ms',
    'ours x this',
    'longest task ms',
    'heap MB after',
    'all shown after ms',
    'ours x this',
  ]
  return {
    part: 'images',
    tables: [table(['10 pictures, 56 MB of JSON', ...head], rows)],
    goals: [
      {
        name: 'P12',
        about: 'main thread, ms in all',
        limit: 100,
        measured: middle('ours', ({ cpu }) => cpu),
        note: `floor ${show(middle('floor', ({ cpu }) => cpu))}`,
      },
      { name: 'P12', about: 'longest task, ms', limit: 50, measured: middle('ours', ({ longest }) => longest) },
      { name: 'P12', about: 'heap after, MB', limit: 5, measured: middle('ours', ({ heap }) => heap / 1e6) },
    ],
    data: samples,
  }
}
