import { isRecord, type JsonRecord, listOf, recordOf, stringOf, textOrJson } from '#contract/core/loose-json.ts'
import { fill } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import { planLimits, refuse, tooMany } from '../rows/row-limits.ts'
import type { Path } from '../rows/yaml-text.ts'
import { type Lose, loseOthers, plainTemplate } from './foreign-set.ts'
import { assertedChecks, assertionIn, judgeName, namesFile } from './promptfoo-assertions.ts'

/** A test of promptfoo with one value of each variable. */
export interface PlainTest {
  readonly vars: JsonRecord
  readonly checks: readonly Check[]
  readonly description: string
  readonly metadata: JsonRecord
  readonly prefix: string
  readonly suffix: string
  /** What judges where an assertion does not say. */
  readonly judge: string
  /** Lists are values, not tests of their own. */
  readonly isWhole: boolean
}

const read = ['description', 'vars', 'assert', 'metadata', 'options', 'threshold']

/** What all tests begin with; its checks are those of the plan. */
export function defaultTest(test: unknown, path: Path, lose: Lose): PlainTest {
  if (typeof test === 'string') lose(path, `${test} not read`)
  const own = recordOf(recordOf(test).options).disableVarExpansion === true
  const [made] = plainTests(test, path, lose, { ...noTest, isWhole: true })
  return { ...(made ?? noTest), isWhole: own }
}

const noTest: PlainTest = {
  ...{ vars: {}, checks: [], description: '', metadata: {}, prefix: '', suffix: '', judge: '', isWhole: false },
}

/** The tests that one of promptfoo means: a list as a variable's value stands for a test with each of its items. Code and files are losses. */
export function plainTests(test: unknown, path: Path, lose: Lose, base: PlainTest): readonly PlainTest[] {
  const { vars, assert, description, metadata, threshold, options } = recordOf(test)
  const { prefix, suffix, provider, disableVarExpansion } = recordOf(options)
  loseOthers(recordOf(test), read, path, lose, ' of a test')
  const known = ['prefix', 'suffix', 'provider', 'disableVarExpansion']
  loseOthers(recordOf(options), known, [...path, 'options'], lose, ' of a test')
  if (threshold !== undefined) lose([...path, 'threshold'], 'threshold of a test not taken over: all checks must pass')
  for (const [name, value] of Object.entries({ vars, assert, metadata, options }))
    if (textOrJson(value) !== '' && !(name === 'assert' ? Array.isArray(value) : isRecord(value)))
      lose([...path, name], `${name} of ${textOrJson(value)} not read`)
  const own = Object.entries(recordOf(vars)).flatMap(([name, value]) => {
    if (!namesFile(value)) return [[name, plainTemplate(value, [...path, 'vars', name], lose)] as const]
    lose([...path, 'vars', name], `variable “${name}” is a file and not read`)
    return []
  })
  const all = { ...base.vars, ...Object.fromEntries(own) }
  const judge = judgeName(provider) || base.judge
  const made = {
    checks: listOf(assert)
      .flatMap((one, at) => assertedChecks(one, [...path, 'assert', at], lose))
      .map((check) => (check.model === '' ? { ...check, model: judge } : check)),
    judge,
    description: stringOf(description) || base.description,
    metadata: { ...base.metadata, ...recordOf(metadata) },
    prefix: stringOf(plainTemplate(prefix, [...path, 'options', 'prefix'], lose)) || base.prefix,
    suffix: stringOf(plainTemplate(suffix, [...path, 'options', 'suffix'], lose)) || base.suffix,
    isWhole: base.isWhole || disableVarExpansion === true,
  }
  return (made.isWhole ? [all] : expanded(all)).map((values) => ({ ...made, vars: values }))
}

/** The product of the lists among the values. Values may refer to each other. */
function expanded(vars: JsonRecord): readonly JsonRecord[] {
  const lists = Object.entries(vars).map(([name, value]) => [name, Array.isArray(value) ? value : [value]] as const)
  const count = lists.reduce((product, [, { length }]) => product * length, 1)
  refuseMany(count)
  return lists
    .reduce<JsonRecord[]>(
      (rows, [name, values]) => rows.flatMap((row) => values.map((value: unknown) => ({ ...row, [name]: value }))),
      [{}],
    )
    .map((row) => recordOf(fill(row, row)))
}

/** Before rows are made that no plan could hold. */
export const refuseMany = (count: number): void => refuse(tooMany(count, planLimits.rows, 'rows'))

/** As there, whatever begins with `__expected` is an assertion. */
const reserved =
  /^__(?:expected.*|prefix|suffix|description|threshold|metric|provider(?:Output)?|metadata:.+|config:.+)$/

/** Whether a table has columns that mean something to promptfoo. */
export const isPromptfooTable = (columns: readonly string[]): boolean => columns.some((name) => reserved.test(name))

/** A comma that is part of a text has a backslash before it. */
const partsOf = (list: string) => list.split(/(?<!\\),/).map((part) => part.trim().replaceAll('\\,', ','))

/** A row of such a table as a test. */
export function testOfRow(row: JsonRecord): JsonRecord {
  const cells = Object.entries(row).flatMap(([name, value]) =>
    reserved.test(name) && stringOf(value).trim() === '' ? [] : [[name, stringOf(value)] as const],
  )
  const under = (start: string) => cells.filter(([name]) => name.startsWith(start))
  const one = (name: string) => cells.find(([own]) => own === `__${name}`)?.[1]
  const metadata = under('__metadata:').map(([name, value]): [string, unknown] =>
    name.endsWith('[]') ? [name.slice(11, -2), partsOf(value)] : [name.slice(11), value],
  )
  return {
    vars: Object.fromEntries(cells.filter(([name]) => !reserved.test(name))),
    assert: under('__expected').map(([, value]) => assertionIn(value)),
    options: { prefix: one('prefix'), suffix: one('suffix') },
    description: one('description'),
    metadata: Object.fromEntries(metadata),
    ...(one('threshold') !== undefined && { threshold: Number(one('threshold')) }),
    ...Object.fromEntries(cells.filter(([name]) => /^__(?:metric|provider|config:)/.test(name))),
  }
}
