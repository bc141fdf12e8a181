import { defined, isRecord, type JsonRecord, labelOf, listOf, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { ErrorFacts } from '../client-error.ts'
import { parseData } from './event-data.ts'

/** An HTTP reply that is a failure. `now` is the wall clock in ms, for a `Retry-After` that names a date. */
interface FailedReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly now: number
}

const idHeaders = ['x-request-id', 'request-id', 'x-generation-id']

/**
 * Reads any failed reply. `api` only where the body is JSON and says something; a proxy's page, plain text or silence is
 * `contract`, since it need not have come from the router.
 */
export function readError({ status, headers, text, now }: FailedReply): ErrorFacts {
  const body = text.trim()
  const json = /^[{[]/.test(body) ? parseData(body) : undefined
  const words = json?.status === 'read' ? errorWords(json.value) : undefined
  const requestId = labelOf(idHeaders.map((name) => headers[name]).find(Boolean)) ?? words?.requestId
  return {
    kind: words ? 'api' : 'contract',
    ...(words ?? { message: wordsOfPage(body, status) }),
    status,
    ...defined({
      requestId,
      retryAfter: retryAfterOf(headers, now),
      raw: body === '' ? undefined : body.slice(0, 4000),
    }),
  }
}

function wordsOfPage(body: string, status: number): string {
  if (body === '') return `HTTP ${status} with an empty body.`
  if (body.startsWith('<'))
    return `Received a web page instead of the service’s answer (HTTP ${status})${titleOf(body)}.`
  return body.startsWith('{') || body.startsWith('[')
    ? `HTTP ${status} with JSON that names no error.`
    : body.slice(0, 500)
}

/** The title of a proxy's page, as text; it is the one part of such a page that helps. */
function titleOf(page: string): string {
  const title = /<(title|h1)[^>]*>([^<]*)/i.exec(page.slice(0, 4000))?.[2]?.replace(/\s+/g, ' ').trim()
  return title ? `, titled “${title.slice(0, 120)}”` : ''
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const plainNumber = /^\d+(\.\d+)?$/
const longestWait = 24 * 60 * 60

function secondsOf(text: string, now: number): number | undefined {
  if (plainNumber.test(text)) return Number(text)
  return httpDate.test(text) ? (Date.parse(text) - now) / 1000 : undefined
}

/**
 * Seconds to wait, from `retry-after-ms`, `openai-poll-after-ms`, or else `Retry-After` (seconds or an HTTP date); `now` is the wall clock
 * in ms. A junk, negative, past or absurd value (more than a day) is no hint.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = (headers['retry-after-ms'] ?? headers['openai-poll-after-ms'])?.trim() ?? ''
  const seconds = plainNumber.test(milliseconds)
    ? Number(milliseconds) / 1000
    : secondsOf(headers['retry-after']?.trim() ?? '', now)
  return seconds !== undefined && seconds >= 0 && seconds <= longestWait ? seconds : undefined
}

/** What a body says of a failure in its own words. */
type ErrorWords = Pick<ErrorFacts, 'message' | 'code' | 'type' | 'param' | 'requestId' | 'provider' | 'stage'>

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

function shortened({ message, code, type, param, requestId, provider, stage }: ErrorWords): ErrorWords {
  const facts = {
    code: labelOf(code),
    type: labelOf(type),
    param: labelOf(param),
    requestId: labelOf(requestId),
    provider: labelOf(provider),
    stage,
  }
  return { message: message.slice(0, longestMessage), ...defined(facts) }
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
  const path = steps.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return textOf(path.replace(/^\./, ''))
}

function wordsOfRecord(node: JsonRecord, outer: JsonRecord): ErrorWords | undefined {
  const said = messageOf(node)
  const code = scalar(node.error_code) ?? scalar(node.code) ?? textOf(node.status)
  const type = meaningless.has(node.type) ? undefined : textOf(node.type)
  const message = said ?? code ?? type
  if (message === undefined) return undefined
  const facts = defined({ code, type, param: textOf(node.param), provider: providerOf(node) })
  return { ...contextOf(outer), ...contextOf(node), ...facts, message: withRaw(message, node).slice(0, longestMessage) }
}

function messageOf(node: JsonRecord): string | undefined {
  const found = messageKeys
    .map((key) => node[key])
    .find((value) => value !== undefined && value !== null && value !== '')
  const said = typeof found === 'object' ? (wordsOf(found)?.message ?? JSON.stringify(found)) : scalar(found)
  const title = textOf(node.title)
  return said !== undefined && title !== undefined && title !== said ? `${title}: ${said}` : (said ?? title)
}

/** Facts that routers put beside the error or inside it. */
function contextOf(body: JsonRecord) {
  return defined({
    code: scalar(body.error_code) ?? scalar(body.code),
    requestId: textOf(body.request_id) ?? textOf(body.requestId),
    stage: stages.find((one) => one === body.stage),
  })
}

function providerOf(node: JsonRecord): string | undefined {
  return textOf(recordOf(node.metadata).provider_name) ?? textOf(node.provider)
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
