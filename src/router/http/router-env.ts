import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Trace } from './trace.ts'

/** Hono's environment: Node's request and response where there is a server, and what is known of the request. */
export type RouterEnv = {
  Bindings: Partial<HttpBindings>
  Variables: { trace: Trace }
}

export type RouterContext = Context<RouterEnv>
