import { expect, test } from 'vitest'
import {
  type Ballot,
  biases,
  bradleyTerry,
  cohensKappa,
  meanOfRows,
  quantile,
  signTest,
  strengthsOf,
  wilsonInterval,
  winRate,
} from './figures.ts'

test.each([
  // Brown, Cai and DasGupta 2001, and the table of R's prop.test without continuity correction.
  [7, 10, 0.3968, 0.8922],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [1, 1, 0.2065, 1],
  [50, 100, 0.4038, 0.5962],
])('the interval of %i of %i goes from %f to %f', (passed, trials, from, to) => {
  const [low, high] = wilsonInterval(passed, trials)
  expect(low).toBeCloseTo(from, 4)
  expect(high).toBeCloseTo(to, 4)
})

test('a quantile lies between two values, and is none without any', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
  expect(quantile([5], 0.95)).toBe(5)
  expect(quantile([1, 2, 3, 4, 5], 0.95)).toBeCloseTo(4.8)
  expect(quantile([], 0.5)).toBeUndefined()
})

const split = (better: number, worse: number, equal = 0) => [
  ...Array.from({ length: better }, () => 1),
  ...Array.from({ length: worse }, () => -3),
  ...Array.from({ length: equal }, () => 0),
]

test.each([
  // Zar 1999: the hind and fore legs of ten deer. McNemar's exact test of 6 against 16. A coin thrown as it must be.
  [8, 2, 0, 0.109375],
  [6, 16, 180, 0.052479],
  [5, 5, 3, 1],
  [0, 0, 9, 1],
  [0, 6, 0, 0.03125],
])('%i rows against %i, %i of them equal, come by chance with p = %f', (better, worse, equal, p) => {
  expect(signTest(split(better, worse, equal))).toMatchObject({ better, worse, p: expect.closeTo(p, 6) })
})

test('the sign test takes as many rows as a plan may have', () => {
  expect(signTest(split(5100, 4900)).p).toBeCloseTo(0.04659, 4)
})

test.each([
  // The proposals that two readers judged, and Cohen's two other cases of equal agreement.
  [
    [
      [20, 5],
      [10, 15],
    ],
    0.7,
    0.4,
  ],
  [
    [
      [45, 15],
      [25, 15],
    ],
    0.6,
    0.1304,
  ],
  [
    [
      [25, 35],
      [5, 35],
    ],
    0.6,
    0.2593,
  ],
])('kappa of %j: agreement %f, kappa %f', (table, agreement, kappa) => {
  const found = cohensKappa(table)
  expect(found.agreement).toBeCloseTo(agreement)
  expect(found.kappa).toBeCloseTo(kappa, 4)
})

test('kappa is not defined where both always say the same one thing, nor without anything judged by both', () => {
  expect(
    cohensKappa([
      [9, 0],
      [0, 0],
    ]),
  ).toEqual({ agreement: 1, kappa: undefined })
  expect(
    cohensKappa([
      [0, 0],
      [0, 0],
    ]),
  ).toEqual({ agreement: undefined, kappa: undefined })
})

test('the mean of repeats is that of the rows, and its interval tells the same each time', () => {
  const rows = [[1, 1, 1, 1], [0], [1, 0]]
  const found = meanOfRows(rows, 7)
  expect(found?.mean).toBeCloseTo(0.5)
  expect(found?.interval[0]).toBeLessThan(0.5)
  expect(found?.interval[1]).toBeGreaterThan(0.5)
  expect(meanOfRows(rows, 7)).toEqual(found)
  expect(meanOfRows([], 7)).toBeUndefined()
})

test('rows that are all alike have no uncertainty, however their repeats differ', () => {
  expect(
    meanOfRows(
      [
        [1, 0],
        [0, 1],
        [1, 0],
      ],
      1,
    )?.interval,
  ).toEqual([0.5, 0.5])
})

const vote = (seats: readonly number[], best: Ballot['best'], lengths: Ballot['lengths'] = []): Ballot => ({
  ...{ seats, best, lengths },
})

test('a win rate is of decided votes, with ties and all that are bad beside', () => {
  const ballots = [vote([0, 1], 0), vote([1, 0], 1), vote([0, 1], 1), vote([0, 1], 'tie'), vote([1, 2], 'bad')]
  expect(winRate(ballots, 0)).toMatchObject({ won: 2, decided: 3, ties: 1 })
  expect(winRate(ballots, 1)).toMatchObject({ won: 1, decided: 3, ties: 2 })
  expect(winRate(ballots, 2)).toEqual({ won: 0, decided: 0, ties: 1, interval: undefined })
})

test('the first seat and the longer one are counted over decided votes that have one', () => {
  const ballots = [
    ...[vote([0, 1], 0, [5, 9]), vote([1, 0], 1, [5, 9]), vote([0, 1], 0, [9, 9]), vote([0, 1], 1, [3, undefined])],
    vote([0, 1], 'tie', [1, 2]),
  ]
  expect(biases(ballots)).toEqual({ first: { won: 2, of: 4 }, longer: { won: 1, of: 2 } })
})

test('strengths of Bradley and Terry are those of the known example of four teams', () => {
  const wins = [
    [0, 2, 0, 1],
    [3, 0, 5, 0],
    [0, 3, 0, 1],
    [4, 0, 3, 0],
  ]
  const strengths = strengthsOf(wins)
  for (const [at, known] of [0.64, 1.043, 0.66, 2.27].entries()) expect(strengths[at]).toBeCloseTo(known, 2)
})

const times = (count: number, one: Ballot) => Array.from({ length: count }, () => one)

test('votes at odds of 2 to 1 down a row of three stand 120 points apart, around 0', () => {
  // With half a vote each way: 6 to 3, 6 to 3 and 8 to 2.
  const ballots = [
    ...[...times(5, vote([0, 1], 0)), ...times(2, vote([1, 0], 0)), vote([0, 1], 'tie')],
    ...[...times(5, vote([1, 2], 0)), ...times(2, vote([1, 2], 1)), vote([1, 2], 'bad')],
    ...[...times(7, vote([0, 2], 0)), vote([0, 2], 1), vote([0, 2], 'tie')],
  ]
  const { scores, few } = bradleyTerry(ballots, 3, 1)
  for (const [at, known] of [120.41, 0, -120.41].entries()) {
    expect(scores[at]?.score).toBeCloseTo(known, 1)
    expect(scores[at]?.interval[0]).toBeLessThan(known)
    expect(scores[at]?.interval[1]).toBeGreaterThan(known)
  }
  expect(few).toEqual([
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  expect(bradleyTerry(ballots, 3, 1).scores).toEqual(scores)
})

test('a candidate that always loses has a score, and the best of four has won against each other', () => {
  const { scores, few } = bradleyTerry(times(10, vote([3, 1, 0, 2], 1)), 4, 1)
  expect(scores.every(({ score }) => Number.isFinite(score))).toBe(true)
  expect(scores[1]?.score).toBeGreaterThan(300)
  expect(few).toEqual([
    [0, 2],
    [0, 3],
    [2, 3],
  ])
})
