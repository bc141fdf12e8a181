import { type JsonRecord, jsonIn, listOf, ownOf, textOrJson } from '#contract/core/loose-json.ts'
import type { CellFacts } from '../cell-facts.ts'
import { fill, variablesIn } from '../cells.ts'
import type { LabPlan } from '../lab-plan.ts'
import { type Check, type CheckResult, readCheck } from './check.ts'
import { type CheckType, Unable } from './check-type.ts'
import { mediaChecks } from './media-checks.ts'
import { textChecks } from './text-checks.ts'

/** Every type of check that this version knows, in the order in which they are offered. */
export const checkTypes: ReadonlyMap<string, CheckType> = new Map(Object.entries({ ...textChecks, ...mediaChecks }))

/**
 * The checks of a row's cells: those of the plan, then the row's own, from its columns of the kind `checks`: a list or a single check, as JSON or as
 * its text. What cannot be read becomes a check of an unknown type, so that it is told instead of left out.
 */
export function checksOf({ checks, columns }: Pick<LabPlan, 'checks' | 'columns'>, row: JsonRecord): readonly Check[] {
  const own = Object.entries(columns).flatMap(([name, kind]) => (kind === 'checks' ? (ownOf(row, name) ?? []) : []))
  const read = own.flatMap((value) => {
    const listed = typeof value === 'string' ? (value.trim() === '' ? [] : (jsonIn(value) ?? value)) : value
    return Array.isArray(listed) ? listOf(listed) : [listed]
  })
  return [...checks, ...read].map((one) => readCheck(one) ?? { type: textOrJson(one) })
}

/** Carries out checks in their order. A regular expression or a schema may take for ever: see `limited-evaluator.ts`. Never throws. */
export const evaluateChecks = (checks: readonly Check[], facts: CellFacts, vars: JsonRecord): readonly CheckResult[] =>
  checks.map((check) => evaluateCheck(check, facts, vars))

function evaluateCheck(check: Check, facts: CellFacts, vars: JsonRecord): CheckResult {
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
    ...(type.value && !type.isValueOptional && isMissing ? [`Enter a value for “${type.title}”.`] : []),
    ...(problem === undefined ? [] : [problem]),
    ...(needsBound ? [`Enter a ${bounds.map((name) => `${name}imum`).join(' or a ')}.`] : []),
    ...(min !== undefined && max !== undefined && min > max ? ['The minimum is above the maximum.'] : []),
  ]
}
