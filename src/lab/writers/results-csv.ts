import { textOrJson } from '#contract/core/loose-json.ts'
import { headLineOf, lineOf } from '#media/csv-line.ts'
import type { CellResult, MediaFacts } from '../cell-facts.ts'
import type { CheckResult } from '../checks/check.ts'
import { namesIn } from '../rows/row-limits.ts'

type Fact = readonly [name: string, of: (cell: CellResult) => unknown]

/** A fact of each file of a cell, one behind the other. */
const ofMedia =
  (name: keyof MediaFacts) =>
  ({ facts }: CellResult) =>
    facts?.media.map((one) => textOrJson(one[name])).join(' ')

const countOf =
  (wanted: CheckResult['outcome']) =>
  ({ checks }: CellResult) =>
    checks.filter(({ outcome }) => outcome === wanted).length

const facts: readonly Fact[] = [
  ['state', ({ state }) => state],
  ['error', ({ error }) => error],
  ['answer', ({ facts }) => facts?.text],
  ['refusal', ({ facts }) => facts?.refusal],
  ['tool calls', ({ facts }) => facts?.toolCalls.map((call) => `${call.name}(${call.arguments})`).join('\n')],
  ['checks passed', countOf('passed')],
  ['checks failed', countOf('failed')],
  ['checks not carried out', countOf('unable')],
  ['reasons', ({ checks }) => checks.flatMap(({ reason }) => (reason === '' ? [] : reason)).join('\n')],
  ['verdict', ({ verdict }) => verdict],
  ['score', ({ score }) => score],
  ['note', ({ note }) => note],
  ['tags', ({ tags }) => tags?.join(', ')],
  ['seconds', ({ facts }) => facts?.seconds?.toFixed(3)],
  ['first token', ({ facts }) => facts?.firstToken?.toFixed(3)],
  ['input tokens', ({ facts }) => facts?.inputTokens],
  ['output tokens', ({ facts }) => facts?.outputTokens],
  ['price', ({ facts }) => facts?.price],
  ['media type', ofMedia('type')],
  ['bytes', ofMedia('bytes')],
  ['width', ofMedia('width')],
  ['height', ofMedia('height')],
  ['alpha', ofMedia('alpha')],
  ['media seconds', ofMedia('seconds')],
  ['sample rate', ofMedia('rate')],
  ['peak dBFS', ofMedia('peak')],
  ['silence', ofMedia('silence')],
  ['sha256', ofMedia('sha256')],
  ['status', ({ status }) => status],
  ['attempt', ({ attempt }) => attempt],
  ['run', ({ run }) => run],
]

/** A table with a line for each cell and a column for each fact; variables and swept fields have columns of their own. */
export function resultsCsv(results: readonly CellResult[]): string {
  const variables = namesIn(results.map(({ vars }) => vars))
  const swept = new Set(results.flatMap(({ column }) => column.values.map(([path]) => path)))
  const columns: readonly Fact[] = [
    ['row', ({ row }) => row + 1],
    ...variables.map((name): Fact => [name, ({ vars }) => (Object.hasOwn(vars, name) ? vars[name] : undefined)]),
    ['model', ({ column }) => column.model],
    ...[...swept].map((path): Fact => [path, ({ column }) => column.values.find(([one]) => one === path)?.[1]]),
    ['repeat', ({ column }) => (column.repeat === undefined ? undefined : column.repeat + 1)],
    ...facts,
  ]
  const lines = results.map((cell) => lineOf(columns.map(([, of]) => textOrJson(of(cell)))))
  return headLineOf(columns.map(([name]) => name)) + lines.join('')
}
