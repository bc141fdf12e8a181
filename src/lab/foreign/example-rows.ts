import {
  defined,
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  ownOf,
  recordOf,
  stringOf,
} from '#contract/core/loose-json.ts'
import type { ColumnKind } from '../lab-plan.ts'
import { namesIn } from '../rows/row-limits.ts'
import { type ForeignSet, freeName, isMessages } from './foreign-set.ts'

/** The names under which sets of examples have what is expected, in the order in which they count. */
const expectedNames = ['expected', 'expected_output', 'expectedOutput', 'reference_output', 'ideal']

/** Whether rows are examples: `{input, expected, metadata}` by any of its names, or conversations that end with the answer. */
export function isExamples(rows: readonly JsonRecord[]): boolean {
  const [first = {}] = rows
  const hasInput =
    'input' in first && ([...expectedNames, 'metadata'].some((name) => name in first) || isRecord(first.output))
  return hasInput || isMessages(first.messages)
}

/** Rows of a table with the values that cells hold as JSON, where all of a column do: so the tools export what is more than a text. */
export function withJsonCells(rows: readonly JsonRecord[]): readonly JsonRecord[] {
  const jsonOf = (cell: unknown) => (/^\s*[[{"]/.test(stringOf(cell)) ? jsonIn(stringOf(cell)) : undefined)
  const names = namesIn(rows).filter((name) => rows.every((row) => row[name] === '' || jsonOf(row[name]) !== undefined))
  const read = (row: JsonRecord) => names.map((name) => [name, jsonOf(row[name]) ?? row[name]])
  return rows.map((row) => ({ ...row, ...Object.fromEntries(read(row)) }))
}

/** Examples of Braintrust, Phoenix and Langfuse, samples of the evals registry, and conversations as sets for training have them. */
export function exampleSet(rows: readonly JsonRecord[]): Omit<ForeignSet, 'losses'> {
  const expectedName = expectedNames.find((name) => rows.some((row) => name in row)) ?? 'output'
  const isRegistry = expectedName === 'ideal'
  const parts = rows.map((row) => {
    const { input, messages = input, metadata, ...others } = row
    const { asked, answer } = inputOf(messages)
    const { [expectedName]: expected = answer, ...rest } = others
    return { asked, expected: onlyValue(expected), metadata, rest }
  })
  const asked = namesIn(parts.map((part) => part.asked))
  const rest = namesIn(parts.map((part) => part.rest))
  const named = new Map([...rest, 'expected', 'metadata'].map((name) => [name, freeName(name, asked)]))
  const under = (name: string) => named.get(name) ?? name
  const kinds: readonly (readonly [string, ColumnKind])[] = [
    ...rest.map((name) => [under(name), 'metadata'] as const),
    [under('expected'), 'expected'],
    [under('metadata'), 'metadata'],
    ...asked.flatMap((name) =>
      parts.some((part) => isMessages(ownOf(part.asked, name))) ? [[name, 'messages'] as const] : [],
    ),
  ]
  const made = parts.map((part) => ({
    ...part.asked,
    ...defined({ [under('expected')]: part.expected ?? undefined, [under('metadata')]: part.metadata ?? undefined }),
    ...Object.fromEntries(Object.entries(part.rest).map(([name, value]) => [under(name), value])),
  }))
  const columns = namesIn(made)
  const isCompared =
    'input' in (rows[0] ?? {}) && parts.some(({ expected }) => typeof expected !== 'object' && expected !== undefined)
  const isList = parts.some(({ expected }) => Array.isArray(expected))
  const type = isRegistry ? (isList ? 'contains-any' : 'starts-with') : 'icontains'
  return {
    kind: isRegistry ? 'OpenAI Evals registry' : 'Examples',
    ...{ name: '', models: [], rows: made },
    request: { input: asked.length === 1 ? `{{${asked[0]}}}` : asked.map((name) => `${name}: {{${name}}}`).join('\n') },
    columns: Object.fromEntries(kinds.filter(([name]) => columns.includes(name))),
    checks: isCompared || isList ? [{ type, value: `{{${under('expected')}}}` }] : [],
  }
}

/** The variables in an input, and the answer that a conversation ends with. */
function inputOf(input: unknown): { readonly asked: JsonRecord; readonly answer?: unknown } {
  if (isRecord(input)) return isMessages(input.messages) ? inputOf(input.messages) : { asked: input }
  if (!isMessages(input)) return { asked: { input } }
  const last = recordOf(listOf(input).at(-1))
  const isAnswered = stringOf(last.role) === 'assistant' && input.length > 1
  return isAnswered ? { asked: { messages: input.slice(0, -1) }, answer: last.content } : { asked: { messages: input } }
}

/** The value of an object that has one alone, such as `{"answer": "Oslo"}`. */
function onlyValue(value: unknown): unknown {
  const [name, ...others] = Object.keys(recordOf(value))
  return name !== undefined && others.length === 0 ? ownOf(recordOf(value), name) : value
}
