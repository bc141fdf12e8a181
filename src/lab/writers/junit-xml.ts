import { withEntities } from '#media/safe-html.ts'
import type { CellResult } from '../cell-facts.ts'
import type { LabPlan } from '../lab-plan.ts'
import { byColumn, cellOutcome, reasonsOf, rowLabel } from '../outcomes.ts'

/** Characters that XML 1.0 does not allow, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are replaced.
const forbidden = /[\p{Surrogate}\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/gu

/** A text for content and attributes. Without `>` no text ends a section that it does not begin; line ends are kept as references. */
const xml = (text: string): string =>
  withEntities(text.replace(forbidden, '\ufffd')).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)

type NamedPlan = Pick<LabPlan, 'name' | 'columns'>

const seconds = (cells: readonly CellResult[]) =>
  cells.reduce((sum, { facts }) => sum + (facts?.seconds ?? 0), 0).toFixed(3)

const countsOf = (cells: readonly CellResult[]) => {
  const count = (wanted: string) => cells.filter((cell) => elements[cellOutcome(cell)] === wanted).length
  return `tests="${cells.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(cells)}"`
}

const elements = {
  ...{ passed: undefined, failed: 'failure', 'not sent': 'skipped', deleted: 'skipped' },
  ...{ error: 'error', unknown: 'error', running: 'error' },
} as const

function caseOf(plan: NamedPlan, cell: CellResult, suite: string): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(rowLabel(plan, cell))}" time="${seconds([cell])}"`
  const name = elements[cellOutcome(cell)]
  if (name === undefined) return `${head}/>\n`
  const reasons = reasonsOf(cell)
  return `${head}>\n      <${name} message="${xml(reasons[0] ?? '')}">${xml(reasons.join('\n'))}</${name}>\n    </testcase>\n`
}

/** Results as JUnit XML, which CI servers show: a suite for each column, a case for each row. A failed check is a failure, a cell without an answer an error. */
export function junitXml(plan: NamedPlan, results: readonly CellResult[]): string {
  const suites = byColumn(results).map(
    ({ name: suite, cells }) =>
      `  <testsuite name="${xml(suite)}" ${countsOf(cells)}>\n${cells.map((cell) => caseOf(plan, cell, suite)).join('')}  </testsuite>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(plan.name || 'Patchbay')}" ${countsOf(results)}>\n${suites.join('')}</testsuites>\n`
}
