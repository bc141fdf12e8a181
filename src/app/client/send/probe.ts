import { defined } from '#contract/core/loose-json.ts'
import type { ServerState } from '../client-error.ts'
import type { Connection } from '../exchange.ts'
import { outgoing } from './outgoing.ts'

/**
 * Whether a server answers at all: a free read of its models in `no-cors` mode, without the key, then as the app sends it, since
 * `Cross-Origin-Resource-Policy` fails the first. Undefined after `patienceMs`. Rejects with the signal's reason.
 */
export async function probe(
  connection: Connection,
  send: typeof fetch,
  signal?: AbortSignal,
  // A server that drops packets is silent for minutes.
  patienceMs = 5_000,
): Promise<ServerState | undefined> {
  const out = outgoing(connection, 'models', {})
  if (out.kind === 'unsendable') return undefined
  const timeout = AbortSignal.timeout(patienceMs)
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
  const { credentials, referrerPolicy, cache } = out.init
  const opaque: RequestInit = { ...defined({ credentials, referrerPolicy, cache }), mode: 'no-cors' }
  for (const init of [opaque, out.init]) {
    try {
      const reply = await send(out.url, { ...init, signal: ending })
      void reply.body?.cancel().catch(() => {})
      return 'up'
    } catch {
      signal?.throwIfAborted()
      if (timeout.aborted) return undefined
    }
  }
  return 'down'
}
