import { useState } from 'react'
import { columnsOf } from '#lab/cells.ts'
import { cohensKappa, meanOf, meanOfRows, percents, signTest, wilsonInterval } from '#lab/figures.ts'
import type { LabPlan } from '#lab/lab-plan.ts'
import { candidatesOf } from '#lab/matches.ts'
import { percent } from '#lab/vote-table.ts'
import type { Places } from '../../../lab/places.ts'
import { Button } from '../../../ui/button/button.tsx'
import { counted } from '../../../ui/format.ts'
import { OptionSelect } from '../../../ui/option-select.tsx'
import type { Verdict, Verdicts } from './use-review.ts'
import { FiguresTable, sayChance } from './vote-figures.tsx'

interface ReviewFiguresProps {
  readonly plan: LabPlan
  readonly places: Places
  readonly verdicts: ReadonlyMap<string, Verdicts>
  /** By run, of the person whose verdicts are counted. */
  readonly scores: ReadonlyMap<string, number>
  readonly name: string
  readonly onDiffering: () => void
}

/** What the verdicts say: pass rates of one person, and how far two agree. */
export function ReviewFigures({ plan, places, verdicts, scores, name, onDiffering }: ReviewFiguresProps) {
  return (
    <section aria-label="Figures" className="grid grid-cols-1 gap-5">
      <PassRates {...{ plan, places, scores, name }} verdicts={verdicts.get(name) ?? new Map()} />
      {verdicts.size > 1 && <Agreement {...{ verdicts, name, onDiffering }} />}
    </section>
  )
}

type PassRatesProps = Pick<ReviewFiguresProps, 'plan' | 'places' | 'scores' | 'name'> & { readonly verdicts: Verdicts }

/** Pass rates and mean scores by model; where a plan repeats, means of the rows, since repeats of a row are alike. */
function PassRates({ plan, places, name, verdicts, scores }: PassRatesProps) {
  const width = columnsOf(plan).length
  const rates = candidatesOf(plan).map((candidate) => {
    const rows = new Map<number, number[]>()
    for (const [place, { id }] of places) {
      const verdict = verdicts.get(id)
      const row = Math.floor(place / width)
      if (verdict === undefined || !candidate.columns.includes(place % width)) continue
      rows.set(row, [...(rows.get(row) ?? []), verdict === 'pass' ? 1 : 0])
    }
    const given = [...places].flatMap(([place, { id }]) =>
      candidate.columns.includes(place % width) ? (scores.get(id) ?? []) : [],
    )
    return { name: candidate.name, rows, given }
  })
  const [one, other, ...more] = rates
  const shared = one && other && more.length === 0 ? [...one.rows.keys()].filter((row) => other.rows.has(row)) : []
  const sum = (values: readonly number[] = []) => values.reduce((all, value) => all + value, 0)
  const test = signTest(
    shared.map((row) => {
      const [here = [], there = []] = [one?.rows.get(row), other?.rows.get(row)]
      return sum(here) / here.length - sum(there) / there.length
    }),
  )
  return (
    <div className="grid grid-cols-1 gap-2">
      <h2 className="font-medium text-sm">Verdicts of {name}</h2>
      <FiguresTable
        titles={['Candidate', 'Passed', 'Interval', ...(scores.size > 0 ? ['Mean score'] : [])]}
        lines={rates.map((rate) => {
          const all = [...rate.rows.values()].flat()
          const mean = plan.axes.repeat > 1 ? meanOfRows([...rate.rows.values()], plan.seed) : undefined
          const interval = mean?.interval ?? (all.length > 0 ? wilsonInterval(sum(all), all.length) : undefined)
          const byRow = mean ? ` · ${percent(mean.mean)} by row` : ''
          const score = rate.given.length > 0 ? `${meanOf(rate.given).toFixed(1)} (${rate.given.length})` : undefined
          return [rate.name, `${sum(all)} of ${all.length}${byRow}`, interval && percents(interval), score]
        })}
      />
      {shared.length > 0 && (
        <p className="text-soft text-xs tabular-nums">
          {one?.name} is better in {counted(test.better, 'row')}, {other?.name} in {test.worse} of {shared.length}:{' '}
          {sayChance(test.p)} (exact sign test).
        </p>
      )}
    </div>
  )
}

const words: readonly Verdict[] = ['pass', 'fail']

/** The verdicts of two people on the same cells. */
function Agreement({ verdicts, name, onDiffering }: Pick<ReviewFiguresProps, 'verdicts' | 'name' | 'onDiffering'>) {
  const people = [...verdicts.keys()]
  const [first, setFirst] = useState(name)
  const [second, setSecond] = useState(people.find((one) => one !== name) ?? name)
  const [here, there] = [verdicts.get(first), verdicts.get(second)]
  const both = [...(here ?? [])].flatMap(([run, verdict]) => {
    const other = there?.get(run)
    return other === undefined ? [] : [[verdict, other] as const]
  })
  const table = words.map((row) => words.map((column) => both.filter(([a, b]) => a === row && b === column).length))
  const { agreement, kappa } = cohensKappa(table)
  const differing = both.filter(([a, b]) => a !== b).length
  const choice = (label: string, value: string, set: (value: string) => void) => (
    <OptionSelect
      look="small"
      aria-label={label}
      options={people.map((one) => [one, one] as const)}
      value={value}
      onValue={set}
    />
  )
  return (
    <div className="grid justify-items-start gap-2">
      <h2 className="font-medium text-sm">Agreement</h2>
      <div className="flex flex-wrap items-center gap-2 text-xs">
        {choice('First reviewer', first, setFirst)} and {choice('Second reviewer', second, setSecond)}
      </div>
      <FiguresTable
        titles={['Verdicts', ...words.map((word) => `${second}: ${word}`)]}
        lines={words.map((word, row) => [`${first}: ${word}`, ...(table[row] ?? [])])}
      />
      <p role="status" className="text-sm tabular-nums">
        {agreement === undefined
          ? 'No cell has a verdict of both.'
          : `${percent(agreement)} agreement on ${counted(both.length, 'cell')} · Cohen’s kappa ${kappa?.toFixed(2) ?? 'not defined'}`}
      </p>
      {differing > 0 && <Button onClick={onDiffering}>Review the {counted(differing, 'differing cell')}</Button>}
    </div>
  )
}
