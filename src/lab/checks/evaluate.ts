import { type JsonRecord, jsonIn, listOf, ownOf, stringOf, textOrJson } from '#contract/core/loose-json.ts'
import type { CellFacts } from '../cell-facts.ts'
import { fill, variablesIn } from '../cells.ts'
import type { LabPlan } from '../lab-plan.ts'
import { type Check, type CheckResult, readCheck } from './check.ts'
import { type CheckType, figure, quoted, Unable } from './check-type.ts'
import { mediaChecks } from './media-checks.ts'
import { textChecks } from './text-checks.ts'

const judged = (title: string): CheckType => ({
  ...{ title, group: 'Judges', value: 'text', valueTitle: 'Criteria', isJudged: true },
  find() {
    throw new Unable('Not judged yet.')
  },
})

/** The checks that a model carries out. `select-best` is one of pairs of results, not of a single one. */
const judgeChecks: Readonly<Record<string, CheckType>> = {
  'llm-rubric': { ...judged('Judged by a model'), bounds: ['min'], areBoundsOptional: true, unit: 'score' },
  'select-best': judged('Pairs judged by a model'),
}

/** Every type of check that this version knows, in the order in which they are offered. */
export const checkTypes: ReadonlyMap<string, CheckType> = new Map(
  Object.entries({ ...textChecks, ...mediaChecks, ...judgeChecks }),
)

/**
 * The checks of a row's cells: those of the plan, then the row's own, from its columns of the kind `checks`: a list or a single check, as JSON or as
 * its text. What cannot be read becomes a check of an unknown type, so that it is told instead of left out.
 */
export const checksOf = (plan: Pick<LabPlan, 'checks' | 'columns'>, row: JsonRecord): readonly Check[] =>
  rowChecksOf(plan, row).filter(({ type }) => type !== 'select-best')

/** The same with those that compare the results of the row. */
export function rowChecksOf(
  { checks, columns }: Pick<LabPlan, 'checks' | 'columns'>,
  row: JsonRecord,
): readonly Check[] {
  const own = Object.entries(columns).flatMap(([name, kind]) => (kind === 'checks' ? (ownOf(row, name) ?? []) : []))
  const read = own.flatMap((value) => {
    const listed = typeof value === 'string' ? (value.trim() === '' ? [] : (jsonIn(value) ?? value)) : value
    return Array.isArray(listed) ? listOf(listed) : [listed]
  })
  return [...checks, ...read].map(anyCheck)
}

const anyCheck = (value: unknown): Check => readCheck(value) ?? { type: textOrJson(value) }

/** Carries out a check. A regular expression or a schema may take for ever: see `limited-evaluator.ts`. Never throws. */
export function evaluateCheck(check: Check, facts: CellFacts, vars: JsonRecord): CheckResult {
  const type = checkTypes.get(check.type)
  const unable = (reason: string): CheckResult => ({ check, outcome: 'unable', reason })
  if (!type) return unable(`This version does not know the check “${check.type}”.`)
  const missing = variablesIn(check).filter((name) => !Object.hasOwn(vars, name))
  if (missing.length > 0) return unable(`No value for ${missing.map((name) => `{{${name}}}`).join(', ')}.`)
  try {
    const filled = readCheck(fill(check, vars)) ?? check
    const [problem] = checkProblems(filled)
    if (problem !== undefined) return unable(problem)
    const found = type.find(filled, facts)
    const failure = [found].flat().find(({ fits }) => fits === (check.not ?? false))
    return failure ? { check, outcome: 'failed', reason: failure.seen } : { check, outcome: 'passed', reason: '' }
  } catch (error) {
    if (error instanceof Unable) return unable(error.message)
    return unable(`The check failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What checks need of the files of a result: nothing, what their bytes say, or the decoded sound as well. */
export function neededOfFiles(checks: readonly Check[]): 'nothing' | 'facts' | 'levels' {
  const types = new Set(checks.map(({ type }) => type))
  if (types.has('peak') || types.has('silence')) return 'levels'
  const groups = [...types].map((type) => checkTypes.get(type)?.group)
  return groups.includes('Image') || groups.includes('Sound and video') ? 'facts' : 'nothing'
}

/**
 * Why a check cannot be used, each as a sentence; empty where it can. What a row is to fill in is judged once it is filled in. A type that this version
 * does not know is no problem: its results are `unable`.
 */
export function checkProblems(check: Check): readonly string[] {
  const type = checkTypes.get(check.type)
  if (!type) return []
  const { value, min, max } = check
  const bounds = type.bounds ?? []
  const isMissing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  const isOpen = variablesIn(value).length > 0
  const problem = type.value === undefined || isMissing || isOpen ? undefined : type.problem?.(value)
  const needsBound = bounds.length > 0 && !type.areBoundsOptional && bounds.every((name) => check[name] === undefined)
  return [
    ...(type.isJudged && !stringOf(check.model) ? ['Choose a judge.'] : []),
    ...(type.value && !type.isValueOptional && isMissing ? [`Enter a value for “${type.title}”.`] : []),
    ...(problem === undefined ? [] : [problem]),
    ...(needsBound ? [`Enter a ${bounds.map((name) => `${name}imum`).join(' or a ')}.`] : []),
    ...(min !== undefined && max !== undefined && min > max ? ['The minimum is above the maximum.'] : []),
  ]
}

/** Why the checks of a plan, those of its rows among them, cannot be used, each as a sentence that names its place; of many, the first three. */
export function problemsOfChecks(plan: Pick<LabPlan, 'checks' | 'columns' | 'rows'>): readonly string[] {
  const hasOwn = Object.values(plan.columns).includes('checks')
  const placed = [
    ...plan.checks.map((one, at) => ({ check: anyCheck(one), place: `Check ${at + 1}` })),
    ...(hasOwn ? plan.rows : []).flatMap((row, nth) =>
      rowChecksOf({ ...plan, checks: [] }, row).map((check, at) => ({
        check,
        place: `Row ${nth + 1}, check ${at + 1}`,
      })),
    ),
  ]
  const problems = placed.flatMap(({ check, place }) => checkProblems(check).map((problem) => `${place}: ${problem}`))
  const { length } = problems
  return length <= 3 ? problems : [...problems.slice(0, 3), `${length - 3} more problems of checks.`]
}

/**
 * What became of all checks of a cell: `failed` where one failed, else `unable` where one could not be carried out; undefined without checks. A rate
 * of passed cells leaves out those that are `unable`.
 */
export function outcomeOf(results: readonly CheckResult[]): CheckResult['outcome'] | undefined {
  const found = results.map(({ outcome }) => outcome)
  return (['failed', 'unable', 'passed'] as const).find((outcome) => found.includes(outcome))
}

/** A check in one line: `Not: Contains “Paris”`, `Duration 1–10 s`. */
export function checkWords({ type: name, not, path, value, min, max }: Check): string {
  const type = checkTypes.get(name)
  const bounds = [min, max].flatMap((limit) => (limit === undefined ? [] : figure(limit))).join('–')
  return [
    `${not ? 'Not: ' : ''}${type?.title ?? name}`,
    ...(path ? [quoted(path)] : []),
    ...(value === undefined
      ? []
      : [type?.value === 'schema' ? 'with a schema' : [value].flat().map(textOrJson).map(quoted).join(', ')]),
    ...(bounds === ''
      ? []
      : [`${min === undefined ? 'at most ' : max === undefined ? 'at least ' : ''}${bounds}`, type?.unit ?? '']),
  ]
    .filter((part) => part !== '')
    .join(' ')
}
