import { isRecord, type JsonRecord, ownOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { fill, variablesIn } from '../cells.ts'
import type { ColumnKind } from '../lab-plan.ts'
import { namesIn } from '../rows/row-limits.ts'
import type { Path } from '../rows/yaml-text.ts'
import { type ForeignSet, freeName, type Lose, loseOthers, plainName } from './foreign-set.ts'
import { type Prompt, promptsIn } from './promptfoo-prompts.ts'
import { defaultTest, type PlainTest, plainTests, refuseMany } from './promptfoo-tests.ts'

const read = ['$schema', 'description', 'prompts', 'providers', 'targets', 'tests', 'defaultTest']

/** A file of promptfoo, or, as `tests`, the list of tests that such a file may name. */
export function promptfooSet(config: JsonRecord, lose: Lose, testPath: Path = ['tests']): Omit<ForeignSet, 'losses'> {
  loseOthers(config, read, [], lose)
  const prompts = promptsIn(config.prompts, lose)
  const { models, settings } = modelsIn(config, lose)
  const base = defaultTest(config.defaultTest, ['defaultTest'], lose)
  const unchecked = { ...base, checks: [] }
  const found = Array.isArray(config.tests) ? config.tests : []
  if (config.tests !== undefined && found !== config.tests) lose(testPath, 'tests of another file not read')
  const tests = found.flatMap((test: unknown, at) => {
    if (isRecord(test) && !('path' in test)) return plainTests(test, [...testPath, at], lose, unchecked)
    lose([...testPath, at], 'tests of another file not read')
    return []
  })
  return {
    ...{ kind: 'promptfoo', name: stringOf(config.description), models, checks: base.checks },
    ...rowsOfTests(tests.length > 0 ? tests : plainTests({}, testPath, lose, unchecked), prompts, settings, lose),
  }
}

/**
 * One prompt for all tests is the request, with its placeholders. Several, or one with a test's own text around it, are a column, each filled with
 * its test's values: a row for each test and prompt.
 */
function rowsOfTests(tests: readonly PlainTest[], prompts: readonly Prompt[], settings: JsonRecord, lose: Lose) {
  refuseMany(tests.length * Math.max(1, prompts.length))
  const taken = namesIn(tests.map(({ vars }) => vars))
  const named = (name: string) => freeName(name, taken)
  const names = { description: named('description'), metadata: named('metadata'), checks: named('checks') }
  const promptName = named('prompt')
  const around = ({ prefix, suffix }: PlainTest, prompt: Prompt) =>
    typeof prompt === 'string' ? prefix + prompt + suffix : prompt
  const [first] = tests
  const isOne = tests.every((test) => test.prefix === first?.prefix && test.suffix === first.suffix)
  const [one] = prompts
  const request = first && one !== undefined && prompts.length === 1 && isOne ? around(first, one) : `{{${promptName}}}`
  const isColumn = prompts.length > 1 || !isOne
  const rows = tests.flatMap((test) => {
    const { vars, description, metadata, checks, prefix, suffix } = test
    const row = {
      ...vars,
      ...(description !== '' && { [names.description]: description }),
      ...(Object.keys(metadata).length > 0 && { [names.metadata]: metadata }),
      ...(checks.length > 0 && { [names.checks]: checks }),
      ...(prompts.length === 0 && prefix !== '' && { [named('prefix')]: prefix }),
      ...(prompts.length === 0 && suffix !== '' && { [named('suffix')]: suffix }),
    }
    return isColumn && prompts.length > 0
      ? prompts.map((prompt) => ({ [promptName]: fill(around(test, prompt), vars), ...row }))
      : [row]
  })
  const isConversation = isColumn && prompts.some((prompt) => typeof prompt !== 'string')
  const kinds: readonly (readonly [string, ColumnKind])[] = [
    [names.description, 'metadata'],
    [names.metadata, 'metadata'],
    [names.checks, 'checks'],
    ...(isConversation ? [[promptName, 'messages'] as const] : []),
  ]
  const lacking = tests.flatMap((test) =>
    variablesIn(isColumn ? prompts.map((prompt) => around(test, prompt)) : []).filter(
      (name) => plainName.test(name) && !Object.hasOwn(test.vars, name),
    ),
  )
  for (const name of new Set(lacking)) lose(['prompts'], `{{${name}}} has no value in a test and stays in its prompts`)
  const columns = namesIn(rows)
  return {
    ...(prompts.length > 0 && { request: { ...settings, input: request } }),
    rows: rows.filter((row) => Object.keys(row).length > 0),
    columns: Object.fromEntries(kinds.filter(([name]) => columns.includes(name))),
  }
}

/** Settings of providers that requests have too, by their names there. */
const settingNames = new Map(
  ['temperature', 'top_p', 'max_output_tokens', 'max_tokens'].map((name) => [
    name,
    name.replace('max_tokens', 'max_output_tokens'),
  ]),
)

const programs =
  /^(?:file:|exec:|python:|golang:|ruby:|https?:|http$|webhook:|websocket|wss?:|package:)|\.(?:[cm]?[jt]s|py)$/

/** What the providers are called, and the settings on which all of them agree. */
function modelsIn({ providers, targets = providers }: JsonRecord, lose: Lose) {
  const field = providers === undefined ? 'targets' : 'providers'
  const list = targets === undefined ? [] : [targets].flat()
  const all = list.flatMap((one: unknown, at) => {
    const path = Array.isArray(targets) ? [field, at] : [field]
    const [named, options] = isRecord(one) && one.id === undefined ? (Object.entries(one)[0] ?? []) : []
    const provider = recordOf(options ?? one)
    const { id = named ?? one, config } = provider
    if (typeof id !== 'string' || programs.test(id)) {
      lose(path, `provider ${typeof id === 'string' ? id : 'of another form'} not taken over`)
      return []
    }
    loseOthers(provider, ['id', 'label', 'config'], path, lose, ' of a provider')
    return [{ id, path, config: recordOf(config) }]
  })
  const [first] = all
  const isShared = (name: string, value: unknown) =>
    typeof value === 'number' && settingNames.has(name) && all.every(({ config }) => ownOf(config, name) === value)
  const shared = Object.entries(first?.config ?? {}).filter(([name, value]) => isShared(name, value))
  const sharedNames = shared.map(([name]) => name)
  for (const { config, path } of all) loseOthers(config, sharedNames, [...path, 'config'], lose, ' of a provider')
  return {
    models: [...new Set(all.map(({ id }) => id))],
    settings: Object.fromEntries(shared.flatMap(([name, value]) => [[settingNames.get(name) ?? name, value] as const])),
  }
}
