import { type Ballot, biases, bradleyTerry, percents, winRate } from './figures.ts'

export const percent = (share: number): string => `${Math.round(100 * share)} %`
const points = (score: number): string => score.toFixed(0).replace('-', '−')

/** A name, and a figure for each of the other titles. */
export type FiguresLine = readonly [name: string, ...figures: (string | number | undefined)[]]

/** What votes say of the candidates that took part: a table, and which of the two biases could explain it. Ballots number the names. */
export function voteTable(votes: readonly Ballot[], names: readonly string[], seed: number) {
  const seen = names.flatMap((_, at) => (votes.some(({ seats }) => seats.includes(at)) ? [at] : []))
  // Of those that were compared alone: the others would have scores as well.
  const ballots = votes.map((ballot) => ({ ...ballot, seats: ballot.seats.map((at) => seen.indexOf(at)) }))
  const scored = seen.length > 2 ? bradleyTerry(ballots, seen.length, seed) : undefined
  const nameOf = (at: number) => names[seen[at] ?? -1] ?? ''
  const { first, longer } = biases(ballots)
  return {
    seen,
    titles: ['Candidate', 'Won', 'Interval', 'Ties', ...(scored ? ['Score'] : [])],
    lines: seen.map((_, at): FiguresLine => {
      const { won, decided, ties, interval } = winRate(ballots, at)
      const share = interval ? ` · ${percent(won / decided)}` : ''
      const score = scored?.scores[at]
      const told = score && `${points(score.score)} (${score.interval.map(points).join(' to ')})`
      return [nameOf(at), `${won} of ${decided}${share}`, interval && percents(interval), ties, told]
    }),
    /** Sentences. */
    notes: [
      ...(first.of > 0
        ? [
            `First seat won ${percent(first.won / first.of)}${longer.of > 0 ? `, the longer one ${percent(longer.won / longer.of)}` : ''}.`,
          ]
        : []),
      ...fewWords(scored?.few.map(([one, other]) => `${nameOf(one)} and ${nameOf(other)}`) ?? []),
      'Won: of decided votes, with the 95 % Wilson interval. Ties: includes “All bad”.',
      ...(scored ? ['Score: Bradley–Terry, mean 0, 95 % bootstrap interval; 400 points are odds of 10 to 1.'] : []),
    ],
  }
}

const fewWords = (few: readonly string[]) =>
  few.length > 0 ? [`Too few votes (under 10): ${few.slice(0, 10).join('; ')}${few.length > 10 ? '…' : ''}.`] : []
