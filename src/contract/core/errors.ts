import * as z from 'zod/mini'
import {
  defined,
  firstOf,
  isRecord,
  type JsonRecord,
  labelOf,
  listOf,
  parseData,
  pathText,
  recordOf,
  textOf,
} from './loose-json.ts'

/** What a body says of a failure in its own words. */
export interface ErrorWords {
  /** The router's or provider's own words, never `[object Object]`. */
  readonly message: string
  readonly code?: string
  readonly type?: string
  readonly param?: string
  readonly requestId?: string
  readonly provider?: string
  /** What our own router says of the request: `not_sent` means not billed. */
  readonly stage?: 'not_sent' | 'sent' | 'accepted'
}

const longestMessage = 4000
const messageKeys = ['message', 'msg', 'err', 'error_msg', 'error_message', 'error_description', 'detail', 'error']
const meaningless = new Set<unknown>(['about:blank', 'error'])
const stages = ['not_sent', 'sent', 'accepted'] as const

/** Whether a body of a successful status is a failure all the same (`wire-facts` §0.1): rather strict, so that no answer is lost. */
export function holdsError(body: JsonRecord): boolean {
  if (isRecord(body.error) || textOf(body.error) !== undefined) return true
  if (body.success === false || body.object === 'error') return true
  return body.type === undefined && body.detail !== undefined && body.data === undefined
}

/** Reads the fourteen error shapes of `wire-facts` §4; `undefined` where a body says nothing at all. */
export function errorWords(body: unknown): ErrorWords | undefined {
  const words = wordsOf(body)
  return words && shortened(unwrapOnce(words))
}

function shortened({ message, stage, ...labels }: ErrorWords): ErrorWords {
  const short = Object.entries(labels).map(([name, label]) => [name, labelOf(label)] as const)
  return { ...defined(Object.fromEntries(short)), message: message.slice(0, longestMessage), ...defined({ stage }) }
}

function wordsOf(body: unknown): ErrorWords | undefined {
  const text = textOf(body)
  if (text !== undefined) return { message: text.slice(0, longestMessage) }
  if (Array.isArray(body)) return wordsOfList(body)
  if (!isRecord(body)) return undefined
  if (isRecord(body.error)) return wordsOfRecord(body.error, body)
  const short = textOf(body.error)
  if (short !== undefined) {
    const node = textOf(body.message) === undefined ? { message: short } : { code: short, ...body }
    return wordsOfRecord(node, body)
  }
  const inner = body.detail ?? body.errors ?? body.header ?? recordOf(body.response).error
  const words = typeof inner === 'object' ? wordsOf(inner) : undefined
  return words ? { ...contextOf(body), ...words } : wordsOfRecord(body, body)
}

/** A list of errors, of which the first five are reported. FastAPI names the field in `loc`. */
function wordsOfList(list: readonly unknown[]): ErrorWords | undefined {
  const all = list.slice(0, 5).flatMap((one) => {
    const words = wordsOf(one)
    return words ? [{ ...defined({ param: pathOf(listOf(recordOf(one).loc)) }), ...words }] : []
  })
  const [first] = all
  const message = all.map((one) => (one.param ? `${one.param}: ${one.message}` : one.message)).join('; ')
  return first && { ...first, message }
}

/** `["body", "tools", 0, "name"]` → `tools[0].name`. */
function pathOf(loc: readonly unknown[]): string | undefined {
  const steps = loc.length > 1 && loc[0] === 'body' ? loc.slice(1) : loc
  return textOf(pathText(steps))
}

function wordsOfRecord(node: JsonRecord, outer: JsonRecord): ErrorWords | undefined {
  const said = messageOf(node)
  const code = scalar(node.error_code) ?? scalar(node.code) ?? textOf(node.status)
  const type = meaningless.has(node.type) ? undefined : textOf(node.type)
  const message = said ?? code ?? type
  if (message === undefined) return undefined
  const facts = defined({
    code,
    type,
    param: textOf(node.param),
    provider: textOf(recordOf(node.metadata).provider_name) ?? textOf(node.provider),
  })
  return { ...contextOf(outer), ...contextOf(node), ...facts, message: withRaw(message, node).slice(0, longestMessage) }
}

