import { type WaveName, waveNames } from '../sound/wave-names.ts'
import type { Report } from './goal.ts'
import { median } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

export interface PeakSample {
  /** Milliseconds of the bare loop, and of the peaks with their pyramid and level, for samples in memory. */
  readonly floor: number
  readonly ours: number
  /** Of the peaks at all resolutions. */
  readonly bytes: number
  /** From a WAV file in parts: milliseconds by the clock, and what the page held at most meanwhile, in bytes. */
  readonly ms: number
  readonly held: number
}

export interface WaveSample {
  readonly rep: number
  readonly name: WaveName
  /** Main-thread CPU in ms: until the first drawing, of a zoom, and of a scroll step. */
  readonly create: number
  readonly zoom: number
  readonly scroll: number
}

type Cost = 'create' | 'zoom' | 'scroll'

export function reportSound(peaks: readonly PeakSample[], waves: readonly WaveSample[]): Report {
  const of = (name: WaveName, cost: Cost) => waves.filter((one) => one.name === name).map((one) => one[cost])
  const ratio = (cost: Cost) =>
    median(
      waves.flatMap((mine) => {
        const theirs = waves.find(({ name, rep }) => name === 'wavesurfer' && rep === mine.rep)
        return mine.name === 'ours' && theirs ? [mine[cost] / theirs[cost]] : []
      }),
    )
  const costs: readonly Cost[] = ['create', 'zoom', 'scroll']
  const toFloor = median(peaks.map(({ ours, floor }) => ours / floor))
  const spread = (value: (sample: PeakSample) => number, digits = 0) => showSpread(peaks.map(value), digits)
  const tables = [
    table(
      ['172.8 M samples', 'bare loop ms', 'ours ms', 'x floor', 'peaks MB', 'from a WAV file ms', 'held at most MB'],
      [
        [
          'an hour at 48 kHz',
          spread(({ floor }) => floor),
          spread(({ ours }) => ours),
          show(toFloor),
          spread(({ bytes }) => bytes / 1e6, 1),
          spread(({ ms }) => ms),
          spread(({ held }) => held / 1e6, 1),
        ],
      ],
    ),
    table(
      ['a waveform of an hour, 1600 px', 'create CPU ms', 'a zoom CPU ms', 'a scroll step CPU ms'],
      [
        ...waveNames.map((name) => [name, ...costs.map((cost) => showSpread(of(name, cost)))]),
        ['ours x wavesurfer', ...costs.map((cost) => show(ratio(cost)))],
      ],
    ),
  ]
  const goal = (about: string, limit: number, measured: number, note: string) => ({
    name: 'P14',
    about,
    limit,
    measured,
    note,
  })
  return {
    part: 'sound',
    tables,
    goals: [
      goal(
        'peaks of an hour, ms',
        200,
        median(peaks.map(({ ours }) => ours)),
        `bare loop ${spread(({ floor }) => floor)}`,
      ),
      goal('held while an hour is read, MB', 64, median(peaks.map(({ held }) => held)) / 1e6, 'in arrays and objects'),
      goal(
        'a scroll step, CPU ms',
        4,
        median(of('ours', 'scroll')),
        `wavesurfer ${showSpread(of('wavesurfer', 'scroll'))}`,
      ),
      goal('a zoom, CPU x wavesurfer', 1, ratio('zoom'), `${showSpread(of('ours', 'zoom'))} ms`),
    ],
    data: { peaks, waves },
  }
}
