import type { WorkSample } from '../drive/work-sample.ts'
import type { ContenderName } from '../page/contenders/load.ts'
import type { Goal, Report } from './goal.ts'
import { exponent, median } from './statistics.ts'
import { table } from './table.ts'
import { show, showSpread } from './words.ts'

type Cost = 'cpu' | 'script'

/** Samples of one run, asked by contender and size. Ratios are taken inside a repetition and by token, as a capped contender has fewer. */
class Samples {
  readonly all: readonly WorkSample[]
  readonly sizes: readonly number[]

  constructor(all: readonly WorkSample[]) {
    this.all = all
    this.sizes = [...new Set(all.map(({ tokens }) => tokens))].sort((a, b) => a - b)
  }

  at(tokens: number): ContenderName[] {
    const names = this.all.filter((one) => one.tokens === tokens).map(({ contender }) => contender)
    return order.filter((name) => names.includes(name))
  }

  of(contender: ContenderName, tokens: number): WorkSample[] {
    return this.all.filter((one) => one.contender === contender && one.tokens === tokens)
  }

  ratios(cost: Cost, contender: ContenderName, to: ContenderName, tokens: number): number[] {
    return this.of(contender, tokens).flatMap((mine) => {
      const theirs = this.of(to, tokens).find(({ rep }) => rep === mine.rep)
      return theirs ? [mine[cost] / mine.done / (theirs[cost] / theirs.done)] : []
    })
  }

  /** How the cost grows between two sizes, of each repetition; a capped sample counts at the size that it reached. */
  exponents(contender: ContenderName, from: number, to: number): number[] {
    return this.#pairs(contender, from, to).map(([a, b]) => exponent([a.cpu, b.cpu], [a.done, b.done]))
  }

  /** CPU of a flush at one size against that at another. */
  perFlush(contender: ContenderName, from: number, to: number): number[] {
    return this.#pairs(contender, from, to).map(([a, b]) => b.cpu / b.flushes / (a.cpu / a.flushes))
  }

  #pairs(contender: ContenderName, from: number, to: number): [WorkSample, WorkSample][] {
    return this.of(contender, from).flatMap((small): [WorkSample, WorkSample][] => {
      const large = this.of(contender, to).find(({ rep }) => rep === small.rep)
      return large ? [[small, large]] : []
    })
  }
}

const order: readonly ContenderName[] = [
  'floor-blocks',
  'ours',
  'ours-plain',
  'streamdown',
  'streamdown-code',
  'markdown-memo',
]

export function reportText(all: readonly WorkSample[]): Report {
  const samples = new Samples(all)
  const tables = [
    ...samples.sizes.map((size) => costTable(samples, size)),
    ...growthTable(samples),
    ...weightTable(samples),
  ]
  return { part: 'text', tables, goals: goalsOf(samples), data: all }
}

function costTable(samples: Samples, size: number): string {
  const rows = samples.at(size).map((name) => {
    const own = samples.of(name, size)
    const capped = own.some(({ done }) => done < size)
      ? ` (capped at ${show(median(own.map(({ done }) => done)) / 1000, 1)}k)`
      : ''
    return [
      name + capped,
      showSpread(
        own.map(({ cpu }) => cpu),
        0,
      ),
      showSpread(samples.ratios('cpu', name, 'floor-blocks', size)),
      show(median(samples.ratios('cpu', name, 'streamdown-code', size))),
      show(median(own.map(({ script }) => script)), 0),
      show(median(samples.ratios('script', name, 'floor-blocks', size))),
      show(median(samples.ratios('script', name, 'streamdown-code', size)), 3),
      show(median(own.map(({ p95Gap }) => p95Gap)), 1),
      show(median(own.map(({ longTaskMs }) => longTaskMs)), 0),
    ]
  })
  const head = [
    'CPU ms',
    'x floor',
    'x streamdown-code',
    'script ms',
    'script x floor',
    'script x streamdown-code',
    'p95 gap ms',
    'long tasks ms',
  ]
  return table([`work mode, ${size / 1000}k tokens`, ...head], rows)
}

