import * as z from 'zod/mini'
import { parseData } from '#contract/core/loose-json.ts'
import { bytesOfBase64 } from '#media/base64.ts'
import { createKeyMask } from '#media/key-mask.ts'
import { createClient } from '../client.ts'
import { ClientError, networkError } from '../client-error.ts'
import type { Connection, Stream } from '../exchange.ts'
import { errorOfReply, readBodyText } from '../read/read-response.ts'
import { credentialsOf, fetchRules, secretsOf } from './outgoing.ts'

/**
 * What our own router knows of a request sent with an idempotency key. `stream` reads its reply from the beginning, without sending it
 * again. `never-came`: no record in the last 24 hours. `unknown`: it ended while the request ran, or dropped the reply; `stream` gives what
 * it has.
 */
export type RemoteOperation =
  | { readonly status: 'never-came' }
  | { readonly status: 'unknown'; readonly stream?: Stream }
  | { readonly status: 'running' | 'done'; readonly stream: Stream }

const Described = z.object({
  status: z.enum(['running', 'done', 'unknown']),
  reply: z.optional(
    z.object({
      status: z.int().check(z.gte(200), z.lte(599)),
      headers: z.record(z.string(), z.string()),
      ended: z.enum(['whole', 'cut', 'stopped']),
      encoding: z.enum(['utf8', 'base64']),
      body: z.string(),
    }),
  ),
})

const NeverCame = z.object({ error: z.object({ code: z.literal('op_not_found') }) })

type Kept = NonNullable<z.infer<typeof Described>['reply']>

/** Asks our own router about a request (`GET /ops/{id}`). Free. Throws a `ClientError` where the answer is missing or not as specified. */
export async function readOperation(connection: Connection, id: string, send: typeof fetch): Promise<RemoteOperation> {
  const mask = createKeyMask(secretsOf(connection))
  const answer = await ask('GET', connection, encodeURIComponent(id), send).catch((cause: unknown) => {
    throw new ClientError(networkError(cause, mask))
  })
  const { text, whole } = await readBodyText(answer, Number.POSITIVE_INFINITY)
  if (!whole) throw new ClientError({ kind: 'interrupted', message: 'The answer stopped before its end.' })
  const parsed = parseData(text)
  const said = parsed.status === 'read' ? parsed.value : undefined
  // Any other 404 does not come from our router.
  if (answer.status === 404 && NeverCame.safeParse(said).success) return { status: 'never-came' }
  const described = Described.safeParse(said)
  if (!answer.ok || !described.success) {
    throw new ClientError(errorOfReply(answer, text, mask))
  }
  const { status, reply } = described.data
  if (status === 'running')
    return { status, stream: streamOf(connection, send, (signal) => follow(connection, id, send, signal)) }
  if (reply === undefined) return { status: 'unknown' }
  return { status, stream: streamOf(connection, send, async () => replyOf(reply)) }
}

/** A client's stream with a given reply. URLs in the reply are fetched as usual. */
function streamOf(
  connection: Connection,
  send: typeof fetch,
  reply: (signal?: AbortSignal) => Promise<Response>,
): Stream {
  const fetch: typeof send = async (input, init) =>
    init?.method === 'GET' ? await send(input, init) : await reply(init?.signal ?? undefined)
  return createClient(connection, { fetch }).stream
}

/** The reply as it comes (`GET /ops/{id}/reply`). A failure counts as one of this read: the stored reply is reported once complete. */
async function follow(connection: Connection, id: string, send: typeof fetch, signal?: AbortSignal): Promise<Response> {
  const answer = await ask('GET', connection, `${encodeURIComponent(id)}/reply`, send, signal)
  if (answer.ok) return answer
  await answer.body?.cancel()
  throw new TypeError(`The router answered ${answer.status}.`)
}

/** Ends a request at our own router (`DELETE /ops/{id}`), and whatever comes under this id later. Rejects unless the router confirms it. */
export async function stopRemoteOperation(connection: Connection, id: string, send: typeof fetch): Promise<void> {
  const answer = await ask('DELETE', connection, encodeURIComponent(id), send)
  if (!answer.ok) throw new Error(`The router answered ${answer.status}.`)
}

function ask(
  method: string,
  connection: Connection,
  path: string,
  send: typeof fetch,
  signal?: AbortSignal,
): Promise<Response> {
  const init = { ...fetchRules(method, connection), method, headers: credentialsOf(connection) }
  return send(new URL(`/ops/${path}`, connection.baseUrl), { ...init, ...(signal && { signal }) })
}

/** The stored reply as a response. One that was cut ends with an error again, so that it is never treated as complete. */
function replyOf({ status, headers, ended, encoding, body }: Kept): Response {
  const bytes = encoding === 'utf8' ? new TextEncoder().encode(body) : bytesOfBase64(body)
  let given = false
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (!given) controller.enqueue(bytes)
      // Only after the bytes are read: an error discards what is queued.
      else if (ended === 'whole') controller.close()
      else controller.error(new TypeError('The stored reply ends here.'))
      given = true
    },
  })
  return new Response(stream, { status, headers })
}
