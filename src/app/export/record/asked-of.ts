import { isRecord, type JsonRecord, recordOf } from '#contract/core/loose-json.ts'
import { dataUrlHead } from '#media/data-url.ts'
import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { byteSize } from '../../ui/format.ts'

/** One text of a prompt, and its author: a role, or a kind of item. */
interface Said {
  readonly who: string
  readonly text: string
}

export interface AskedRequest {
  /** The whole prompt: instructions, turns, tool results. */
  readonly said: readonly Said[]
  /** All other fields; base64 is replaced by its type and size. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The fields of a prompt, in the order in which a model reads them. */
const promptFields = ['instructions', 'messages', 'input', 'prompt', 'text'] as const

/** Reads the request of any route, in JSON or in parts. */
export function askedOf({ sent }: Pick<RunRecord, 'sent'>): AskedRequest {
  const fields = fieldsOf(sent.body)
  const isPrompt = ([name, value]: readonly [string, unknown]) =>
    promptFields.some((one) => one === name) && (typeof value === 'string' || Array.isArray(value))
  const said = promptFields.flatMap((name) => {
    const value = fields[name]
    if (typeof value === 'string') return [{ who: name === 'instructions' ? 'instructions' : 'user', text: value }]
    return Array.isArray(value) ? value.map(saidBy) : []
  })
  const others = Object.entries(fields).filter((entry) => !isPrompt(entry))
  return { said, parameters: Object.fromEntries(others.map(([name, value]) => [name, withoutBytes(value)])) }
}

function fieldsOf(body: RunRecord['sent']['body']): JsonRecord {
  if (body.kind === 'json') return recordOf(body.value)
  if (body.kind === 'none') return {}
  const fields = new Map<string, unknown>()
  for (const part of body.parts) {
    const value = part.kind === 'text' ? part.value : fileWords(part.file)
    const before = fields.get(part.name)
    fields.set(part.name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(fields)
}

const fileWords = ({ name, type, size }: { readonly name: string; readonly type: string; readonly size: number }) =>
  `[${[name, type, byteSize(size)].filter(Boolean).join(', ')}]`

/** The text of one item of a request's input, and its author. */
export function saidBy(item: unknown): Said {
  if (!isRecord(item)) return { who: 'user', text: typeof item === 'string' ? item : JSON.stringify(item) }
  const { type, role, content, name, arguments: given, input, output } = item
  const kind = String(role ?? type ?? 'item')
  if (/_call$/.test(String(type)))
    return { who: 'tool call', text: `${String(name ?? type)}(${textOf(given ?? input)})` }
  if (/_output$/.test(String(type))) return { who: 'tool result', text: textOf(output) }
  return { who: kind, text: content === undefined ? JSON.stringify(withoutBytes(item)) : textOf(content) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(withoutBytes(content))
  return content.map(partText).join('\n')
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part
  const { text, refusal, type, filename } = recordOf(part)
  const words = text ?? refusal
  if (typeof words === 'string') return words
  if (typeof filename === 'string') return `[${filename}]`
  return `[${/image/.test(String(type)) ? 'image' : String(type ?? 'part')}]`
}

/** Shorter texts are never taken for base64. */
const shortest = 512
const base64 = /^[\w+/-]+={0,2}$/

/** A copy of a JSON value with base64 replaced by what `nameOf` returns for it. */
export function withoutBytes(value: unknown, nameOf = wordsOf): unknown {
  if (typeof value === 'string') return isBytes(value) ? nameOf(value) : value
  if (Array.isArray(value)) return value.map((one) => withoutBytes(one, nameOf))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutBytes(one, nameOf)]))
}

const isBytes = (text: string) => text.length > shortest && (dataUrlHead(text) !== undefined || base64.test(text))

function wordsOf(text: string): string {
  const { head = '', type = 'base64' } = dataUrlHead(text) ?? {}
  return `[${type}, ${byteSize(bytesIn(text.slice(head.length)))}]`
}

/** The decoded size of a base64 text, in bytes. */
export const bytesIn = (text: string): number =>
  Math.floor((text.length * 3) / 4) - (/=*$/.exec(text.slice(-2))?.[0].length ?? 0)
