import { type JsonRecord, listOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { fill, variablesIn } from '../cells.ts'
import type { PromptVariable } from './saved-prompt.ts'

type Variables = Readonly<Record<string, PromptVariable>>

/** What was typed for the placeholders, by name: of a file the name of one that is attached. */
export type PromptValues = Readonly<Record<string, string>>

export const promptValue = (name: string, variables: Variables, values: PromptValues): string =>
  ownOf(values, name) ?? ownOf(variables, name)?.default ?? ''

/** The placeholders in these texts that have no value of their type yet, in the order of their use. `files`: the names of those attached. */
export function lackingValues(
  texts: unknown,
  variables: Variables,
  values: PromptValues,
  files: readonly string[],
): readonly string[] {
  return variablesIn(texts).filter((name) => {
    const value = promptValue(name, variables, values)
    const type = ownOf(variables, name)?.type
    if (type === 'file') return !files.includes(value)
    return value.trim() === '' || (type === 'number' && !Number.isFinite(Number(value)))
  })
}

/** The values of the placeholders in these texts as a row. All are texts, since they stand in texts. */
export const promptRow = (texts: unknown, variables: Variables, values: PromptValues): JsonRecord =>
  Object.fromEntries(variablesIn(texts).map((name) => [name, promptValue(name, variables, values)]))

/** Messages with their placeholders filled. One of a file becomes its part of the content, between the text before it and behind it. */
export function filledMessages<Item extends JsonRecord>(
  messages: readonly Item[],
  row: JsonRecord,
  files: ReadonlyMap<string, JsonRecord>,
): readonly Item[] {
  return messages.map((item) => ({
    ...item,
    content: listOf(item.content).flatMap((part) => splitAtFiles(recordOf(part), files).map((one) => filled(one, row))),
  }))
}

const filled = (part: JsonRecord, row: JsonRecord): JsonRecord =>
  typeof part.text === 'string' ? { ...part, text: fill(part.text, row) } : part

function splitAtFiles(part: JsonRecord, files: ReadonlyMap<string, JsonRecord>): readonly JsonRecord[] {
  const { text } = part
  if (typeof text !== 'string' || files.size === 0) return [part]
  const parts: JsonRecord[] = []
  let before = ''
  const flush = () => {
    if (before.trim() !== '') parts.push({ ...part, text: before })
    before = ''
  }
  for (const piece of text.split(/(\{\{[^{}]*\}\})/)) {
    const file = files.get(variablesIn(piece)[0] ?? '')
    if (file) flush()
    if (file) parts.push(file)
    else before += piece
  }
  flush()
  return parts
}
