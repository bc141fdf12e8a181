import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { mapTexts } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import type { Path } from '../rows/yaml-text.ts'
import type { ForeignSet, Lose } from './foreign-set.ts'
import { plainTemplate } from './plain-template.ts'

const read = ['name', 'data_source_config', 'testing_criteria', 'data_source', 'object', 'id', 'created_at', 'metadata']

/** An eval of OpenAI, with the data source of a run where it has one: `string_check` graders become checks, graders that ask a model are losses. */
export function evalsSet(given: JsonRecord, lose: Lose): Omit<ForeignSet, 'losses'> {
  for (const name of Object.keys(given)) if (!read.includes(name)) lose([name], `“${name}” not taken over`)
  const { source, input_messages, model, sampling_params } = recordOf(given.data_source)
  if (sampling_params !== undefined) lose(['data_source', 'sampling_params'], '“sampling_params” not taken over')
  const { template, item_reference } = recordOf(input_messages)
  if (item_reference !== undefined) lose(['data_source', 'input_messages'], 'messages of an item not taken over')
  const checks = listOf(given.testing_criteria).flatMap((grader, at) =>
    graderCheck(grader, ['testing_criteria', at], lose),
  )
  const path = ['data_source', 'source', 'content']
  const expected = checks.flatMap(({ value }) => /^\{\{(\w+)\}\}$/.exec(stringOf(value))?.[1] ?? [])
  return {
    ...itemRows(listOf(recordOf(source).content), path, lose),
    ...{ name: stringOf(given.name), models: typeof model === 'string' ? [model] : [], checks },
    columns: Object.fromEntries(expected.map((name) => [name, 'expected'])),
    ...(Array.isArray(template) && {
      request: { input: plainTemplate(ofItem(template), ['data_source', 'input_messages', 'template'], lose) },
    }),
  }
}

/** Rows of the form `{"item": {…}}`, as files for OpenAI Evals have them. */
export function itemRows(list: readonly unknown[], path: Path, lose: Lose): Omit<ForeignSet, 'losses'> {
  const rows = list.map((one, at) => {
    const { item, ...others } = recordOf(one)
    for (const name of Object.keys(others)) lose([...path, at, name], `“${name}” of a row not taken over`)
    return recordOf(item)
  })
  return { kind: 'OpenAI Evals', name: '', models: [], rows, columns: {}, checks: [] }
}

/** `{{item.topic}}` is the row's own `{{topic}}` here. */
const ofItem = (value: unknown) => mapTexts(value, (text) => text.replace(/\{\{\s*item\.(\w+)\s*\}\}/g, '{{$1}}'))

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

export const isItems = (list: readonly unknown[]): boolean => isRecord(recordOf(list[0]).item)
