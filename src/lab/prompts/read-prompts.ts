import {
  isRecord,
  type JsonRecord,
  jsonIn,
  listOf,
  nonBlankOf,
  ownOf,
  recordOf,
  stringOf,
  textOrJson,
} from '#contract/core/loose-json.ts'
import { type InputItem, instructionsOf, toResponses } from '#contract/responses/input.ts'
import { ResponsesRequest } from '#contract/responses/responses.ts'
import { variablesIn } from '../cells.ts'
import { isMessages, type Lose, loseOthers } from '../foreign/foreign-set.ts'
import { promptsIn } from '../foreign/promptfoo-prompts.ts'
import { readDelimited } from '../rows/delimited-text.ts'
import { yamlIn } from '../rows/yaml-text.ts'
import {
  isLibraryFile,
  type PromptsReading,
  type PromptVariable,
  readLibraryFile,
  type SavedPrompt,
  variableTypes,
} from './saved-prompt.ts'

/**
 * Reads prompts from a text: a file of this program, a saved prompt of OpenAI as JSON, prompts of promptfoo as YAML, JSON, JSONL or CSV, a list of chat
 * messages, or a plain text, which is one prompt. Never throws.
 */
export function readPrompts(text: string): PromptsReading {
  const losses: string[] = []
  const lose: Lose = (_, words) => losses.push(words)
  // Of YAML only what names its prompts: most texts are YAML of some kind.
  const value = jsonIn(text) ?? rowsIn(text, lose) ?? (/^prompts:/m.test(text) ? yamlIn(text) : undefined)
  if (isLibraryFile(value)) return readLibraryFile(value)
  const prompts = promptsOf(text, value, lose)
  if (prompts.length > 0) return { status: 'read', prompts, losses: [...new Set(losses)] }
  return { status: 'refused', why: losses[0] ? `No prompt in this text: ${losses[0]}.` : 'No prompt in this text.' }
}

const headOf = (text: string) =>
  stringOf(/\S.*/.exec(text)?.[0])
    .split(/[,;\t]/)
    .map((name) =>
      name
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
    )

/** The text of a CSV file with `prompt` as its first line, where it is one list of prompts: of those promptfoo asks for no head. */
export function withPromptHead(text: string): string {
  const table = readDelimited(text, 'CSV', true)
  const isTable = typeof table !== 'string' && table.columns.length > 1 && table.ragged.length === 0
  return isTable || headOf(text).includes('prompt') ? text : `prompt\n${text}`
}

