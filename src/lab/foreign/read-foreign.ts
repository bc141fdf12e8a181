import { isRecord, listOf, recordOf } from '#contract/core/loose-json.ts'
import type { LineOf } from '../rows/yaml-text.ts'
import { exampleSet, isExamples } from './example-rows.ts'
import type { ForeignSet, Lose, Loss } from './foreign-set.ts'
import { evalsSet, itemRows } from './openai-evals.ts'
import { promptfooSet } from './promptfoo-config.ts'
import { isPromptfooTable, testOfRow } from './promptfoo-tests.ts'

/**
 * Reads the test set of another tool: the value of a file, and the lines of what is in it. Nothing of it is run. Undefined where it is none; throws
 * an `Unreadable` where it stands for more rows than a plan holds.
 */
export function readForeign(value: unknown, lineOf: LineOf): ForeignSet | undefined {
  const losses: Loss[] = []
  const lose: Lose = (path, text, words) => losses.push({ line: lineOf(path, words), text })
  const set = setIn(value, lose)
  return set && { ...set, losses: losses.toSorted((one, other) => one.line - other.line) }
}

function setIn(value: unknown, lose: Lose): Omit<ForeignSet, 'losses'> | undefined {
  const { prompts, tests, testing_criteria, data_source } = recordOf(value)
  if (testing_criteria !== undefined || data_source !== undefined) return evalsSet(recordOf(value), lose)
  if (prompts !== undefined || Array.isArray(tests)) return promptfooSet(recordOf(value), lose)
  const list = listOf(value)
  const rows = list.filter(isRecord)
  if (rows.length === 0 || rows.length < list.length) return undefined
  if (rows.some(({ vars, assert }) => isRecord(vars) || Array.isArray(assert)))
    return promptfooSet({ tests: rows }, lose, [])
  if (isPromptfooTable(Object.keys(rows[0] ?? {}))) return promptfooSet({ tests: rows.map(testOfRow) }, lose, [])
  if (isRecord(rows[0]?.item ?? rows[0]?.datasource_item)) return itemRows(rows, [], lose)
  return isExamples(rows) ? exampleSet(rows) : undefined
}
