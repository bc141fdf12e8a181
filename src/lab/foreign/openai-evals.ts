import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { mapTexts } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import type { Path } from '../rows/yaml-text.ts'
import { type ForeignSet, type Lose, loseOthers, plainTemplate } from './foreign-set.ts'

const read = ['name', 'testing_criteria', 'data_source', 'data_source_config', 'object', 'id', 'created_at']

/** An eval of OpenAI, with the data source of a run where it has one: `string_check` graders become checks, graders that ask a model are losses. */
export function evalsSet(given: JsonRecord, lose: Lose): Omit<ForeignSet, 'losses'> {
  const { name, testing_criteria, data_source } = given
  const { source, input_messages, model } = recordOf(data_source)
  const { template } = recordOf(input_messages)
  loseOthers(given, read, [], lose)
  loseOthers(recordOf(data_source), ['source', 'input_messages', 'model', 'type'], ['data_source'], lose)
  loseOthers(recordOf(source), ['content', 'type'], ['data_source', 'source'], lose, ' of the source')
  loseOthers(recordOf(input_messages), ['template', 'type'], ['data_source', 'input_messages'], lose)
  const checks = listOf(testing_criteria).flatMap((grader, at) => graderCheck(grader, ['testing_criteria', at], lose))
  const path = ['data_source', 'source', 'content']
  const expected = checks.flatMap(({ value }) => /^\{\{(\w+)\}\}$/.exec(stringOf(value))?.[1] ?? [])
  return {
    ...itemRows(listOf(recordOf(source).content), path, lose),
    ...{ name: stringOf(name), models: typeof model === 'string' ? [model] : [], checks },
    columns: Object.fromEntries(expected.map((name) => [name, 'expected'])),
    ...(Array.isArray(template) && {
      request: {
        input: plainTemplate(
          ofItem(template.map(withListedContent)),
          ['data_source', 'input_messages', 'template'],
          lose,
        ),
      },
    }),
  }
}

const resultFacts = ['object', 'id', 'created_at', 'run_id', 'eval_id', 'status', 'datasource_item_id']

/** Rows of the form `{"item": {…}}`, as files for OpenAI Evals have them, or `{"datasource_item": {…}}`, as their results do. */
export function itemRows(list: readonly unknown[], path: Path, lose: Lose): Omit<ForeignSet, 'losses'> {
  const rows = list.map((one, at) => {
    const { item, datasource_item } = recordOf(one)
    const read = item === undefined ? ['datasource_item', ...resultFacts] : ['item']
    loseOthers(recordOf(one), read, [...path, at], lose, ' of a row')
    return recordOf(item ?? datasource_item)
  })
  return { kind: 'OpenAI Evals', name: '', models: [], rows, columns: {}, checks: [] }
}

/** `{{item.topic}}` is the row's own `{{topic}}` here. */
const ofItem = (value: unknown) => mapTexts(value, (text) => text.replace(/\{\{\s*item\.(\w+)\s*\}\}/g, '{{$1}}'))

/** A part alone as the content of a message, which requests have in a list. */
const withListedContent = (message: unknown) =>
  isRecord(recordOf(message).content) ? { ...recordOf(message), content: [recordOf(message).content] } : message

const operations = new Map<unknown, { readonly type: string; readonly not?: true }>([
  ['eq', { type: 'equals' }],
  ['ne', { type: 'equals', not: true }],
  ['like', { type: 'contains' }],
  ['ilike', { type: 'icontains' }],
])

function graderCheck(grader: unknown, path: Path, lose: Lose): readonly Check[] {
  const { type, name, input, reference, operation } = recordOf(grader)
  const check = operations.get(operation)
  if (type === 'string_check' && check && /^\{\{\s*sample\.output_text\s*\}\}$/.test(stringOf(input)))
    return [{ ...check, value: plainTemplate(ofItem(reference), path, lose) }]
  lose(path, `${stringOf(type) || 'untyped'} grader “${stringOf(name)}” not taken over`)
  return []
}
