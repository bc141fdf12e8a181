import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { appHeaders } from '../http/headers.ts'
import { isNamed } from '../http/ranged-file.ts'
import { addRoute } from '../http/request-guard.ts'
import type { RouterContext, RouterEnv } from '../http/trace.ts'
import { configSchema } from '../serve/config/config-file.ts'
import { docsPage } from './docs-page.ts'
import { description } from './openapi.ts'
import { replySchemas } from './reply-schemas.ts'

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
  if (isNamed(headers.etag ?? '', c.req.header('if-none-match') ?? ''))
    return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-length': String(body.length) } })
}

/**
 * Adds `/openapi.json`, for people `/docs`, and for editors the schema of the configuration file to a router that is reached at `origin`.
 * They need no key, and are made when first asked for.
 */
export function addDescription(app: Hono<RouterEnv>, origin: string): void {
  const add = (route: string, make: () => Document) => {
    let made: Document | undefined
    addRoute(app, route, {}, (c) => {
      made ??= make()
      return reply(c, made)
    })
  }
  add('/openapi.json', () => documentOf(JSON.stringify(description()), { 'content-type': 'application/json' }))
  add('/config.schema.json', () =>
    documentOf(JSON.stringify(configSchema()), { 'content-type': 'application/schema+json' }),
  )
  add('/docs', () => {
    const html = docsPage(description(), replySchemas, `${origin}/v1`)
    return documentOf(html, { ...appHeaders, 'content-type': 'text/html; charset=utf-8' })
  })
}
