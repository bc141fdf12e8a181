import type { Clock } from '../clock.ts'
import { badRequest, RouterError } from './errors.ts'
import type { Holding } from './intake.ts'
import { pulled } from './replies.ts'
import type { RouterContext } from './router-env.ts'

/** How long a client may send nothing in the middle of a body. */
const idleMs = 120_000

/** A body on its way in. */
export interface ArrivingBody {
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  /** What of it is kept counts here. */
  readonly holding: Holding
  readonly clock: Clock
}

/**
 * What is still to come of a request's body. From Node's own stream where there is one: a web stream made of it reads ahead without a
 * bound, so that a body would come into memory as fast as the client can send it.
 */
export function comingBody(c: RouterContext): ReadableStream<Uint8Array> | null {
  const incoming = c.env?.incoming
  if (!incoming) return c.req.raw.body
  const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
  if (length === undefined && coding === undefined) return null
  const pieces = incoming.iterator({ destroyOnReturn: false })
  return pulled(
    async () => (await pieces.next()).value,
    async () => void (await pieces.return?.()),
  )
}

export const tooLarge = (limit: number) =>
  new RouterError(413, {
    type: 'invalid_request_error',
    code: 'body_too_large',
    message: `The body is larger than the ${limit / 1024 / 1024} MB that this route takes.`,
  })

const stalled = () =>
  new RouterError(408, {
    type: 'invalid_request_error',
    code: 'body_stalled',
    message: `Nothing more of the body came for ${idleMs / 1000} seconds.`,
  })

export const endedEarly = () => badRequest('The body ended early.', { code: 'body_incomplete' })

/** Settles as `work` does, or rejects with a 408 when that takes too long. */
function inTime<T>(work: Promise<T>, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(idleMs, () => reject(stalled()))
    work.then(resolve, reject).finally(cancel)
  })
}

/** A body of at most `limit` bytes, as it comes in, whatever length was announced. Over the limit: 413. */
export async function* bodyChunks(
  { headers, body, clock }: Omit<ArrivingBody, 'holding'>,
  limit: number,
): AsyncGenerator<Uint8Array, void> {
  if (Number(headers.get('content-length')) > limit) throw tooLarge(limit)
  if (!body) return
  const reader = body.getReader()
  let size = 0
  try {
    for (let read = await inTime(reader.read(), clock); !read.done; read = await inTime(reader.read(), clock)) {
      size += read.value.length
      if (size > limit) throw tooLarge(limit)
      yield read.value
    }
  } catch (thrown) {
    throw thrown instanceof RouterError ? thrown : endedEarly()
  } finally {
    // Not cancelled, which would close the connection before the answer is on it: what is left is `lingering`'s to read.
    reader.releaseLock()
  }
}

/** Reads a whole body of at most `limit` bytes into memory. */
export async function readBody(arriving: ArrivingBody, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bodyChunks(arriving, limit)) {
    arriving.holding.keep(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
