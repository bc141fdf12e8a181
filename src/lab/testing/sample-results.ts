import type { CellResult } from '../cell-facts.ts'
import { columnsOf } from '../cells.ts'
import { type LabPlan, readLabPlan } from '../lab-plan.ts'

/** A plan of two rows and two models, for tests. */
export function samplePlan(own: object = {}): LabPlan {
  const reading = readLabPlan({
    ...{ format: 'patchbay-plan', version: 1, name: 'Capitals', tool: 'chat' },
    ...{ request: { input: 'Capital of {{country}}?' }, axes: { models: ['a', 'b'] } },
    ...{ rows: [{ country: 'France' }, { country: 'Peru' }], ...own },
  })
  if (reading.status !== 'read') throw new Error(reading.why)
  return reading.plan
}

/** A cell of that plan, done with an answer. */
export function sampleCell(plan: LabPlan, at: number, own: Partial<CellResult> = {}): CellResult {
  const columns = columnsOf(plan)
  const row = Math.floor(at / columns.length)
  const column = columns[at % columns.length]
  if (!column) throw new Error('The plan has no such place.')
  return {
    ...{ at, row, column, vars: plan.rows[row] ?? {} },
    ...{ state: 'done', run: `run-${at}`, status: 'completed', attempt: 0 },
    facts: { text: `Answer ${at}`, toolCalls: [], media: [], seconds: 1 + at, outputTokens: 3, price: '1 cauri' },
    checks: [],
    ...own,
  }
}
