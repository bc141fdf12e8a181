import { isRecord, type JsonRecord, recordOf } from '#contract/core/loose-json.ts'
import { dataUrlHead } from '#media/data-url.ts'
import type { RecordedAsset, RunRecord, SentBody, SentFile, SentRequest } from '../../run/history/run-record-schema.ts'
import { storedError } from '../../run/result.ts'
import { timeTaken } from '../../run/time-taken.ts'
import { byteSize } from '../../ui/format.ts'

/** The time of sending, or of creation where it was never sent: ms since 1970. */
export function sentAt({ run }: RunRecord): number {
  return (run.log.find(({ status }) => status === 'sending') ?? run.log[0])?.at ?? 0
}

/** ISO 8601; 1970 for times outside the range of `Date`. */
export const isoTime = (at: number): string =>
  new Date(Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : 0).toISOString()

/** Seconds that the run took; undefined where it has not ended. */
export function secondsTaken({ run }: RunRecord): number | undefined {
  const taken = timeTaken(run)
  return taken === undefined ? undefined : taken / 1000
}

/** Message and code of the error that a run reported; empty where there is none. */
export function errorText(record: RunRecord): string {
  const { message, code } = errorOf(record) ?? {}
  return [message, code && `(${code})`].filter(Boolean).join(' ')
}

export const errorOf = ({ run, result }: RunRecord) => result.error ?? storedError(run.error)

export function callTexts({ result }: RunRecord): readonly string[] {
  return result.outputs.flatMap((output) =>
    output.kind === 'tool-call' ? [`${output.name}(${output.arguments})`] : [],
  )
}

/** A run as JSON: everything but the bytes of files, which are named by their hashes. */
export function plainRecord(record: RunRecord): object {
  return {
    ...record,
    sent: plainSent(record.sent),
    assets: record.assets.map(({ blob: _, ...facts }) => facts),
  }
}

/** A request without the bytes of its files: their hashes stay. */
export function plainSent({ body, ...head }: SentRequest): SentRequest {
  if (body.kind !== 'multipart') return { ...head, body }
  const parts = body.parts.map((part) => (part.kind === 'file' ? { ...part, file: facts(part.file) } : part))
  return { ...head, body: { kind: 'multipart', parts } }
}

const facts = ({ blob: _, ...rest }: SentFile): SentFile => rest

/** One text of a prompt, and its author: a role, or a kind of item. */
interface Said {
  readonly who: string
  readonly text: string
}

interface AskedRequest {
  /** The whole prompt: instructions, turns, tool results. */
  readonly said: readonly Said[]
  /** All other fields; base64 is replaced by its type and size. */
  readonly parameters: Readonly<Record<string, unknown>>
}

const promptFields = ['instructions', 'messages', 'input', 'prompt', 'text'] as const

export function askedOf(body: SentBody): AskedRequest {
  const fields = fieldsOf(body)
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

function fieldsOf(body: SentBody): JsonRecord {
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
function withoutBytes(value: unknown, nameOf = wordsOf): unknown {
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
const bytesIn = (text: string): number =>
  Math.floor((text.length * 3) / 4) - (/=*$/.exec(text.slice(-2))?.[0].length ?? 0)

export interface NamedMedia {
  readonly name: string
  readonly asset: RecordedAsset
}

/** The files of a run: sent, received, and the previews before the final ones. */
export interface RunMedia {
  readonly inputs: readonly NamedMedia[]
  readonly outputs: readonly NamedMedia[]
  readonly previews: readonly NamedMedia[]
}

/** Outputs in the order of the reply. A picture that was never finished counts as a preview. */
export function mediaOf(record: Pick<RunRecord, 'sent' | 'result' | 'assets'>): RunMedia {
  const media = record.result.outputs.filter((output) => output.kind === 'media')
  const labels = new Map(media.map(({ sha256, label }) => [sha256, label]))
  const steps = new Set(
    media.flatMap(({ sha256, partial, steps: before = [] }) => [...before, ...(partial ? [sha256] : [])]),
  )
  const files = record.assets.filter(({ role }) => role === 'output')
  const places = new Map(media.map(({ sha256 }, at) => [sha256, at]))
  const placeOf = ({ sha256 }: RecordedAsset) => places.get(sha256) ?? media.length
  const isText = ({ type }: RecordedAsset) =>
    /^text\/(?:plain|vtt|srt)/.test(type) && record.result.outputs.some(({ kind }) => kind === 'message')
  const finals = files
    .filter((file) => !steps.has(file.sha256) && !isText(file))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  return {
    inputs: inputsOf(record),
    outputs: numbered('Output', finals).map(({ name, asset }) => {
      const label = labels.get(asset.sha256)
      return { name: label === undefined ? name : `${name} (${label})`, asset }
    }),
    previews: numbered(
      'Preview',
      files.filter((file) => steps.has(file.sha256)),
    ),
  }
}

const numbered = (word: string, files: readonly RecordedAsset[]): readonly NamedMedia[] =>
  files.map((asset, at) => ({ name: files.length === 1 ? word : `${word} ${at + 1}`, asset }))

function inputsOf({ sent, assets }: Pick<RunRecord, 'sent' | 'assets'>): readonly NamedMedia[] {
  const isMask = maskIn(sent.body)
  const files = assets.filter(({ role }) => role === 'input')
  const mask = files.findLast(isMask)
  const named = numbered(
    'Input',
    files.filter((file) => file !== mask),
  )
  return mask ? [...named, { name: 'Mask', asset: mask }] : named
}

/** Identifies the mask of a request: by its hash in multipart, by its size in JSON. */
function maskIn(body: SentBody): (file: RecordedAsset) => boolean {
  if (body.kind === 'multipart') {
    const mask = body.parts.find((part) => part.name === 'mask')
    return ({ sha256 }) => mask?.kind === 'file' && mask.file.sha256 === sha256
  }
  const value: unknown = body.kind === 'json' ? Object(body.value).mask : undefined
  const text = typeof value === 'string' ? value : Object(value).image_url
  return ({ size }) => typeof text === 'string' && bytesIn(text.slice(text.indexOf(',') + 1)) === size
}

/** A JSON request with the names of its files in the place of their base64. */
export function namedRequest(value: unknown, inputs: readonly NamedMedia[]): unknown {
  const left = [...inputs]
  return withoutBytes(value, (text) => {
    const size = bytesIn(text.slice(text.indexOf(',') + 1))
    const at = left.findIndex(({ asset }) => asset.size === size)
    const file = left[at]
    if (file === undefined) return `[${byteSize(size)} of base64]`
    return `[${file.name}: ${file.asset.type}, ${byteSize(size)}]`
  })
}
