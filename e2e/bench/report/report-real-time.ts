import type { RealTimeSample, Scenario } from '../drive/real-time-sample.ts'
import type { ContenderName } from '../page/contenders/load.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { show } from './words.ts'

const one = '1000 tok/s, 15k tokens'
const four = '4 x 300 tok/s, 10 s'
const eight = '8 x 1000 tok/s, 10 s'

export const scenarios: readonly Scenario[] = [
  { name: '200 tok/s after 20k tokens, 10 s', streams: 1, rate: 200, tokens: 2_000, prefix: 20_000, presses: false },
  { name: one, streams: 1, rate: 1000, tokens: 15_000, prefix: 0, presses: false },
  { name: four, streams: 4, rate: 300, tokens: 3_000, prefix: 0, presses: false },
  { name: eight, streams: 8, rate: 1000, tokens: 10_000, prefix: 0, presses: true },
]

/** Longer than two frames of 60 a second. */
const lateGap = 33.4

/** What is told of a sample. */
const facts = {
  p50: ({ gaps }: RealTimeSample) => quantile(gaps, 0.5),
  p95: ({ gaps }: RealTimeSample) => quantile(gaps, 0.95),
  p99: ({ gaps }: RealTimeSample) => quantile(gaps, 0.99),
  max: ({ gaps }: RealTimeSample) => Math.max(...gaps),
  late: ({ gaps }: RealTimeSample) => (100 * gaps.filter((gap) => gap > lateGap).length) / gaps.length,
  longTasks: ({ longTasks }: RealTimeSample) => longTasks.count,
  lag50: ({ lags }: RealTimeSample) => quantile(lags, 0.5),
  lag95: ({ lags }: RealTimeSample) => quantile(lags, 0.95),
  lagMax: ({ lags }: RealTimeSample) => Math.max(...lags),
  input95: ({ inputDelays }: RealTimeSample) => quantile(inputDelays, 0.95),
  inputMax: ({ inputDelays }: RealTimeSample) => (inputDelays.length > 0 ? Math.max(...inputDelays) : Number.NaN),
  cpu: ({ cpuShare }: RealTimeSample) => cpuShare * 100,
}

type Fact = keyof typeof facts

const columns: readonly (readonly [title: string, fact: Fact, digits: number])[] = [
  ['CPU %', 'cpu', 0],
  ['gap p50 ms', 'p50', 1],
  ['p95', 'p95', 1],
  ['p99', 'p99', 1],
  ['max', 'max', 0],
  ['frames > 33 ms, %', 'late', 1],
  ['long tasks', 'longTasks', 0],
  ['lag p50 ms', 'lag50', 0],
  ['lag p95', 'lag95', 0],
  ['lag max', 'lagMax', 0],
  ['input p95 ms', 'input95', 0],
  ['input max', 'inputMax', 0],
]

export function reportRealTime(samples: readonly RealTimeSample[]): Report {
  const contenders = [...new Set(samples.map(({ contender }) => contender))]
  const told = (scenario: string, contender: ContenderName, fact: Fact) =>
    median(samples.filter((s) => s.scenario === scenario && s.contender === contender).map(facts[fact]))
  const tables = scenarios.map(({ name }) =>
    table(
      [name, ...columns.map(([title]) => title)],
      contenders.map((who) => [who, ...columns.map(([, fact, digits]) => show(told(name, who, fact), digits))]),
    ),
  )
  return { part: 'realtime', tables, goals: goalsOf(told), data: samples }
}

function goalsOf(told: (scenario: string, contender: ContenderName, fact: Fact) => number): Goal[] {
  const goal = (name: string, scenario: string, what: string, fact: Fact, limit: number): Goal => ({
    name,
    about: `${scenario}: ${what}`,
    limit,
    measured: told(scenario, 'ours', fact),
    // On a busy machine nothing is on time.
    note: `the floor: ${show(told(scenario, 'floor-blocks', fact))}`,
  })
  return [
    goal('P4', one, 'long tasks', 'longTasks', 0),
    goal('P4', one, 'p99 gap, ms', 'p99', 20),
    goal('P4', one, 'frames > 33 ms, %', 'late', 1),
    goal('P4', four, 'p95 gap, ms', 'p95', 20),
    goal('P4', four, 'long tasks', 'longTasks', 0),
    goal('P5', eight, 'p95 gap, ms', 'p95', 20),
    goal('P5', eight, 'lag p95, ms', 'lag95', 250),
    goal('P5', eight, 'input delay p95, ms', 'input95', 50),
  ]
}
