import type { BurstResult } from '../router/open-streams.ts'
import type { Goal, Report } from './goal.ts'
import { median, quantile } from './statistics.ts'
import { table } from './table.ts'
import { show } from './words.ts'

type Contender = 'floor' | 'no key' | 'keyed'

export interface RouterScenario {
  readonly name: string
  readonly contenders: readonly Contender[]
  readonly streams: number
  readonly model: string
  readonly prompt: string
  readonly ms: number
  readonly isLeft: boolean
  readonly isRepeated: boolean
}

/** One server under one load. All times in ms. */
export interface RouterSample extends BurstResult {
  readonly rep: number
  readonly scenario: string
  readonly contender: Contender
  readonly healthz: readonly number[]
  readonly stops: readonly number[]
}

const ready = '1 stream without a pace, 50k tokens'
const left = '300 streams whose clients leave'
const burst = '500 streams of 80 tok/s'
const fast = { model: 'sandbox-fast', isLeft: false, isRepeated: false }

export const routerScenarios: readonly RouterScenario[] = [
  {
    ...fast,
    name: ready,
    contenders: ['floor', 'no key', 'keyed'],
    streams: 1,
    prompt: 'Write a document. tokens: 50000',
    // A p99 of a hundred answers is the slowest of them: it takes more.
    isRepeated: true,
    ms: 15_000,
  },
  {
    ...fast,
    name: left,
    contenders: ['keyed'],
    streams: 300,
    prompt: 'Write a document. tokens: 20000',
    ms: 10_000,
    isLeft: true,
  },
  {
    name: burst,
    contenders: ['floor', 'no key', 'keyed'],
    streams: 500,
    model: 'gen-5.4-pro',
    prompt: 'Write a document. tokens: 3000',
    ms: 12_000,
    isLeft: false,
    isRepeated: false,
  },
]

const facts = {
  first: ({ first }: RouterSample) => quantile(first, 0.5),
  firstMax: ({ first }: RouterSample) => quantile(first, 1),
  health50: ({ healthz }: RouterSample) => quantile(healthz, 0.5),
  health99: ({ healthz }: RouterSample) => quantile(healthz, 0.99),
  healthMax: ({ healthz }: RouterSample) => quantile(healthz, 1),
  stop: ({ stops }: RouterSample) => quantile(stops, 1),
  events: ({ events }: RouterSample) => events / 1000,
  megabytes: ({ bytes }: RouterSample) => bytes / 1e6,
  wrong: ({ wrong }: RouterSample) => wrong,
  refused: ({ refused }: RouterSample) => refused,
}

type Fact = keyof typeof facts

const columns: readonly (readonly [title: string, fact: Fact, digits: number])[] = [
  ['first byte p50 ms', 'first', 0],
  ['max', 'firstMax', 0],
  ['/healthz p50 ms', 'health50', 1],
  ['p99', 'health99', 0],
  ['max', 'healthMax', 0],
  ['Stop max ms', 'stop', 0],
  ['1,000 events', 'events', 0],
  ['MB', 'megabytes', 0],
  ['lost or out of order', 'wrong', 0],
  ['refused', 'refused', 0],
]

export function reportRouter(samples: readonly RouterSample[]): Report {
  const of = (scenario: string, contender: Contender) =>
    samples.filter((one) => one.scenario === scenario && one.contender === contender)
  const told = (scenario: string, contender: Contender, fact: Fact) => median(of(scenario, contender).map(facts[fact]))
  /** Each repetition against the other contender's in the same one. */
  const ratio = (scenario: string, fact: Fact, to: Contender, contender: Contender = 'keyed') =>
    median(
      of(scenario, contender).flatMap((mine) =>
        of(scenario, to)
          .filter(({ rep }) => rep === mine.rep)
          .map((other) => facts[fact](mine) / facts[fact](other)),
      ),
    )
  const tables = routerScenarios.map(({ name, contenders }) =>
    table(
      [name, ...columns.map(([title]) => title)],
      contenders.map((who) => [who, ...columns.map(([, fact, digits]) => show(told(name, who, fact), digits))]),
    ),
  )
  const floor = (scenario: string, fact: Fact) => `the floor: ${show(told(scenario, 'floor', fact), 0)}`
  const goals: Goal[] = [
    {
      name: 'Load',
      about: `${ready}: first byte, keyed x no key`,
      limit: 2,
      measured: ratio(ready, 'first', 'no key'),
    },
    {
      name: 'Load',
      about: `${ready}: /healthz p99, keyed x no key`,
      limit: 2,
      measured: ratio(ready, 'health99', 'no key'),
    },
    { name: 'Load', about: `${left}: /healthz p99, ms`, limit: 250, measured: told(left, 'keyed', 'health99') },
    ...(['no key', 'keyed'] as const).map((who) => ({
      name: 'Load',
      about: `${burst}, ${who}: /healthz p99, ms`,
      limit: 250,
      measured: told(burst, who, 'health99'),
      // On a busy machine nothing is on time.
      note: `${floor(burst, 'health99')}; x floor ${show(ratio(burst, 'health99', 'floor', who), 1)}`,
    })),
    { name: 'Load', about: `${burst}: Stop, ms`, limit: 1_000, measured: told(burst, 'keyed', 'stop') },
    {
      name: 'R13',
      about: `${burst}: events lost, doubled or out of order, and streams refused`,
      limit: 0,
      measured: Math.max(...samples.map(({ wrong, refused }) => wrong + refused)),
    },
  ]
  return { part: 'router', tables, goals, data: samples }
}
