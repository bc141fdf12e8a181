import { defined } from '#contract/core/loose-json.ts'
import type { ReplyHead } from '../exchange.ts'
import type { KeyMask } from '../read/key-mask.ts'

/** The headers by their names in lower case, without the key. */
export function readHeaders({ headers }: Response, mask: KeyMask): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, mask.hide(value)]))
}

/** Reads what stands before the body. In a browser most headers of foreign routers cannot be read: then they are left out. */
export function readHead(reply: Response, at: number, mask: KeyMask): ReplyHead {
  const headers = readHeaders(reply, mask)
  return {
    status: reply.status,
    headers,
    at,
    ...defined({
      requestId: headers['x-request-id'] ?? headers['request-id'] ?? headers['x-generation-id'],
      model: headers['x-router-model'],
      provider: headers['x-router-provider'],
      attempts: headers['x-router-attempts'],
    }),
  }
}
