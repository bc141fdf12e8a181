import type { IncomingMessage } from 'node:http'
import { type ErrorWords, errorWords, holdsError } from '#contract/core/errors.ts'
import { defined, isRecord, parseData } from '#contract/core/loose-json.ts'
import { badReply, RouterError } from '../http/router-error.ts'
import { hideKeys } from './hidden-keys.ts'
import type { Upstream } from './upstream.ts'

const mostBytes = 64 * 1024

/** Statuses with which an upstream says in JSON that it did not take the request. */
const refusals = new Set([400, 401, 402, 403, 404, 405, 410, 413, 415, 422, 429, 503])

/** Headers that clients need of an error: when to ask again, and with a 416 how large the file is. */
const repeated = ['retry-after', 'content-range'] as const

async function textOfBody(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  try {
    for (let size = 0; size < mostBytes; ) {
      const { value } = await reader.read()
      if (!value) break
      chunks.push(value)
      size += value.length
    }
  } catch {
    // A broken error body says as much as has come.
  }
  await reader.cancel().catch(() => undefined)
  return Buffer.concat(chunks).subarray(0, mostBytes).toString()
}

/** A text of an upstream as clients may see it: without the router’s keys, or what looks like one. */
const redacted = (text: string, upstream: Upstream) =>
  hideKeys(text, upstream).replace(/\b(?:sk-|xi-|gsk_|AIza)[\w*.-]{4,}|\*{12,}/g, '[key]')

/** What an upstream's error says, without keys; undefined where the body says nothing. */
export function redactedWords(body: unknown, upstream: Upstream): ErrorWords | undefined {
  const said = errorWords(body)
  if (!said) return undefined
  const { message, code, type, param } = said
  const [safeCode, safeType, safeParam] = [code, type, param].map((text) => text && redacted(text, upstream))
  return { message: redacted(message, upstream), ...defined({ code: safeCode, type: safeType, param: safeParam }) }
}

/** A key that the upstream rejects is ours: the client's was good. */
function keyRejected(name: string, status: number, words: string): RouterError {
  const message = `${name} rejected the router’s key (${status})${words === '' ? '' : `: ${words}`}`
  return new RouterError(502, 'provider_key_rejected', message, { stage: 'not_sent' })
}

function redirected(name: string, status: number): RouterError {
  const message = `${name} answered ${status}, a redirect, which the router does not follow. The request may have been billed.`
  return new RouterError(502, 'provider_redirect', message, { retry: 'ask', stage: 'sent' })
}

/**
 * The error for a reply that is no success, in our one shape: the upstream's status, message, `type`, `param` and `code`, without our
 * keys. `stage` is `not_sent` for an explicit refusal in JSON; an HTML page, an empty body and every other status may have been billed.
 * A 401 about our key is a 502, one about money a 402.
 */
export async function upstreamError(
  upstream: Upstream,
  reply: IncomingMessage,
  body: ReadableStream<Uint8Array>,
): Promise<RouterError> {
  const { statusCode = 502, headers } = reply
  // No client reads a status above 599.
  const status = statusCode > 599 ? 502 : statusCode
  const { name } = upstream
  if (status < 400) {
    reply.destroy()
    return redirected(name, status)
  }
  const text = (await textOfBody(body)).trim()
  const json = /^[{[]/.test(text) ? parseData(text) : undefined
  const said = json?.status === 'read' ? redactedWords(json.value, upstream) : undefined
  const words = said?.message ?? ''
  const isRefusal = said !== undefined && refusals.has(status)
  const isQuota = /quota|credit|billing/i.test(`${said?.code} ${said?.type}`)
  if (isRefusal && status === 401 && !isQuota) return keyRejected(name, status, words)
  const message = words === '' ? `${name} answered ${status} without a reason.` : `${name}: ${words}`
  return new RouterError(status === 401 ? 402 : status, said?.code ?? null, message, {
    ...(said?.type !== undefined && { type: said.type }),
    ...(said?.param !== undefined && { param: said.param }),
    ...(isRefusal ? { retry: status === 429 || status === 503 ? 'safe' : 'no' } : { retry: 'ask', stage: 'sent' }),
    headers: Object.fromEntries(
      repeated.flatMap((header) => {
        const value = headers[header]
        return value === undefined ? [] : [[header, hideKeys(value, upstream)]]
      }),
    ),
  })
}

/** A good reply that names no job: in the upstream's own words where it has an error in place of one. */
export function noJob(upstream: Upstream, reply: unknown): RouterError {
  const said = isRecord(reply) && holdsError(reply) ? redactedWords(reply, upstream) : undefined
  const message = `${upstream.name} accepted the request, but returned no job id${said ? `: ${said.message}` : '.'} It may be billed.`
  return badReply('provider_reply_unreadable', message)
}
