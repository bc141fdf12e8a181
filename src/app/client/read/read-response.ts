import { errorWords, retryAfterSeconds } from '#contract/core/errors.ts'
import { defined, firstOf, labelOf, parseData, textOf } from '#contract/core/loose-json.ts'
import type { KeyMask } from '#media/key-mask.ts'
import { nextTask } from '#media/next-task.ts'
import type { ErrorFacts } from '../client-error.ts'
import type { ReplyHead } from '../exchange.ts'

/** The headers by their names in lower case, without the key. */
export function readHeaders({ headers }: Response, mask: KeyMask): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, mask.hide(value)]))
}

/** Reads status and headers. Browsers hide most headers of foreign routers; those are left out. */
export function readHead(reply: Response, at: number, mask: KeyMask): ReplyHead {
  const headers = readHeaders(reply, mask)
  return {
    status: reply.status,
    headers,
    at,
    ...defined({
      requestId: firstOf(headers, idHeaders, textOf),
      model: headers['x-router-model'],
      provider: headers['x-router-provider'],
      attempts: headers['x-router-attempts'],
    }),
  }
}

/** The body as UTF-8 text. Never throws: `whole` is false if it broke off or exceeds `cap` bytes, and `text` is what was read. */
export async function readBodyText(reply: Response, cap: number): Promise<{ text: string; whole: boolean }> {
  const bytes = reply.body?.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  let whole = false
  try {
    while (bytes && size <= cap && !whole) {
      const step = await bytes.read()
      whole = step.done
      size += step.value?.byteLength ?? 0
      parts.push(step.done ? decoder.decode() : decoder.decode(step.value, { stream: true }))
    }
    await bytes?.cancel()
  } catch {
    whole = false
  }
  return { text: parts.join(''), whole: whole || bytes === undefined }
}

/** Bytes processed between two checks of the clock. */
const pieceLength = 16_384

/** The longest time in ms for which buffered bytes are processed without yielding to other tasks. */
const longestTurn = 12

/** A read that takes longer, in ms, had to wait for the network. */
const shortestWait = 4

/** The bytes of a body in pieces. Buffered reads resolve within one task: every `longestTurn` ms others get their turn. */
export async function* inTurns(
  bytes: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
  now = () => performance.now(),
): AsyncGenerator<Uint8Array, void> {
  let turn = now()
  for (;;) {
    const asked = now()
    const { done, value } = await bytes.read()
    if (done) return
    // The page was idle while it waited.
    if (now() - asked > shortestWait) turn = now()
    for (let start = 0; start === 0 || start < value.length; start += pieceLength) {
      if (now() - turn > longestTurn) {
        await nextTask()
        turn = now()
      }
      yield value.subarray(start, start + pieceLength)
    }
  }
}

/** An HTTP reply that is a failure. `now` is the wall clock in ms, for a `Retry-After` that names a date. */
interface FailedReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly now: number
}

const idHeaders = ['x-request-id', 'request-id', 'x-generation-id']

/** Reads a failed reply: `api` only where JSON says something; a page, plain text or silence is `contract`: it may be a proxy's. */
export function readError({ status, headers, text, now }: FailedReply): ErrorFacts {
  const body = text.trim()
  const json = /^[{[]/.test(body) ? parseData(body) : undefined
  const words = json?.status === 'read' ? errorWords(json.value) : undefined
  const requestId = labelOf(firstOf(headers, idHeaders, textOf)) ?? words?.requestId
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

/** The same of a reply whose body was read; keys are hidden in it. */
export const errorOfReply = (reply: Response, text: string, mask: KeyMask): ErrorFacts =>
  readError({ status: reply.status, headers: readHeaders(reply, mask), text: mask.hide(text), now: Date.now() })

function wordsOfPage(body: string, status: number): string {
  if (body === '') return `HTTP ${status} with an empty body.`
  if (body.startsWith('<')) return `HTTP ${status} with a web page${titleOf(body)}.`
  return body.startsWith('{') || body.startsWith('[')
    ? `HTTP ${status} with JSON that names no error.`
    : body.slice(0, 500)
}

/** The title of a proxy's page, as text; it is the one part of such a page that helps. */
function titleOf(page: string): string {
  const title = /<(title|h1)[^>]*>([^<]*)/i.exec(page.slice(0, 4000))?.[2]?.replace(/\s+/g, ' ').trim()
  return title ? `, titled “${title.slice(0, 120)}”` : ''
}

const longestWait = 24 * 60 * 60

/** Seconds to wait, by any of three headers; `now` is the wall clock in ms. Junk, a past time and more than a day are no hint. */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = (headers['retry-after-ms'] ?? headers['openai-poll-after-ms'])?.trim() ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(milliseconds)
    ? Number(milliseconds) / 1000
    : retryAfterSeconds(headers['retry-after'] ?? '', now)
  return seconds !== undefined && seconds >= 0 && seconds <= longestWait ? seconds : undefined
}
