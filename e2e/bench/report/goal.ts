import { table } from './table.ts'
import { show } from './words.ts'

/** A goal of the project, and where this run stands. */
export interface Goal {
  readonly name: string
  readonly about: string
  /** At most this much. */
  readonly limit: number
  readonly measured: number
  /** What one should know who reads the verdict. */
  readonly note?: string
}

/** What one part of the bench has to say. */
export interface Report {
  readonly part: string
  readonly tables: readonly string[]
  readonly goals: readonly Goal[]
  /** Everything that was measured, for a file. */
  readonly data: unknown
}

/** Goals whose numbers this run did not take are left out. */
export function goalTable(goals: readonly Goal[]): string {
  const rows = goals
    .filter(({ measured }) => !Number.isNaN(measured))
    .map(({ name, about, limit, measured, note }) => [
      `${name} ${about}`,
      `≤ ${limit}`,
      show(measured),
      (measured <= limit ? 'reached' : '**not reached**') + (note ? ` (${note})` : ''),
    ])
  return table(['goal', 'limit', 'measured', 'stands'], rows)
}
