import {
  defined,
  isRecord,
  type JsonRecord,
  listOf,
  recordOf,
  stringOf,
  textOrJson,
} from '#contract/core/loose-json.ts'
import { variablesIn } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import { isJudgeType } from '../judges/judge-requests.ts'
import { type Path, yamlIn } from '../rows/yaml-text.ts'
import { type Lose, loseOthers, plainTemplate } from './foreign-set.ts'

/** The checks that an assertion of promptfoo means; none, with a loss, where it needs code, a file, or what no check does. */
export function assertedChecks(assertion: unknown, path: Path, lose: Lose): readonly Check[] {
  const {
    type: given,
    assert,
    threshold,
    weight,
    value,
    transform,
    metric,
    provider,
    rubricPrompt,
  } = recordOf(assertion)
  const type = stringOf(given)
  if (type === 'assert-set') {
    loseOthers(recordOf(assertion), ['type', 'assert', 'threshold'], path, lose, ' of an assert-set')
    if (threshold !== undefined)
      lose([...path, 'threshold'], 'threshold of an assert-set not taken over: all must pass')
    return listOf(assert).flatMap((one, at) => assertedChecks(one, [...path, 'assert', at], lose))
  }
  const refuse = (why = '') => {
    lose(path, `${type || 'untyped'} assertion${why} not taken over`)
    return []
  }
  if (transform !== undefined) return refuse(' with a transform')
  if (namesFile(value) || namesFile(provider)) return refuse(' with a file')
  const isNot = type.startsWith('not-')
  const bare = isNot ? type.slice(4) : type
  const made = checksFor(bare, isNot, plainTemplate(value, path, lose), threshold)
  if (!made) return refuse()
  if (bare === 'cost') lose(path, 'cost assertion compares prices in their own unit, which may not be dollars')
  if (weight !== undefined && weight !== 1) lose([...path, 'weight'], 'weight of an assertion not taken over')
  if (rubricPrompt !== undefined) lose([...path, 'rubricPrompt'], 'rubricPrompt of an assertion not taken over')
  const judge = isJudgeType(bare) && { model: judgeName(provider) }
  return made.map((check) => ({
    ...check,
    ...judge,
    ...(isNot && { not: true }),
    ...(metric !== undefined && { metric }),
  }))
}

/** The model of a provider that judges, `gpt-5.4` of `openai:chat:gpt-5.4`; empty where there is none. */
export const judgeName = (provider: unknown): string =>
  stringOf(isRecord(provider) ? provider.id : provider).replace(/^[a-z-]+:(?:[a-z-]+:)?/, '')

/** Whether a value, or one in it, stands in a file. */
export const namesFile = (value: unknown): boolean => /^\s*file:\/\/|"file:\/\//.test(textOrJson(value))

const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

const listIn = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? value.split(',').map((one) => one.trim()) : listOf(value)

/** A schema may be written as JSON or YAML in a text. What is none stays, so that it is told instead of left out. */
const schemaIn = (value: unknown) =>
  typeof value === 'string' && variablesIn(value).length === 0 ? (yamlIn(value) ?? value) : (value ?? undefined)

/** `latency` is in milliseconds there. */
function checksFor(type: string, isNot: boolean, value: unknown, threshold: unknown): readonly Check[] | undefined {
  const most = number(threshold)
  switch (type) {
    case 'equals':
    case 'contains':
    case 'icontains':
    case 'starts-with':
    case 'regex':
      return value === undefined ? undefined : [{ type, value }]
    case 'is-json':
      return [{ type, ...defined({ value: schemaIn(value) }) }]
    case 'is-refusal':
      return [{ type }]
    case 'llm-rubric':
    case 'select-best':
      return typeof value === 'string' ? [{ type, value, ...defined({ min: most }) }] : undefined
    case 'contains-any':
    case 'contains-all':
      return [{ type, value: listIn(value) }]
    // Several of them all together: without one of them is without any.
    case 'icontains-any':
    case 'icontains-all':
      return isNot === (type === 'icontains-any')
        ? listIn(value).map((one) => ({ type: 'icontains', value: one }))
        : undefined
    case 'word-count': {
      const { min = value, max = value } = recordOf(value)
      const bounds = defined({ min: number(min), max: number(max) })
      return Object.keys(bounds).length > 0 ? [{ type, ...bounds }] : undefined
    }
    case 'latency':
      return most === undefined ? undefined : [{ type, max: most / 1000 }]
    case 'cost':
      return most === undefined ? undefined : [{ type: 'price', max: most }]
    default:
      return undefined
  }
}

/** The types that promptfoo has; any other word before a colon is part of a text. */
const types =
  'equals|i?contains(?:-any|-all|-json|-sql|-xml|-html)?|starts-with|regex|is-[a-z-]+|javascript|fn|eval|python|ruby|file|webhook|grade|llm-rubric|g-eval|' +
  'similar|levenshtein|rouge-n|bleu|gleu|meteor|latency|cost|perplexity(?:-score)?|word-count|factuality|(?:answer|conversation)-relevance|context-[a-z]+|' +
  'classifier|moderation|guardrails|pi|finish-reason|model-graded-[a-z]+|(?:search|agent)-rubric|select-best|max-score|human|skill-used|tool-call-f1|' +
  'tra(?:ce-|jectory:)[a-z-]+'
const written = new RegExp(`^((?:not-)?(?:${types}))(?:\\((\\d+(?:\\.\\d+)?)\\))?(?::\\s*([\\s\\S]*))?$`)
const codes = new Map(Object.entries({ fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' }))
/** Words that stand for an assertion without a value. */
const bareTypes = /^(?:not-)?(?:is-|contains-json|latency|cost|similar)/

/** An assertion as a cell of promptfoo's tables has it: `not-icontains: x`, `latency(500)`; other texts are what the answer equals. */
export function assertionIn(text: string): JsonRecord {
  const [, type = '', threshold, value] = written.exec(text.trim()) ?? []
  if (type === '' || (value === undefined && !bareTypes.test(type))) return { type: 'equals', value: text }
  return {
    type: codes.get(type) ?? type,
    ...(value !== undefined && { value }),
    ...(threshold !== undefined && { threshold: Number(threshold) }),
  }
}
