import type { ReplyHead } from './exchange.ts'
import { known } from './read/json-value.ts'

/** Reads what stands before the body. In a browser most headers of foreign routers cannot be read: then they are left out. */
export function readHead({ status, headers }: Response, at: number): ReplyHead {
  const all = Object.fromEntries(headers.entries())
  return {
    status,
    headers: all,
    at,
    ...known({
      requestId: all['x-request-id'] ?? all['request-id'] ?? all['x-generation-id'],
      model: all['x-router-model'],
      provider: all['x-router-provider'],
      attempts: all['x-router-attempts'],
    }),
  }
}