function growthTable(samples: Samples): string[] {
  const { sizes } = samples
  if (sizes.length < 2) return []
  const [first = 0] = sizes
  const steps = sizes.slice(1).map((to, index): [number, number] => [sizes[index] ?? first, to])
  const last = sizes.at(-1) ?? first
  if (steps.length > 1) steps.push([first, last])
  const head = steps.map(([from, to]) => `${from / 1000}k → ${to / 1000}k`)
  const rows = samples
    .at(first)
    .map((name) => [
      name,
      ...steps.map(([from, to]) => show(median(samples.exponents(name, from, to)))),
      show(median(samples.perFlush(name, first, last))),
    ])
  return [table(['growth exponent of CPU', ...head, `CPU a frame, ${last / 1000}k / ${first / 1000}k`], rows)]
}

function weightTable(samples: Samples): string[] {
  const weighed = samples.all.filter(({ heap }) => heap !== undefined)
  if (weighed.length === 0) return []
  const rows = order.flatMap((name) => {
    const own = weighed.filter(({ contender }) => contender === name)
    if (own.length === 0) return []
    return [[name, show(heapOf(own), 1), show(median(own.map(({ elements = Number.NaN }) => elements)), 0)]]
  })
  return [table(['after 50k tokens, all of it once in view', 'JS heap MB', 'elements'], rows)]
}

const heapOf = (own: readonly WorkSample[]) => median(own.map(({ heap = Number.NaN }) => heap / 1e6))

function goalsOf(samples: Samples): Goal[] {
  const goal = (name: string, about: string, limit: number, measured: number, note?: string): Goal => ({
    name,
    about,
    limit,
    measured,
    ...(note && { note }),
  })
  const ratio = (cost: Cost, name: ContenderName, to: ContenderName) => median(samples.ratios(cost, name, to, 50_000))
  const weighed = samples.of('ours', 50_000).filter(({ heap }) => heap !== undefined)
  const elements = median(weighed.map((one) => one.elements ?? Number.NaN))
  const growth = median(samples.exponents('ours', 5_000, 100_000))
  return [
    goal('P1', 'CPU at 50k, x floor', 1.5, ratio('cpu', 'ours', 'floor-blocks')),
    goal('P1', 'CPU at 50k, x streamdown-code', 0.2, ratio('cpu', 'ours', 'streamdown-code')),
    goal('P1', 'CPU at 50k without highlighting, x floor', 1.2, ratio('cpu', 'ours-plain', 'floor-blocks')),
    goal(
      'P2',
      'script at 50k without highlighting, x floor',
      1.3,
      ratio('script', 'ours-plain', 'floor-blocks'),
      scriptNote(samples, 'ours-plain'),
    ),
    goal('P2', 'script at 50k, x floor', 2, ratio('script', 'ours', 'floor-blocks'), scriptNote(samples, 'ours')),
    goal('P2', 'script at 50k, x streamdown-code', 0.1, ratio('script', 'ours', 'streamdown-code')),
    goal('P3', 'growth exponent 5k → 100k', 1.05, growth),
    goal('P3', 'CPU a frame, 100k / 5k', 1.2, median(samples.perFlush('ours', 5_000, 100_000))),
    goal('P6', 'JS heap at 50k, MB', 6, heapOf(weighed)),
    goal('P6', 'elements at 50k', 15_000, elements),
  ]
}

/** The floor's script is so little that a ratio alone says little. */
function scriptNote(samples: Samples, contender: ContenderName): string {
  const [own, floor] = [contender, 'floor-blocks' as const].map((name) =>
    median(samples.of(name, 50_000).map(({ script, flushes }) => script / flushes)),
  )
  return `${show(own, 3)} ms a flush, the floor ${show(floor, 3)}`
}
