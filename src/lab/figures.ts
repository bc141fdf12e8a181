import { numbersFrom } from './seeded-draw.ts'

/** The normal quantile of an interval of 95 %. */
const z95 = 1.959963984540054

export type Interval = readonly [from: number, to: number]

/** An interval of rates: `40–89 %`. */
export const percents = (interval: Interval): string => `${interval.map((rate) => Math.round(100 * rate)).join('–')} %`

/**
 * The Wilson interval of a rate at 95 %, from 0 to 1 (Wilson 1927; 7 of 10 gives 0.40 to 0.89). It holds for few trials too, unlike the usual
 * interval around the rate. `trials` is at least 1.
 */
export function wilsonInterval(passed: number, trials: number): Interval {
  const rate = passed / trials
  const square = z95 ** 2 / trials
  const middle = rate + square / 2
  const reach = Math.sqrt(square * (rate * (1 - rate) + square / 4))
  return [Math.max(0, (middle - reach) / (1 + square)), Math.min(1, (middle + reach) / (1 + square))]
}

/** The quantile of values in ascending order, between two of them by linear interpolation; undefined without values. */
export function quantile(ascending: readonly number[], share: number): number | undefined {
  const place = (ascending.length - 1) * share
  const [below, above] = [ascending[Math.floor(place)], ascending[Math.ceil(place)]]
  if (below === undefined || above === undefined) return undefined
  return below + (above - below) * (place - Math.floor(place))
}

/** The percentile interval at 95 % of what the draws of a bootstrap gave (Efron 1979). */
function percentiles(drawn: readonly number[]): Interval {
  const ascending = drawn.toSorted((one, other) => one - other)
  return [quantile(ascending, 0.025) ?? Number.NaN, quantile(ascending, 0.975) ?? Number.NaN]
}

/** As many values as there are, drawn with replacement. */
function redrawn<T>(values: readonly T[], next: () => number): readonly T[] {
  const drawn = [...values]
  for (const at of values.keys()) {
    const one = values[Math.floor(next() * values.length)]
    if (one !== undefined) drawn[at] = one
  }
  return drawn
}

export const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of repeated measures: that of each row's own mean, with the percentile interval of 1,000 draws of whole rows (cluster bootstrap:
 * repeats of a row are alike, so that rows are drawn, not measures). In the unit of the measures; undefined without rows, each of which has
 * one measure at least.
 */
export function meanOfRows(rows: readonly (readonly number[])[], seed: number) {
  if (rows.length === 0) return undefined
  const next = numbersFrom(seed)
  const means = rows.map(meanOf)
  return {
    mean: meanOf(means),
    interval: percentiles(Array.from({ length: 1000 }, () => meanOf(redrawn(means, next)))),
  }
}

/**
 * The exact two-sided sign test of two columns over the rows in which they differ (for passes and failures this is McNemar's exact test): the
 * probability, from 0 to 1, of a split at least as uneven where neither is better. One difference a row, of any size; 0 counts for nothing.
 */
export function signTest(differences: readonly number[]) {
  const better = differences.filter((one) => one > 0).length
  const worse = differences.filter((one) => one < 0).length
  const all = better + worse
  // In logarithms: 2 to the power of a thousand rows is no number.
  let term = -all * Math.LN2
  let tail = 0
  for (let few = 0; few <= Math.min(better, worse); few += 1) {
    tail += Math.exp(term)
    term += Math.log((all - few) / (few + 1))
  }
  return { better, worse, p: Math.min(1, 2 * tail) }
}

/**
 * Cohen's kappa of two raters (Cohen 1960). `table[i][j]`: how often the first said i and the second j; square. `agreement` is a share from 0
 * to 1, undefined for an empty table; `kappa` is at most 1, and undefined where chance alone would agree always.
 */
export function cohensKappa(table: readonly (readonly number[])[]) {
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0))
  const columns = table.map((_, at) => table.reduce((sum, row) => sum + (row[at] ?? 0), 0))
  const all = rows.reduce((sum, count) => sum + count, 0)
  if (all === 0) return { agreement: undefined, kappa: undefined }
  const agreement = table.reduce((sum, row, at) => sum + (row[at] ?? 0), 0) / all
  const chance = rows.reduce((sum, count, at) => sum + (count / all) * ((columns[at] ?? 0) / all), 0)
  return { agreement, kappa: chance === 1 ? undefined : (agreement - chance) / (1 - chance) }
}