function messageOf(node: JsonRecord): string | undefined {
  const found = firstOf(node, messageKeys, (value) => (value === null || value === '' ? undefined : value))
  const said = typeof found === 'object' ? (wordsOf(found)?.message ?? JSON.stringify(found)) : scalar(found)
  const title = textOf(node.title)
  return said !== undefined && title !== undefined && title !== said ? `${title}: ${said}` : (said ?? title)
}

function contextOf(body: JsonRecord) {
  return defined({
    code: scalar(body.error_code) ?? scalar(body.code),
    requestId: firstOf(body, ['request_id', 'requestId'], textOf),
    stage: stages.find((one) => one === body.stage),
  })
}

/** Some routers say only "Provider returned error" and put the provider's message into `metadata.raw`. */
function withRaw(message: string, node: JsonRecord): string {
  const { raw } = recordOf(node.metadata)
  const parsed = typeof raw === 'string' ? parseData(raw) : undefined
  const own = wordsOf(parsed?.status === 'read' ? parsed.value : raw)?.message.slice(0, 1000)
  return own === undefined || message.includes(own) ? message : `${message}: ${own}`
}

/** Some routers put a whole error body as text into the message of another: the inner message is used. */
function unwrapOnce(words: ErrorWords): ErrorWords {
  const start = words.message.indexOf('{')
  if (start < 0) return words
  const parsed = parseData(words.message.slice(start, words.message.lastIndexOf('}') + 1))
  if (parsed.status !== 'read' || !isRecord(parsed.value)) return words
  const wrapped = holdsError(parsed.value) || textOf(parsed.value.message) !== undefined
  const inner = wrapped ? wordsOf(parsed.value) : undefined
  if (!inner) return words
  const before = words.message.slice(0, start).replace(/[\s:-]+$/, '')
  return { ...inner, ...words, message: before ? `${before}: ${inner.message}` : inner.message }
}

function scalar(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** Whether the same request may be sent again: without harm, only after asking (it may be billed twice), or to no use. */
const Retry = z.enum(['safe', 'ask', 'no'])

/** How far a request came: nothing reached a provider, it was sent and the outcome is unknown, a provider took it. */
const Stage = z.enum(['not_sent', 'sent', 'accepted'])

/** The body of every refusal and failure of our router. The interface shows none (§7). Other routers send other shapes. */
export const ErrorBody = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    /** The class of the error, such as `invalid_request_error`. */
    type: z.string(),
    param: z.nullable(z.string()),
    /** The error's own word, such as `model_not_found`. */
    code: z.nullable(z.string()),
    /** The same as the answer's `x-request-id`. */
    request_id: z.string(),
    retry: Retry,
    stage: Stage,
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The three forms of RFC 9110, section 5.6.7, the two older of which are obsolete and still sent. */
const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  /^[a-z]{3}, (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) (?:GMT|UTC)$/i,
  // Sunday, 06-Nov-94 08:49:37 GMT (RFC 850), also with four digits of the year
  /^[a-z]{3,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d|\d{4}) (?<time>\d\d:\d\d:\d\d) (?:GMT|UTC)$/i,
  // Sun Nov  6 08:49:37 1994 (asctime), which is in UTC too
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
]

function httpDate(text: string, now: number): number | undefined {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined)
  if (groups === undefined) return undefined
  const { day = '', month = '', year = '', time = '' } = groups
  const ms = Date.parse(`${day} ${month} ${fullYear(year, now)} ${time} GMT`)
  return Number.isNaN(ms) ? undefined : ms
}

/** RFC 9110: a year of two digits that seems to be more than 50 years ahead is the last one in the past with these digits. */
function fullYear(year: string, now: number): string {
  if (year.length === 4) return year
  const current = new Date(now).getUTCFullYear()
  const sameCentury = current - (current % 100) + Number(year)
  return `${sameCentury > current + 50 ? sameCentury - 100 : sameCentury}`
}

/** The seconds of a `Retry-After`: a number, or a date less `now` (ms), perhaps negative. Undefined for other text. */
export function retryAfterSeconds(text: string, now: number): number | undefined {
  const given = text.trim()
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given)
  const at = httpDate(given, now)
  return at === undefined ? undefined : (at - now) / 1000
}