/** A file of promptfoo with a prompt in each line as JSON, or in each row of a table with a column `prompt`. */
function rowsIn(text: string, lose: Lose): readonly unknown[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length > 1 && lines.every((line) => /^\s*[[{]/.test(line) && jsonIn(line) !== undefined))
    return lines.map(jsonIn)
  const names = headOf(text)
  if (lines.length < 2 || !names.includes('prompt')) return undefined
  const table = readDelimited(text, 'CSV', true)
  // With one column, a comma is part of the words.
  if (typeof table === 'string' || (names.length === 1 && (table.ragged.length > 0 || table.columns.length > 1)))
    return lines.slice(1).map((prompt) => ({ prompt }))
  const column = (name: string) => table.columns.find((one) => one.trim().toLowerCase() === name) ?? ''
  const [prompt, label] = [column('prompt'), column('label')]
  if (prompt === '') return undefined
  for (const { line } of table.ragged) lose([], `line ${line} not read: it has another number of columns`)
  for (const name of table.columns) if (name !== prompt && name !== label) lose([], `column “${name}” not taken over`)
  return table.rows.filter((row) => nonBlankOf(row[prompt])).map((row) => ({ prompt: row[prompt], label: row[label] }))
}

function promptsOf(text: string, value: unknown, lose: Lose): readonly SavedPrompt[] {
  if (isRecord(value) && value.prompts === undefined) return openAiPrompts(value, lose)
  if (!isMessages(value) && Array.isArray(value))
    return value.flatMap((one: unknown) => {
      const { prompt, label } = recordOf(one)
      if (Array.isArray(one)) return promptsOf(text, { prompts: [one] }, lose)
      if (typeof prompt === 'string') return promptsOf(text, { prompts: [{ raw: prompt, label }] }, lose)
      return isRecord(one) ? openAiPrompts(one, lose) : []
    })
  if (isRecord(value)) loseOthers(value, ['prompts', 'description'], [], lose)
  const given = isRecord(value) ? value.prompts : textsIn(text, value, lose)
  return [given].flat().flatMap((one: unknown) => {
    const { label, id } = recordOf(one)
    const found = promptsIn(Array.isArray(given) ? [one] : one, lose)
    const name = nonBlankOf(label) ?? id
    return found.map((said) =>
      promptOf({ name, ...(typeof said === 'string' ? { input: said } : { messages: said }) }, lose),
    )
  })
}

/** The prompts of a plain text, which promptfoo separates by lines of `---`. */
function textsIn(text: string, value: unknown, lose: Lose): readonly string[] {
  if (value !== undefined) return [text]
  const parts = text.split(/^---[ \t]*\r?$/m).filter((part) => part.trim() !== '')
  if (parts.length > 1) lose([], 'split at lines of “---”, as promptfoo does')
  const lines = text.trim().split('\n')
  if (/^\s*(?:\[|\{(?![{%]))/.test(text)) lose([], 'not valid JSON: taken over as plain text')
  else if (parts.length === 1 && lines.length > 1 && lines.every((line) => line.trim() !== ''))
    lose([], 'taken over as one text: its first line names no column “prompt”')
  return parts
}

const facts = ['id', 'object', 'name', 'title', 'version', 'created_at', 'updated_at', 'variables', 'prompt']
const texts = ['instructions', 'input', 'messages']
const fields = Object.keys(ResponsesRequest.shape)

/** A saved prompt of OpenAI (`pmpt_…`), bare or as the `prompt` of a request. One that only names it has no text, and is kept as that parameter. */
function openAiPrompts(record: JsonRecord, lose: Lose): readonly SavedPrompt[] {
  const body = { ...recordOf(record.prompt), ...record }
  const hasText = texts.some((name) => nonBlankOf(body[name]) !== undefined || listOf(body[name]).length > 0)
  const { id, version, variables } = { ...body, ...recordOf(record.prompt) }
  const isReference = !hasText && typeof id === 'string'
  if (!hasText && !isReference) {
    lose([], 'neither instructions nor messages')
    return []
  }
  loseOthers(body, [...facts, ...fields], [], lose)
  if (!isReference) return [promptOf(body, lose)]
  lose(
    [],
    `“${id}” only names a prompt: it has no text here, is kept as the parameter “prompt”, and only OpenAI can fill it`,
  )
  const reference = { id, ...(version !== undefined && { version }), ...(isRecord(variables) && { variables }) }
  const made = promptOf({ ...body, variables: undefined }, lose)
  return [{ ...made, parameters: { ...made.parameters, prompt: reference } }]
}

const spoken = new Set<unknown>(['user', 'assistant'])
const system = new Set<unknown>(['system', 'developer'])

/** The prompt of a request. Its system messages are instructions; calls and their results are left out. */
function promptOf(body: JsonRecord, lose: Lose): SavedPrompt {
  const request = toResponses(body)
  const instructions = instructionsOf(request).join('\n\n')
  const messages = request.input
    .filter(({ role }) => spoken.has(role))
    .map((item) => ({ ...item, type: 'message' as const, role: stringOf(item.role) }))
  for (const { type, role } of request.input)
    if (!spoken.has(role) && !system.has(role)) lose([], `${stringOf(type) || stringOf(role) || 'item'} not taken over`)
  const used = variablesIn([instructions, messages])
  const declared = declaredIn(body.variables)
  const names = [...new Set([...used, ...declared.keys()])]
  return {
    ...{ name: nameOf(body, instructions, messages), instructions, messages },
    variables: Object.fromEntries(names.map((name) => [name, declared.get(name) ?? { type: 'text' }])),
    parameters: Object.fromEntries(
      fields.flatMap((name) => {
        const value = [...texts, 'prompt'].includes(name) ? undefined : ownOf(body, name)
        return value === undefined || value === null ? [] : [[name, value]]
      }),
    ),
  }
}

function nameOf(body: JsonRecord, instructions: string, messages: readonly InputItem[]): string {
  const [first] = messages.flatMap(({ content }) =>
    listOf(content).flatMap((part) => nonBlankOf(recordOf(part).text) ?? []),
  )
  const named = [body.name, body.title, body.id].map(nonBlankOf).find(Boolean)
  return (named ?? first ?? instructions).trim().replace(/\s+/g, ' ').slice(0, 60) || 'Imported prompt'
}

/** Variables by name: their values, or what is said of them; a list of names, or of what is said. */
function declaredIn(value: unknown): ReadonlyMap<string, PromptVariable> {
  const named = Array.isArray(value)
    ? value.map(
        (one: unknown) => [typeof one === 'string' ? one : stringOf(recordOf(one).name), recordOf(one)] as const,
      )
    : Object.entries(recordOf(value))
  return new Map(named.flatMap(([name, one]) => (name === '' ? [] : [[name, variableOf(one)]])))
}

function variableOf(value: unknown): PromptVariable {
  const { type, default: usual, value: given = usual, text = given } = recordOf(value)
  const said = isRecord(value) ? text : value
  const isFile = /file|image|audio/.test(stringOf(type))
  const kind = isFile ? 'file' : typeof said === 'number' ? 'number' : variableTypes.find((one) => one === type)
  const words = isFile ? '' : textOrJson(said)
  return { type: kind ?? 'text', ...(words !== '' && { default: words }) }
}