/** One vote between candidates, which are numbered from 0. */
export interface Ballot {
  /** The candidates in the order in which they were shown. */
  readonly seats: readonly number[]
  /** The seat of the best one; `tie` and `bad` decide nothing. */
  readonly best: number | 'tie' | 'bad'
  /** How long each was, by seat, in one unit; undefined where it is not known. */
  readonly lengths: readonly (number | undefined)[]
}

/** How often a candidate won of the decided votes it took part in, with the Wilson interval where there is one, and its ties beside. */
export function winRate(ballots: readonly Ballot[], candidate: number) {
  const own = ballots.filter(({ seats }) => seats.includes(candidate))
  const decided = own.filter(({ best }) => typeof best === 'number')
  const won = decided.filter(({ seats, best }) => seats[Number(best)] === candidate).length
  const interval = decided.length > 0 ? wilsonInterval(won, decided.length) : undefined
  return { won, decided: decided.length, ties: own.length - decided.length, interval }
}

/** How often the first seat won, and the longest candidate, of the decided votes in which there is one. */
export function biases(ballots: readonly Ballot[]) {
  const decided = ballots.filter(({ best }) => typeof best === 'number')
  const longest = decided.flatMap(({ best, lengths }) => {
    const known = lengths.flatMap((length) => length ?? [])
    const most = Math.max(...known)
    const isClear = known.length === lengths.length && known.filter((length) => length === most).length === 1
    return isClear ? lengths.indexOf(most) === best : []
  })
  return {
    first: { won: decided.filter(({ best }) => best === 0).length, of: decided.length },
    longer: { won: longest.filter(Boolean).length, of: longest.length },
  }
}

/** `wins[i][j]`: how often i won against j. A tie, and that all are bad, is half a win each way; of several candidates only the best has won. */
function pairWins(ballots: readonly Ballot[], candidates: number): number[][] {
  const wins = Array.from({ length: candidates }, () => Array.from({ length: candidates }, () => 0))
  for (const { seats, best } of ballots) {
    const winner = typeof best === 'number' ? seats[best] : undefined
    for (const one of seats)
      for (const other of seats) {
        const row = wins[one]
        if (!row || one === other || (winner !== undefined && winner !== one)) continue
        row[other] = (row[other] ?? 0) + (winner === one ? 1 : 0.5)
      }
  }
  return wins
}

/** The strengths of Bradley and Terry (1952) by the iteration of Newman (2023), with a geometric mean of 1. The diagonal is 0. @internal */
export function strengthsOf(wins: readonly (readonly number[])[]): readonly number[] {
  const now = wins.map(() => 1)
  let change = 1
  for (let step = 0; step < 1000 && change > 1e-7; step += 1) {
    change = 0
    for (const [i, row] of wins.entries()) {
      const before = now[i] ?? 1
      let [won, lost] = [0, 0]
      for (const [j, other] of now.entries()) {
        won += ((row[j] ?? 0) * other) / (before + other)
        lost += (wins[j]?.[i] ?? 0) / (before + other)
      }
      now[i] = won / lost
      change = Math.max(change, Math.abs(Math.log(won / lost / before)))
    }
  }
  const middle = Math.exp(meanOf(now.map(Math.log)))
  return now.map((one) => one / middle)
}

/** Fewer votes of a pair say too little about it. */
const enoughVotes = 10

/**
 * Scores by Bradley and Terry: 400 points are odds of 10 to 1, the mean is 0. Every pair has half a vote each way beforehand, so that a score is
 * finite where a candidate has won or lost always. The interval is the percentile interval of 500 draws of votes. `few`: the pairs with fewer
 * than ten votes.
 */
export function bradleyTerry(ballots: readonly Ballot[], candidates: number, seed: number) {
  const scoresOf = (votes: readonly Ballot[]) =>
    strengthsOf(pairWins(votes, candidates).map((row, i) => row.map((won, j) => (i === j ? 0 : won + 0.5)))).map(
      (strength) => 400 * Math.log10(strength),
    )
  const next = numbersFrom(seed)
  const drawn = Array.from({ length: 500 }, () => scoresOf(redrawn(ballots, next)))
  const scores = scoresOf(ballots).map((score, at) => ({
    score,
    interval: percentiles(drawn.map((one) => one[at] ?? 0)),
  }))
  const wins = pairWins(ballots, candidates)
  const few = wins.flatMap((row, one) =>
    row.flatMap((won, other) =>
      one < other && won + (wins[other]?.[one] ?? 0) < enoughVotes ? [[one, other] as const] : [],
    ),
  )
  return { scores, few }
}
