import { isRecord, type JsonRecord, ownOf, recordOf, textOrJson } from '#contract/core/loose-json.ts'
import type { Column } from './cell-facts.ts'
import type { LabPlan } from './lab-plan.ts'
import { planLimits, tooMany } from './rows/row-limits.ts'

const placeholder = /\{\{\s*([^{}]*[^{}\s])\s*\}\}/g

/** The names of all placeholders in a request, in the order of their first use. */
export function variablesIn(request: unknown): readonly string[] {
  const names = new Set<string>()
  mapTexts(request, (text) => {
    for (const [, name = ''] of text.matchAll(placeholder)) names.add(name)
    return text
  })
  return [...names]
}

/**
 * The request with the row's values in place of its placeholders. A text that is nothing but one placeholder becomes the value itself, so that
 * a number stays a number; the value is not searched for placeholders again. One without a value stays as it is.
 */
export function fill(request: unknown, row: JsonRecord): unknown {
  return mapTexts(request, (text) => {
    const [whole] = text.matchAll(placeholder)
    const value = whole && whole[0] === text ? ownOf(row, whole[1]) : undefined
    if (value !== undefined) return value
    return text.replace(placeholder, (mark, name: string) => (Object.hasOwn(row, name) ? textOrJson(row[name]) : mark))
  })
}

/** The value with each of its texts changed. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]))
}

/** The columns in the order of the models, then of the sweeps, then of the repeats. */
export function columnsOf({ axes: { models, sweeps, repeat } }: LabPlan): readonly Column[] {
  const combined = sweeps.reduce<Column['values'][]>(
    (all, { path, values }) => all.flatMap((before) => values.map((value) => [...before, [path, value] as const])),
    [[]],
  )
  const repeats = Array.from({ length: repeat }, (_, at) => (repeat === 1 ? undefined : at))
  return models.flatMap((model) =>
    combined.flatMap((values) => repeats.map((one): Column => ({ model, values, repeat: one }))),
  )
}

/** What tells a column from the others of its model: `effort low · #2`. */
export function columnValues({ values, repeat }: Column): string {
  const told = values.map(([path, value]) => `${path.split('.').at(-1)} ${textOrJson(value)}`)
  return [...told, ...(repeat === undefined ? [] : [`#${repeat + 1}`])].join(' · ')
}

export const columnName = (column: Column): string =>
  [column.model, columnValues(column)].filter((part) => part !== '').join(' · ')

/** The rows to send: one without values where a request needs none. */
export const rowsOf = ({ rows, request }: LabPlan): readonly JsonRecord[] =>
  rows.length === 0 && variablesIn(request).length === 0 ? [{}] : rows

/** The values of a row that people are shown: what its checks are stands where they are told. */
export const shownValues = ({ columns }: Pick<LabPlan, 'columns'>, row: JsonRecord = {}): JsonRecord =>
  Object.fromEntries(Object.entries(row).filter(([name]) => ownOf(columns, name) !== 'checks'))

/** How many cells a plan has. The cell of row r and column c has the place `r × columns + c`: row by row. */
export const cellCount = (plan: LabPlan): number => rowsOf(plan).length * columnsOf(plan).length

/** What a cell sends: the filled request of its row, with the model and the values of its column. */
export function cellRequest({ request }: LabPlan, row: JsonRecord, { model, values }: Column): JsonRecord {
  const set = values.reduce<JsonRecord>((all, [path, value]) => withValue(all, path.split('.'), value), request)
  return { model, ...recordOf(fill(set, row)) }
}

function withValue(record: JsonRecord, [name = '', ...rest]: readonly string[], value: unknown): JsonRecord {
  return { ...record, [name]: rest.length > 0 ? withValue(recordOf(ownOf(record, name)), rest, value) : value }
}

/** Why a plan cannot be sent, each as a sentence; empty where it can. */
export function problemsOf(plan: LabPlan): readonly string[] {
  const { axes, rows, request } = plan
  const variables = variablesIn(request)
  const lacking = variables.map((name) => ({
    name,
    rows: rows.flatMap((row, at) => (Object.hasOwn(row, name) ? [] : at + 1)),
  }))
  const missing = lacking.flatMap(({ name, rows: without }) => (without.length === rows.length ? name : []))
  const gaps = lacking.filter(({ rows: without }) => without.length > 0 && without.length < rows.length)
  const factors = [
    rowsOf(plan).length,
    axes.models.length,
    ...axes.sweeps.map(({ values }) => values.length),
    axes.repeat,
  ]
  const product = factors.filter((factor, at) => at < 2 || factor > 1).join(' × ')
  return [
    ...(axes.models.length === 0 ? ['Choose a model.'] : []),
    ...axes.sweeps.flatMap(({ path, values }) => (values.length === 0 ? `Add values for the sweep of ${path}.` : [])),
    ...(rows.length === 0 && variables.length > 0 ? [`No rows: add values for ${quoted(variables)}.`] : []),
    ...(rows.length > 0 && missing.length > 0 ? [`No column for ${quoted(missing)}.`] : []),
    ...gaps.map(
      ({ name, rows: [first = 0, ...others] }) =>
        `No value for ${quoted([name])} in row ${first}${others.length > 0 ? ` and ${others.length} more` : ''}.`,
    ),
    ...[tooMany(cellCount(plan), planLimits.cells, `cells (${product})`) ?? []].flat(),
  ]
}

const quoted = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ')
