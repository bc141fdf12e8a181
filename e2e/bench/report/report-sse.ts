import type { SseTimes } from '../sse/measure-sse.ts'
import type { ReaderName } from '../sse/readers.ts'
import type { Goal, Report } from './goal.ts'
import { exponent, median } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

type Measured = Readonly<Record<string, readonly SseTimes[]>>

const large: readonly SseTimes['reply'][] = ['1 MB', '4 MB', '16 MB']
const megabytes = large.map((name) => Number.parseInt(name, 10))

export function reportSse(measured: Measured): Report {
  const tables = Object.entries(measured).flatMap(([engine, all]) => [deltaTable(engine, all), largeTable(engine, all)])
  return { part: 'sse', tables, goals: goalsOf(measured), data: measured }
}

function timesOf(
  all: readonly SseTimes[],
  reader: ReaderName,
  reply: SseTimes['reply'],
  chunk: number,
): readonly number[] {
  return all.find((one) => one.reader === reader && one.reply === reply && one.chunk === chunk)?.ms ?? []
}

/** Against the same repetition of another. */
function ratios(all: readonly SseTimes[], { reply, chunk, ms }: SseTimes, to: ReaderName): number[] {
  const base = timesOf(all, to, reply, chunk)
  return ms.map((one, rep) => one / (base[rep] ?? Number.NaN))
}

const readersIn = (all: readonly SseTimes[]) => [...new Set(all.map(({ reader }) => reader))]
const chunksIn = (all: readonly SseTimes[], reply: SseTimes['reply']) => [
  ...new Set(all.filter((one) => one.reply === reply).map(({ chunk }) => chunk)),
]
const sizeName = (bytes: number) => (bytes < 1024 ? `${bytes} B` : `${bytes / 1024} KB`)

function deltaTable(engine: string, all: readonly SseTimes[]): string {
  const chunks = chunksIn(all, 'deltas')
  const rows = readersIn(all).map((reader) => {
    const own = all.filter((one) => one.reader === reader && one.reply === 'deltas')
    return [
      reader,
      ...own.flatMap((times) => [
        show(times.bytes / 1000 / median(times.ms), 0),
        showSpread(ratios(all, times, 'floor')),
        show(median(ratios(all, times, 'stream floor'))),
      ]),
    ]
  })
  const head = chunks.flatMap((chunk) => [`${sizeName(chunk)}: MB/s`, 'x floor', 'x stream floor'])
  return table([`${engine}, 20,001 deltas`, ...head], rows)
}

function largeTable(engine: string, all: readonly SseTimes[]): string {
  const chunks = chunksIn(all, '16 MB')
  const rows = readersIn(all).map((reader) => [
    reader,
    ...chunks.flatMap((chunk) => [
      ...large.map((reply) => show(median(timesOf(all, reader, reply, chunk)), 1)),
      show(growth(all, reader, chunk)),
      show(median(largestRatios(all, reader, chunk, 'floor'))),
    ]),
  ])
  const head = chunks.flatMap((chunk) => [
    ...large.map((reply) => `${sizeName(chunk)}: ${reply} ms`),
    'exponent',
    '16 MB x floor',
  ])
  return table([`${engine}, one large event`, ...head], rows)
}

const growth = (all: readonly SseTimes[], reader: ReaderName, chunk: number) =>
  exponent(
    [median(timesOf(all, reader, '1 MB', chunk)), median(timesOf(all, reader, '16 MB', chunk))],
    [megabytes[0] ?? Number.NaN, megabytes.at(-1) ?? Number.NaN],
  )

function largestRatios(all: readonly SseTimes[], reader: ReaderName, chunk: number, to: ReaderName): number[] {
  const times = all.find((one) => one.reader === reader && one.reply === '16 MB' && one.chunk === chunk)
  return times ? ratios(all, times, to) : []
}

function goalsOf(measured: Measured): Goal[] {
  return (['ours: fed', 'ours: events', 'ours: whole client'] as const).flatMap((reader) =>
    Object.entries(measured).flatMap(([engine, all]) => {
      const deltas = all.filter((one) => one.reader === reader && one.reply === 'deltas')
      const worst = deltas.filter(({ chunk }) => chunk >= 1024).map((times) => median(ratios(all, times, 'floor')))
      const tiny = deltas.filter(({ chunk }) => chunk < 1024).map((times) => median(ratios(all, times, 'stream floor')))
      const about = (what: string) => `${reader}, ${engine}: ${what}`
      return [
        { name: 'P7', about: about('chunks ≥ 1 KB, x floor'), limit: 1.4, measured: Math.max(...worst) },
        { name: 'P7', about: about('16 B chunks, x stream floor'), limit: 1.1, measured: Math.max(...tiny) },
        {
          name: 'P7',
          about: about('one event in 1 KB chunks, exponent'),
          limit: 1.1,
          measured: growth(all, reader, 1024),
        },
        {
          name: 'P7',
          about: about('16 MB in 1 KB chunks, x floor'),
          limit: 2,
          measured: median(largestRatios(all, reader, 1024, 'floor')),
          note: `the stream floor stands at ${show(median(largestRatios(all, 'stream floor', 1024, 'floor')))}`,
        },
      ]
    }),
  )
}
