import { RouterError } from '../http/errors.ts'
import { pulled } from '../http/replies.ts'

type Reader = ReadableStreamDefaultReader<Uint8Array>

const neverBegan = () =>
  new RouterError(502, {
    type: 'server_error',
    code: 'upstream_broke',
    message: 'The provider took the request, and broke off before its answer began. It may be billed.',
    retry: 'ask',
    stage: 'accepted',
  })

/** The first bytes of a body; undefined where it ends or breaks without any. */
async function firstBytes(reader: Reader, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const leave = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (;;) {
      const { value } = await reader.read()
      if (value?.length !== 0) return value
    }
  } catch {
    return undefined
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/**
 * Resolves once the first bytes of a stream are there, with the whole of it: until then a failure can still be a status. Rejects with a
 * 502 where none come, and leaves the stream when it is stopped before. A reply that has no body, and says so, is whole already.
 */
export async function opened(reply: Response, signal: AbortSignal): Promise<Response> {
  if (!reply.body || reply.headers.get('content-length') === '0') return reply
  const reader: Reader = reply.body.getReader()
  let first = await firstBytes(reader, signal)
  if (!first) throw neverBegan()

  async function next(): Promise<Uint8Array | undefined> {
    const bytes = first ?? (await reader.read()).value
    first = undefined
    return bytes
  }
  return new Response(
    pulled(next, (reason) => reader.cancel(reason)),
    reply,
  )
}
