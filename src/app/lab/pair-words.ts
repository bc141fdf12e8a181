import { columnsOf } from '#lab/cells.ts'
import { type Ballot, winRate } from '#lab/figures.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { type Candidate, candidatesOf } from '#lab/matches.ts'
import type { JudgedPair } from './judge-answers.ts'
import type { Places } from './places.ts'

/** Which of the candidates has made each run, by its id. */
export function candidatesByRun(plan: LabPlan, places: Places, candidates: readonly Candidate[]) {
  const width = columnsOf(plan).length
  const owners = new Map(candidates.flatMap(({ columns }, at) => columns.map((column) => [column, at] as const)))
  return new Map([...places].map(([place, { id }]) => [id, owners.get(place % width) ?? -1]))
}

/** What each judge of pairs says, as a sentence: who won how often, the ties, and the pairs in which it disagreed with itself. */
export function pairWords(plan: LabPlan, places: Places, pairs: readonly JudgedPair[]): readonly string[] {
  if (pairs.length === 0) return []
  const candidates = candidatesOf(plan)
  const known = candidatesByRun(plan, places, candidates)
  const judges = new Map(pairs.map(({ judge }) => [JSON.stringify(judge), judge]))
  return [...judges].map(([key, judge]) => {
    const own = pairs.filter((pair) => JSON.stringify(pair.judge) === key)
    const ballots = own.flatMap(({ runs, winner }): readonly Ballot[] => {
      if (winner === undefined) return []
      const seats = runs.map((run) => known.get(run) ?? -1)
      return [{ seats, best: winner === 'tie' ? 'tie' : winner === 'first' ? 0 : 1, lengths: [] }]
    })
    const wins = candidates.flatMap(({ name }, at) => {
      const { won, decided } = winRate(ballots, at)
      return decided > 0 ? `${name} won ${won} of ${decided}` : []
    })
    const ties = ballots.filter(({ best }) => best === 'tie').length
    const turned = own.length - ballots.length
    const beside = [
      ...(ties > 0 ? [`${ties} tied`] : []),
      ...(turned > 0 ? [`${turned} left out, decided by the order`] : []),
    ]
    return `${judge.model}: ${[...wins, ...beside].join(' · ')}`
  })
}
