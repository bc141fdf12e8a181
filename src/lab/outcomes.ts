import { ownOf, textOrJson } from '#contract/core/loose-json.ts'
import type { CellResult, Column } from './cell-facts.ts'
import { columnName } from './cells.ts'
import { outcomeOf } from './checks/evaluate.ts'
import type { LabPlan } from './lab-plan.ts'

/** What a cell counts as. `error`: it has no answer, or a check could not be carried out. `unknown`: it may have an answer, and may be billed. */
export type CellOutcome = (typeof outcomes)[number]
const outcomes = ['passed', 'failed', 'error', 'unknown', 'running', 'not sent', 'deleted'] as const

export function cellOutcome({ state, checks, verdict }: CellResult): CellOutcome {
  if (state === 'not sent' || state === 'deleted') return state
  if (state === 'open') return 'running'
  if (state !== 'done') return state === 'unclear' ? 'unknown' : 'error'
  const outcome = outcomeOf(checks)
  if (verdict === 'fail' || outcome === 'failed') return 'failed'
  return outcome === 'unable' ? 'error' : 'passed'
}

/** Why a cell has not passed, each reason as a sentence; empty where it has. */
export function reasonsOf({ state, error, checks, verdict, note }: CellResult): readonly string[] {
  if (state === 'not sent') return [error ?? 'Not sent.']
  if (state === 'deleted') return ['Its run was deleted.']
  if (state === 'open') return ['Still running.']
  if (state === 'unclear') return [error ?? 'Its result is unknown. It may have been billed.']
  if (state === 'failed') return [error ?? 'It has no answer.']
  return [
    ...checks.flatMap(({ outcome, reason }) => (outcome === 'passed' ? [] : reason)),
    ...(verdict === 'fail' ? [note === undefined ? 'Judged as failed.' : `Judged as failed: ${note}`] : []),
  ]
}

/** `10 cells · 7 passed · 2 failed · 1 not sent` */
export function outcomeWords(results: readonly CellResult[]): string {
  const words = outcomes.flatMap((one) => {
    const count = results.filter((cell) => cellOutcome(cell) === one).length
    return count === 0 ? [] : `${count} ${one === 'error' && count > 1 ? 'errors' : one}`
  })
  return [`${results.length} ${results.length === 1 ? 'cell' : 'cells'}`, ...words].join(' · ')
}

/** The results of one column, in the order of their rows. */
export interface ColumnResults {
  readonly column: Column
  readonly name: string
  readonly cells: readonly CellResult[]
}

/** The columns in the order of their first cells. */
export function byColumn(results: readonly CellResult[]): readonly ColumnResults[] {
  const columns = new Map<string, CellResult[]>()
  for (const cell of results) {
    const name = columnName(cell.column)
    const cells = columns.get(name) ?? []
    cells.push(cell)
    columns.set(name, cells)
  }
  return [...columns].flatMap(([name, cells]) => cells.slice(0, 1).map(({ column }) => ({ column, name, cells })))
}

/** What a row is called in lists: its number, its variables and the names of its files, cut at 120 characters. */
export function rowLabel({ columns }: Pick<LabPlan, 'columns'>, { row, vars }: CellResult): string {
  const named = Object.entries(vars).filter(([name]) =>
    ['variable', 'file'].includes(ownOf(columns, name) ?? 'variable'),
  )
  const values = named.map(([, value]) => textOrJson(value).replace(/\s+/g, ' ').trim())
  const words = values.filter((value) => value !== '').join(' · ')
  return `Row ${row + 1}${words === '' ? '' : `: ${words.length > 120 ? `${words.slice(0, 119)}…` : words}`}`
}
