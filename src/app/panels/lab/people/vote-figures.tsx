import { useMemo, useState } from 'react'
import { columnsOf } from '#lab/cells.ts'
import { type Ballot, signTest } from '#lab/figures.ts'
import { inForce, voteIn } from '#lab/judgements.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { ballotOf, type Candidate } from '#lab/matches.ts'
import { type FiguresLine, voteTable } from '#lab/vote-table.ts'
import { candidatesByRun } from '../../../lab/pair-words.ts'
import type { Places } from '../../../lab/places.ts'
import { useJudgements } from '../../../run/history/stored-judgements.ts'
import { Tick } from '../../../ui/choice.tsx'
import { counted } from '../../../ui/format.ts'
import { OptionSelect } from '../../../ui/option-select.tsx'

export const sayChance = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`)

interface FiguresTableProps {
  readonly titles: readonly string[]
  readonly lines: readonly FiguresLine[]
}

export const FiguresTable = ({ titles, lines }: FiguresTableProps) => (
  <div className="overflow-x-auto">
    <table className="w-fit text-left text-sm tabular-nums">
      <thead className="border-line border-b text-faint text-xs">
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col" className="py-2 pr-6 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(([name, ...figures]) => (
          <tr key={name}>
            <th scope="row" className="wrap-anywhere py-2 pr-6 font-mono font-normal text-xs">
              {name}
            </th>
            {titles.slice(1).map((title, at) => (
              <td key={title} className="whitespace-nowrap py-2 pr-6">
                {figures[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface CountedVote {
  readonly ballot: Ballot
  readonly row: number
  readonly by: string
  /** A text named a model or its maker. */
  readonly named: boolean
}

/** The votes of all people on the cells of a plan. Ballots number the candidates of the plan. */
function useCountedVotes(plan: LabPlan, places: Places, candidates: readonly Candidate[]): readonly CountedVote[] {
  const { all } = useJudgements()
  return useMemo(() => {
    const width = columnsOf(plan).length
    const rows = new Map([...places].map(([place, { id }]) => [id, Math.floor(place / width)]))
    const known = candidatesByRun(plan, places, candidates)
    return inForce(all).flatMap((one) => {
      const ballot = ballotOf(one, known)
      const row = rows.get(one.runs[0] ?? '')
      if (!ballot || row === undefined) return []
      return [{ ballot, row, by: one.by, named: voteIn(one)?.named === true }]
    })
  }, [all, plan, places, candidates])
}

interface VoteFiguresProps {
  readonly plan: LabPlan
  readonly places: Places
  readonly candidates: readonly Candidate[]
}

/** What the votes say: win rates with their intervals and ties, scores of three and more, and what else could explain them. */
export function VoteFigures({ plan, places, candidates }: VoteFiguresProps) {
  const votes = useCountedVotes(plan, places, candidates)
  const [by, setBy] = useState('')
  const [takesNamed, setTakesNamed] = useState(false)
  const people = [...new Set(votes.map((one) => one.by))]
  const own = votes.filter((one) => by === '' || one.by === by)
  const named = own.filter((one) => one.named).length
  const counts = useMemo(
    () => votes.filter((one) => (by === '' || one.by === by) && (takesNamed || !one.named)),
    [votes, by, takesNamed],
  )
  return (
    <section aria-label="Figures" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="text-sm tabular-nums">
          {counted(counts.length, 'vote')}
        </p>
        {people.length > 1 && (
          <OptionSelect
            look="small"
            aria-label="Votes of"
            options={[['', `Everyone (${people.length})`], ...people.map((one) => [one, one] as const)]}
            value={by}
            onValue={setBy}
          />
        )}
        {named > 0 && (
          <Tick isOn={takesNamed} onChange={setTakesNamed}>
            Include {counted(named, 'vote')} on texts that name a model or its maker
          </Tick>
        )}
      </div>
      {counts.length > 0 ? (
        <Figures plan={plan} candidates={candidates} votes={counts} />
      ) : (
        <p className="text-soft text-sm">No votes to count yet.</p>
      )}
    </section>
  )
}

type FiguresProps = Pick<VoteFiguresProps, 'plan' | 'candidates'> & { readonly votes: readonly CountedVote[] }

function Figures({ plan, candidates, votes }: FiguresProps) {
  const names = useMemo(() => candidates.map(({ name }) => name), [candidates])
  const { seen, titles, lines, notes } = useMemo(
    () =>
      voteTable(
        votes.map(({ ballot }) => ballot),
        names,
        plan.seed,
      ),
    [names, votes, plan.seed],
  )
  return (
    <>
      <FiguresTable titles={titles} lines={lines} />
      <ul className="grid gap-1 text-soft text-xs tabular-nums">
        {seen.length === 2 && <li>{signWords(votes, seen, (at) => names[seen[at] ?? -1] ?? '')}</li>}
        {notes.map((words) => (
          <li key={words} className="wrap-anywhere">
            {words}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The sign test of two candidates: a row counts once, for the one that won there more often. */
function signWords(votes: readonly CountedVote[], seen: readonly number[], nameOf: (at: number) => string): string {
  const byRow = new Map<number, number>()
  for (const { ballot, row } of votes) {
    const winner = typeof ballot.best === 'number' ? ballot.seats[ballot.best] : undefined
    const sign = winner === undefined ? 0 : winner === seen[0] ? 1 : -1
    byRow.set(row, (byRow.get(row) ?? 0) + sign)
  }
  const { better, worse, p } = signTest([...byRow.values()])
  const equal = byRow.size - better - worse
  return `${nameOf(0)} is ahead in ${counted(better, 'row')}, ${nameOf(1)} in ${worse}, neither in ${equal}: ${sayChance(p)} (exact sign test).`
}
