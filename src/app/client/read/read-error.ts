import { errorWords } from '#contract/core/error-words.ts'
import { defined, labelOf, ownOf, parseData } from '#contract/core/loose-json.ts'
import { retryAfterSeconds } from '#contract/core/retry-after.ts'
import type { KeyMask } from '#media/key-mask.ts'
import type { ErrorFacts } from '../client-error.ts'
import { readHeaders } from './read-response.ts'

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
  const requestId = labelOf(idHeaders.map((name) => ownOf(headers, name)).find(Boolean)) ?? words?.requestId
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

/**
 * Seconds to wait, from `retry-after-ms`, `openai-poll-after-ms`, or else `Retry-After` (seconds or an HTTP date in any of its forms); `now` is the wall clock
 * in ms. A junk, negative, past or absurd value (more than a day) is no hint.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const milliseconds = (headers['retry-after-ms'] ?? headers['openai-poll-after-ms'])?.trim() ?? ''
  const seconds = /^\d+(\.\d+)?$/.test(milliseconds)
    ? Number(milliseconds) / 1000
    : retryAfterSeconds(headers['retry-after'] ?? '', now)
  return seconds !== undefined && seconds >= 0 && seconds <= longestWait ? seconds : undefined
}
