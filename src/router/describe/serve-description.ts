import { createHash } from 'node:crypto'
import type { RouterContext } from '../http/trace.ts'
import { description } from './openapi.ts'

interface Document {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Bytes with an entity tag, for clients that ask again with `if-none-match`. */
function documentOf(text: string, headers: Readonly<Record<string, string>>): Document {
  const body = new TextEncoder().encode(text)
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  return { body, headers: { ...headers, etag, 'cache-control': 'no-cache' } }
}

function reply(c: RouterContext, { body, headers }: Document): Response {
  const known =
    c.req
      .header('if-none-match')
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  if (known.includes(headers.etag ?? '') || known.includes('*')) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-length': String(body.length) } })
}

let json: Document | undefined

/** `GET /openapi.json`: the description of every route, without a key, made at the first request. */
export function openApiReply(c: RouterContext): Response {
  json ??= documentOf(JSON.stringify(description()), { 'content-type': 'application/json' })
  return reply(c, json)
}
