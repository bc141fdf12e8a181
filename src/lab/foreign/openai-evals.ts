import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from '#contract/core/loose-json.ts'
import { mapTexts } from '../cells.ts'
import type { Check } from '../checks/check.ts'
import { objectOf } from '../judges/judge-requests.ts'
import type { Path } from '../rows/yaml-text.ts'
import { type ForeignSet, type Lose, loseOthers, plainTemplate } from './foreign-set.ts'

const read = ['name', 'testing_criteria', 'data_source', 'data_source_config', 'object', 'id', 'created_at']

/** An eval of OpenAI, with the data source of a run where it has one: `string_check` graders become checks, `label_model` and `score_model` judges. */
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
  const judge = judgeCheck(recordOf(grader), path, lose)
  if (judge) return [judge]
  const check = operations.get(operation)
  if (type === 'string_check' && check && /^\{\{\s*sample\.output_text\s*\}\}$/.test(stringOf(input)))
    return [{ ...check, value: plainTemplate(ofItem(reference), path, lose) }]
  lose(path, `${stringOf(type) || 'untyped'} grader “${stringOf(name)}” not taken over`)
  return []
}

const texts = (values: unknown) => listOf(values).filter((one) => typeof one === 'string')

/** A grader that asks a model, as a judge; undefined for others, and for a score without a threshold. */
function judgeCheck(grader: JsonRecord, path: Path, lose: Lose): Check | undefined {
  const { type, name, model, input, range, pass_threshold: min } = grader
  const [labels, passing] = [texts(grader.labels), texts(grader.passing_labels)]
  const isScore = type === 'score_model' && typeof min === 'number'
  if (!isScore && (type !== 'label_model' || passing.length === 0)) return undefined
  const fields = isScore ? ['range', 'pass_threshold'] : ['labels', 'passing_labels']
  loseOthers(grader, ['type', 'name', 'model', 'input', ...fields], path, lose, ' of a grader')
  const [low = 0, high = 1] = listOf(range)
  const asked = isScore
    ? `Give a score from ${low} to ${high}. It passes with ${min} or more.`
    : `Choose one of these labels: ${labels.join(', ')}. It passes with: ${passing.join(', ')}.`
  const prompt = mapTexts(ofItem([...listOf(input).map(textOfMessage), asked].join('\n\n')), (text) =>
    text.replace(/\{\{\s*sample\.output_text\s*\}\}/g, '{{output}}'),
  )
  const [reason, pass] = [{ type: 'string' }, { type: 'boolean' }]
  return {
    ...{ type: 'llm-rubric', value: stringOf(name), model: stringOf(model) },
    prompt: plainTemplate(prompt, [...path, 'input'], lose),
    ...(isScore ? { min } : { schema: objectOf({ reason, label: { type: 'string', enum: labels }, pass }) }),
  }
}

const textOfMessage = (message: unknown) =>
  [recordOf(message).content]
    .flat()
    .map((part) => stringOf(part) || stringOf(recordOf(part).text))
    .join('\n')
